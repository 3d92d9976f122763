package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// A page of the audit's rows.
    package func auditPage(_ query: AuditQuery) throws(StoreError) -> AuditPage {
        // A database that takes no writes is searched as it is.
        if query.rule != nil { try? indexLongChanges() }
        return try read { session in try AuditSearch(session: session, query: query).page() }
    }

    /// One row of the audit with a page of what it changed in a draft; nil if there is no such row.
    ///
    /// - Parameters:
    ///   - sequence: The row.
    ///   - offset: How many changes are skipped: those of the pages before.
    ///   - limit: How many changes at most; a page also ends at ``StoreLimits/auditPageBytes``.
    ///   - inPercent: Whether shares in rules are in percent also where 0.1.0 wrote the row; the audit itself keeps them.
    /// - Returns: The row and the page, or nil.
    /// - Throws: `corrupt` where a stored change is not the one that the row has the digest of.
    package func auditDetail(
        _ sequence: Int, after offset: Int = 0, limit: Int, inPercent: Bool = false
    ) throws(StoreError) -> AuditDetail? {
        try read { session in
            guard let record = try AuditTable(session: session).record(sequence) else { return nil }
            var detail = try AuditTable(session: session).detail(
                record, after: offset, limit: max(1, min(limit, StoreLimits.pageRowsMax)))
            if inPercent, sequence < (try ShareConversion(session).firstRowInPercent()) { detail.convertShares() }
            return detail
        }
    }

    /// Reads the newest row of the audit; nil if there is none.
    package func auditCheckpoint() throws(StoreError) -> AuditCheckpoint? {
        try read { session in
            try session.first(
                """
                SELECT f.epoch, a.sequence, a.hash, a.at FROM audit a JOIN facts f ON f.id = 1
                ORDER BY a.sequence DESC LIMIT 1
                """
            ) { row in
                AuditCheckpoint(epoch: row.integer(0), sequence: row.integer(1), hash: row.bytes(2), at: row.instant(3))
            }
        }
    }
}

extension RuleStore {
    /// Makes the audit find long changes by their rules, some in each transaction, so that other writes go on.
    ///
    /// A long change has left a mark, so whatever a process leaves undone is done by the next search. A change that is
    /// damaged, which `audit verify` names, is not found by its rules.
    ///
    /// - Throws: The failure of a read or a write.
    package func indexLongChanges() throws(StoreError) {
        for mark in try read({ session in try AuditTable(session: session).marks() }) {
            let changed = try read { session in
                try session.undamaged { () throws(StoreError) in
                    try AuditTable(session: session).changedRules(mark.sequence)
                }
            }
            var rules = (changed ?? [])[...]
            repeat {
                let some = rules.prefix(StatementLimits.searchedRulesPerWrite)
                rules = rules.dropFirst(some.count)
                let isLast = rules.isEmpty
                try write { session in
                    let table = AuditTable(session: session)
                    try table.insert(rules: some, of: mark.sequence, app: mark.app)
                    if isLast { try table.deleteMark(of: mark.sequence) }
                }
            } while !rules.isEmpty
        }
    }
}

// MARK: Cuts

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
            let oldest = try AuditTable(session: session).rows(oldest: StoreLimits.auditCutRows)
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
