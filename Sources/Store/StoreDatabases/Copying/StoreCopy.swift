import Digests
package import ReleaseStore
import SQLKit
package import StoreRecords

/// A copy of a whole store into an empty one, on any kind of database.
///
/// Rows are copied in the order of their keys, a transaction for each batch. The last key of each table in the target says
/// where an interrupted copy goes on. At the end the digests of all tables are compared, so that a source which was changed
/// between two runs is found.
package struct StoreCopy {
    /// How far a copy is.
    package struct Progress: Sendable, Hashable {
        /// The table that is being copied.
        package let table: String
        /// Its rows that the target has.
        package let rows: Int
        /// Its rows in the source.
        package let total: Int
        /// The rows of all tables that the target has.
        package let allRows: Int
        /// The rows of all tables in the source.
        package let allTotal: Int
    }

    private let source: any StoreReading
    private let target: any RuleStore

    /// Takes two open stores of the same layout; the target is empty, or an unfinished copy, and has no other user.
    package init(from source: any StoreReading, to target: any RuleStore) {
        self.source = source
        self.target = target
    }

    /// Compares the source's digests of releases, copies what the target lacks, then compares the tables.
    ///
    /// - Parameter tell: Is called after each batch.
    /// - Returns: The number of rows of the target.
    /// - Throws: `corrupt` for a damaged release; `invalid` if the target differs from the source; the failures of both databases.
    package func run(_ tell: (Progress) -> Void) throws(StoreError) -> Int {
        if let damage = try source.read({ session in try session.damagedReleases() }).first { throw damage.error }
        let totals = try source.read { session in
            try CopiedTable.all.map { try Self.count($0, session) }
        }
        let allTotal = totals.reduce(0, +)
        var count = 0
        for (table, total) in zip(CopiedTable.all, totals) {
            count += try copy(table) { rows in
                tell(
                    Progress(
                        table: table.name, rows: rows, total: total, allRows: count + rows, allTotal: allTotal))
            }
        }
        try compare()
        try writeFacts()
        return count
    }

    /// Copies the rows of a table that the target lacks; returns the number of its rows in the target.
    private func copy(_ table: CopiedTable, _ tell: (Int) -> Void) throws(StoreError) -> Int {
        var rows = try target.read { session in try Self.count(table, session) }
        var key = try target.read { session in
            try session.first(table.lastKey) { row in table.values(row, count: table.keyCount) }
        }
        tell(rows)
        while true {
            let behind = key
            let batch = try source.read { session in
                try session.all(
                    table.query(behind: behind != nil), (behind ?? []) + [.integer(table.batchRows)]
                ) { row in table.values(row, count: table.columns.count) }
            }
            guard let last = batch.last else { return rows }
            try target.write { session in
                for values in batch { try session.run(table.insertion, values) }
                // The rows of the audit were not written by the session itself.
                session.forgetHead()
            }
            rows += batch.count
            key = Array(last.prefix(table.keyCount))
            tell(rows)
        }
    }

    private static func count(_ table: CopiedTable, _ session: StoreSession) throws(StoreError) -> Int {
        try session.first("SELECT count(*) FROM \(table.name)") { row in row.integer(0) } ?? 0
    }

    /// Compares the digests of all tables, and verifies the chain of the audit.
    private func compare() throws(StoreError) {
        for table in CopiedTable.all {
            guard try digest(table, in: source) != digest(table, in: target) else { continue }
            throw StoreError(
                .invalid, "The copy of the table \(table.name) differs from the source.",
                hint: "The source was changed between two runs: copy into an empty database again.")
        }
        let verdict = try target.read { session in try session.verifyAudit() }
        guard case .broken(let sequence, let detail) = verdict else { return }
        throw StoreError(
            .corrupt, "The audit is broken at row \(sequence): \(detail).",
            hint: "The source has the same rows: run waymark audit verify there.")
    }

    private func digest(_ table: CopiedTable, in store: any StoreReading) throws(StoreError) -> [UInt8] {
        try store.read { session in
            var digest = [UInt8](repeating: 0, count: SHA256.digestByteCount)
            do throws(SQLError) {
                try session.connection.walk(table.query, []) { row in
                    digest = SHA256.hash(digest + RowBytes.of(table.values(row, count: table.columns.count)))
                    return true
                }
            } catch { throw StoreError(error) }
            return digest
        }
    }

    /// Gives the target the facts of the source, and makes it a copy that can be opened, in one transaction.
    private func writeFacts() throws(StoreError) {
        let facts = try source.read { session in
            try session.first("SELECT epoch, created_at, retention_at, percent_from FROM facts WHERE id = 1") {
                row -> [Int?] in
                [row.integer(0), row.integer(1), row.optionalInteger(2), row.integer(3)]
            }
        }
        let identity = try source.read { session in try session.identity() }
        let steps = try source.read { session in
            try session.all("SELECT ordinal, applied_at FROM migrations") { row in [row.integer(0), row.integer(1)] }
        }
        guard let facts else { throw StoreError(.corrupt, "The source has no facts.", hint: "Restore a backup.") }
        try target.write { session in
            for step in steps {
                try session.run(
                    "UPDATE migrations SET applied_at = ?2 WHERE ordinal = ?1", step.map { .integer($0) })
            }
            try session.run(
                "UPDATE facts SET epoch = ?1, created_at = ?2, retention_at = ?3, percent_from = ?4, identity = ?5, "
                    + "is_copy = 1 WHERE id = 1", facts.map { .optional($0) } + [.optional(identity)])
            for table in CopiedTable.all {
                guard let column = table.numbered,
                    let statement = session.connection.dialect.continueNumbers(of: table.name, column)
                else { continue }
                try session.run(statement)
            }
            try session.run("DELETE FROM migrations WHERE name = ?1", [.text(CopyMark.migration)])
            session.forgetHead()
        }
    }
}

/// The bytes of a row for its digest, from which the values could be read again.
private enum RowBytes {
    static func of(_ values: [SQLValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values {
            switch value {
            case .null: bytes.append(0)
            case .integer(let number): add(1, eightBytes(number), to: &bytes)
            case .utf8(let text): add(2, text, to: &bytes)
            case .blob(let blob): add(3, blob, to: &bytes)
            case .text, .real: preconditionFailure("a row of a table has no such value")
            }
        }
        return bytes
    }

    private static func add(_ kind: UInt8, _ content: [UInt8], to bytes: inout [UInt8]) {
        bytes.append(kind)
        bytes += eightBytes(content.count)
        bytes += content
    }

    private static func eightBytes(_ number: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
