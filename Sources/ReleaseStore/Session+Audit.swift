import RouteModel
import SQLiteKit

extension Session {
    private static let auditColumns = """
        sequence, at, principal_id, principal_name, address, action, app, before_json, after_json, previous_hash, hash
        """

    private static let auditInsertion =
        "INSERT INTO audit (\(auditColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)"

    private static func auditRecord(_ row: borrowing Row) -> AuditRecord {
        AuditRecord(
            sequence: row.integer(0), at: row.instant(1),
            by: Principal(tokenID: row.optionalText(2), name: row.text(3), address: row.text(4)),
            action: row.text(5), app: row.optionalText(6), before: row.optionalBytes(7), after: row.optionalBytes(8),
            previousHash: row.bytes(9), hash: row.bytes(10))
    }

    /// Adds a row to the audit, chained to the row before.
    func audit(
        _ action: AuditAction, app: String?, before: [UInt8]?, after: [UInt8]?, _ stamp: Stamp
    ) throws(StoreError) {
        let last = try head()
        var record = AuditRecord(
            sequence: last.sequence + 1, at: stamp.at, by: stamp.by, action: action.rawValue, app: app,
            before: before.map(AuditText.bounded), after: after.map(AuditText.bounded), previousHash: last.hash,
            hash: []
        )
        record.hash = AuditChain.hash(record)
        try run(
            Self.auditInsertion,
            [
                .integer(record.sequence), .instant(record.at), .optional(record.by.tokenID), .text(record.by.name),
                .text(record.by.address), .text(record.action), .optional(record.app), .optional(utf8: record.before),
                .optional(utf8: record.after), .blob(record.previousHash), .blob(record.hash),
            ])
        newest = StoreHead(epoch: last.epoch, sequence: record.sequence, hash: record.hash)
    }

    func audit(_ query: AuditQuery) throws(StoreError) -> [AuditRecord] {
        let filter = query.app == nil ? "?1 IS NULL" : "app = ?1"
        return try all(
            """
            SELECT \(Self.auditColumns) FROM audit WHERE \(filter) AND sequence < ?2 ORDER BY sequence DESC LIMIT ?3
            """,
            [
                .optional(query.app), .integer(query.before ?? .max),
                .integer(max(1, min(query.limit, StoreLimits.pageRowsMax))),
            ]
        ) { row in Self.auditRecord(row) }
    }

    func verifyAudit() throws(StoreError) -> AuditVerdict {
        var chain = AuditChain()
        try forEach("SELECT \(Self.auditColumns) FROM audit ORDER BY sequence") { row in
            chain.add(Self.auditRecord(row))
        }
        return chain.verdict
    }
}
