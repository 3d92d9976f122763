import SQLKit
import SystemIO

/// The baseline of `store`: writes with SQLite alone the rows that the server writes for each rule (the rule, the
/// draft's revision, the audit's row and the rule that the audit can be searched for), one transaction each, in the same
/// schema and with the same settings.
///
/// It keeps its database open from round to round as the server does, so that both write into a WAL of stable size.
final class BareLoop {
    private var connection: Connection
    private let rules: [[SQLValue]]
    private let audit: [[SQLValue]]
    /// The rows by which the audit is searched for a rule: app, rule, row of the audit.
    private let search: [[SQLValue]]
    private let app: Int
    private var rounds = 0

    /// Reads the rows from a closed database with the server's rules; `template` has the bytes of that database before
    /// them.
    init(_ folder: ScratchFolder, template: [UInt8], written path: String) throws {
        var written = try Connection(path, .readOnly)
        defer { written.close() }
        rules = try Self.rules(written)
        audit = try Self.audit(written)
        search = try Self.search(written)
        guard rules.count == audit.count, rules.count == search.count, let first = rules.first,
            case .integer(let app) = first[0]
        else {
            throw BenchError(
                "\(rules.count) rules have \(audit.count) rows of the audit and \(search.count) to search it")
        }
        self.app = app
        let path = folder.file("bare.db")
        try Files.create(path, template, mode: 0o600)
        connection = try Connection(path, .readWrite)
        try connection.setPragma("journal_mode", "WAL")
        try connection.setPragma("synchronous", "FULL")
        try connection.setPragma("foreign_keys", "ON")
    }

    deinit { connection.close() }

    /// Writes all rows for a new app; returns rules per second.
    func run() throws -> Double {
        rounds += 1
        let (app, offset) = (app + rounds, rounds * audit.count)
        try copyApp(to: app)
        // The rows are made before the clock starts, because only SQLite is measured.
        let rules = rules.map { [.integer(app)] + $0.dropFirst() }
        let audit = audit.map { row in
            guard case .integer(let sequence) = row[0] else { return row }
            return [.integer(sequence + offset)] + row.dropFirst()
        }
        let search = search.map { row in
            guard case .integer(let sequence) = row[2] else { return row }
            return [.text("bare\(app)"), row[1], .integer(sequence + offset)]
        }
        let start = MonotonicClock.nanoseconds
        for ((rule, row), found) in zip(zip(rules, audit), search) {
            try connection.transaction(.immediate) { connection throws(DatabaseError) in
                try connection.run("INSERT INTO draft_rules (app_id, position, id, json) VALUES (?1, ?2, ?3, ?4)", rule)
                try connection.run(
                    "UPDATE drafts SET revision = revision + 1, changed_at = ?2 WHERE app_id = ?1", [rule[0], row[1]])
                try connection.run("INSERT INTO audit VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)", row)
                try connection.run(
                    "INSERT INTO audit_rules (app, rule, sequence) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING", found)
            }
        }
        return Double(rules.count) / (Double(MonotonicClock.nanoseconds - start) / 1_000_000_000)
    }

    private func copyApp(to id: Int) throws {
        try connection.run(
            """
            INSERT INTO apps (id, name, title, poll_interval, poll_jitter, revision, next_version, created_at, deleted_at)
            SELECT ?1, 'bare' || ?1, title, poll_interval, poll_jitter, revision, next_version, created_at, deleted_at
            FROM apps WHERE id = ?2
            """, [.integer(id), .integer(app)])
        try connection.run(
            """
            INSERT INTO drafts SELECT ?1, revision, published_revision, settings, changed_at FROM drafts
            WHERE app_id = ?2
            """, [.integer(id), .integer(app)])
    }

    private static func rules(_ written: borrowing Connection) throws -> [[SQLValue]] {
        try written.all("SELECT app_id, position, id, json FROM draft_rules ORDER BY position") { row in
            [.integer(row.integer(0)), .integer(row.integer(1)), .utf8(row.bytes(2)), .utf8(row.bytes(3))]
        }
    }

    private static func search(_ written: borrowing Connection) throws -> [[SQLValue]] {
        try written.all(
            """
            SELECT r.app, r.rule, r.sequence FROM audit_rules r JOIN audit a USING (sequence) WHERE a.action = 'rule.add'
            ORDER BY r.sequence
            """
        ) { row in [.utf8(row.bytes(0)), .utf8(row.bytes(1)), .integer(row.integer(2))] }
    }

    private static func audit(_ written: borrowing Connection) throws -> [[SQLValue]] {
        try written.all(
            """
            SELECT sequence, at, principal_id, principal_name, address, action, app, before_json, after_json,
            previous_hash, hash FROM audit WHERE action = 'rule.add' ORDER BY sequence
            """
        ) { row in
            [
                .integer(row.integer(0)), .integer(row.integer(1)), .optional(row.optionalText(2)),
                .utf8(row.bytes(3)), .utf8(row.bytes(4)), .utf8(row.bytes(5)), .utf8(row.bytes(6)),
                .optional(utf8: row.optionalBytes(7)), .optional(utf8: row.optionalBytes(8)), .blob(row.bytes(9)),
                .blob(row.bytes(10)),
            ]
        }
    }
}
