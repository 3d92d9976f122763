import CanonicalJSON
import Digests
package import RouteModel
import SQLiteKit

/// Rows that were removed from the beginning of the audit.
package struct AuditCut: Sendable, Hashable {
    /// The last removed row.
    package let through: Int
    /// The hash of that row.
    package let hash: [UInt8]
    /// How many rows were removed.
    package let rowCount: Int

    init(through: Int, hash: [UInt8], rowCount: Int) {
        self.through = through
        self.hash = hash
        self.rowCount = rowCount
    }

    /// Reads the cut that a row states; nil for other rows.
    init?(of record: AuditRecord) {
        guard record.action == AuditAction.auditCut.rawValue, let text = record.after,
            let json = try? JSONValue(parsing: text), let through = json["through"]?.integerValue,
            let hash = json["hash"]?.stringValue.flatMap(bytes(fromHex:)), let rows = json["rows"]?.integerValue
        else { return nil }
        self.init(through: Int(through), hash: hash, rowCount: Int(rows))
    }
}

extension RuleStore {
    /// Removes the oldest rows of the audit in one transaction, ``StoreLimits/auditCutRows`` at most.
    ///
    /// It ends before the first row that is not older, whatever later rows say, and never removes the newest row. The
    /// rows are verified before they are removed: a cut must not hide that they were changed.
    ///
    /// - Parameters:
    ///   - instant: Rows at this instant or later stay; at least ``StoreLimits/auditCutAgeMilliseconds`` ago.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: What was removed; nil if there is no such row.
    /// - Throws: `corrupt` if the rows are not the ones that were written; the failure of the write.
    package func cutAudit(before instant: Instant, by: Principal, at: Instant) throws(StoreError) -> AuditCut? {
        try write { session in
            let newest = try session.head().sequence
            let oldest = try session.auditRows(oldest: StoreLimits.auditCutRows)
            let rows = oldest.prefix { $0.at < instant && $0.sequence < newest }
            guard let last = rows.last else { return nil }
            try Self.verify(rows)
            let cut = AuditCut(through: last.sequence, hash: last.hash, rowCount: rows.count)
            try session.audit(.auditCut, app: nil, before: nil, after: AuditText.cut(cut), Stamp(by: by, at: at))
            try session.run(
                "INSERT INTO audit_cuts (sequence, through) VALUES (?1, ?2)",
                [.integer(try session.head().sequence), .integer(cut.through)])
            try AuditTable(session: session).remove(through: cut.through)
            return cut
        }
    }

    /// Throws if a row does not have the hash of its content, or the next one does not name it.
    private static func verify(_ rows: ArraySlice<AuditRecord>) throws(StoreError) {
        var chain = AuditChain()
        for row in rows.reversed() { chain.add(row) }
        guard chain.isBroken, case .broken(let sequence, let detail) = chain.verdict else { return }
        throw StoreError(
            .corrupt, "The audit is broken at row \(sequence): \(detail).",
            hint: "Nothing was removed. Keep the file for analysis, and run waymark audit verify.")
    }
}
