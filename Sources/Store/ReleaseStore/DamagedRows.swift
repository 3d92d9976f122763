import CanonicalJSON
import SQLKit
package import StoreRecords
import SystemIO

/// The rows that a process could not read since its start, one sentence each.
package final class DamagedRows: Sendable {
    private struct State {
        var fresh: [String] = []
        var known: Set<String> = []
    }

    private let state = Monitor(State())

    /// Notes damage; each sentence once, the first ``StatementLimits/damagedRowsNoted``.
    func note(_ error: StoreError) {
        state.withLock { state in
            guard state.known.count < StatementLimits.damagedRowsNoted, state.known.insert(error.detail).inserted
            else { return }
            state.fresh.append(error.detail)
        }
    }

    /// What was noted since the last call.
    package func takeFresh() -> [String] {
        state.withLock { state in
            defer { state.fresh = [] }
            return state.fresh
        }
    }

    /// How many sentences were noted.
    package var count: Int { state.withLock { $0.known.count } }
}

/// The rows of a table that can be read.
struct TableRows {
    let session: StoreSession
    /// Gets what cannot be read.
    let damage: DamagedRows
    /// The table, as in `FROM`.
    let table: String
    /// The column that orders its rows in the file, so that they can be read one by one.
    let column: String
    /// Whether the column has texts and not numbers.
    var isText = false

    /// The values of all rows of a table; where one is damaged, of each row that can be read by its key.
    ///
    /// - Parameter rows: Reads the rows that meet a condition.
    /// - Returns: The values, in the order of `rows`, or in the order of the keys where a row is damaged.
    /// - Throws: Another failure than damage.
    func values<Value>(
        _ rows: (_ condition: String, _ values: [SQLValue]) throws(StoreError) -> [Value]
    ) throws(StoreError) -> [Value] {
        if let all = try session.undamaged({ () throws(StoreError) in try rows("TRUE", []) }) { return all }
        var found: [Value] = []
        for name in try keys() {
            let value: SQLValue = Int(name).map { isText ? .text(name) : .integer($0) } ?? .text(name)
            do throws(StoreError) { found += try rows("\(column) = ?1", [value]) } catch {
                guard error.code == .corrupt else { throw error }
                damage.note(error.inRow("row \(name)", of: table))
            }
        }
        return found
    }

    /// The keys that are found from both ends of a table; the condition keeps the database from reading an index instead.
    private func keys() throws(StoreError) -> [String] {
        var halves: [[String]] = []
        for order in ["", " DESC"] {
            var half: [String] = []
            do throws(StoreError) {
                try session.forEach(
                    "SELECT \(column) FROM \(table) WHERE \(column) > \(isText ? "''" : "-1") "
                        + "ORDER BY \(column)\(order)"
                ) { row in half.append(isText ? row.text(0) : String(row.integer(0))) }
                return order.isEmpty ? half : half.reversed()
            } catch {
                guard error.code == .corrupt else { throw error }
                halves.append(half)
                damage.note(error.inRow("some rows", of: table))
            }
        }
        return halves[0] + halves[1].reversed()
    }
}

extension StoreError {
    /// The same error, which says where in the database the damage is.
    fileprivate func inRow(_ row: String, of table: String) -> StoreError {
        let reason = detail.replacing("The database failed: ", with: "")
        let place = "In the table \(table.prefix { $0 != " " }), \(row) cannot be read"
        return StoreError(code, "\(place): \(reason)", hint: hint)
    }
}

/// The rows that requests read, to say which of them cannot be read.
package struct StoredRows {
    let session: StoreSession

    /// Takes the session that reads.
    package init(of session: StoreSession) { self.session = session }

    /// The rows that a request could not read, one sentence each; the tables have the present layout.
    package func unreadable() throws(StoreError) -> [String] {
        let damage = DamagedRows()
        _ = try session.apps(damage)
        _ = try session.tokens(damage)
        _ = try SessionRows(session: session).all(damage)
        _ = try HostRows(session: session).all(damage)
        try session.forEach(
            """
            SELECT a.name, c.name, c.version FROM channels c JOIN apps a ON a.id = c.app_id
            LEFT JOIN releases r ON r.app_id = c.app_id AND r.version = c.version
            WHERE a.deleted_at IS NULL AND c.deleted_at IS NULL AND c.version IS NOT NULL AND r.version IS NULL
            """
        ) { row in
            damage.note(
                StoreError(
                    .corrupt,
                    "The channel \(row.text(1)) of \(row.text(0)) points at release \(row.integer(2)), "
                        + "whose row is missing.", hint: ""))
        }
        try session.forEach(
            """
            SELECT a.name, r.version, c.version IS NULL FROM releases r JOIN apps a ON a.id = r.app_id
            LEFT JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
            LEFT JOIN blobs b ON b.id = c.body_blob LEFT JOIN blobs g ON g.id = c.gzip_blob
            WHERE a.deleted_at IS NULL AND r.removed_at IS NULL
                AND (c.version IS NULL OR r.body_bytes <> b.byte_count OR r.gzip_bytes <> g.byte_count)
            """
        ) { row in
            let what = row.flag(2) ? "has no content" : "has the length of another content"
            damage.note(StoreError(.corrupt, "Release \(row.integer(1)) of \(row.text(0)) \(what).", hint: ""))
        }
        try check { damage.note($0) }
        return damage.takeFresh()
    }

    /// The tables with texts that people wrote: each with the SQL of a row's name and the column of its text.
    private static let columns = [
        ("drafts", "'the settings of the draft'", "settings"), ("draft_rules", "'the rule ' || t.id", "json"),
        ("expectations", "'the list of test addresses'", "json"),
        ("screens", "'the screens of ' || t.platform || ' ' || t.version", "json"),
    ]

    /// The tables among them whose texts are objects.
    private static let objects: Set<String> = ["drafts", "draft_rules"]

    /// Tells of each text that is no JSON, or no object where it must be one.
    private func check(ofApp app: String? = nil, _ tell: (StoreError) -> Void) throws(StoreError) {
        for (table, name, column) in Self.columns {
            try session.forEach(
                """
                SELECT \(name), a.name, t.\(column) FROM \(table) t JOIN apps a ON a.id = t.app_id
                WHERE a.deleted_at IS NULL AND (CAST(?1 AS TEXT) IS NULL OR a.name = ?1)
                """, [.optional(app)]
            ) { row in
                let text = row.bytes(2)
                let isRead = Self.objects.contains(table) ? text.isJSONObject : text.isJSON
                if !isRead { tell(.notJSON(row.text(0), of: row.text(1))) }
            }
        }
    }

    /// Throws `corrupt` for the first text of an app that is no JSON.
    func verify(ofApp app: String) throws(StoreError) {
        var first: StoreError?
        try check(ofApp: app) { first = first ?? $0 }
        if let first { throw first }
    }
}

extension RuleRecord {
    /// Throws `corrupt` for a text that is no JSON object.
    func verify(of app: String) throws(StoreError) {
        if !json.isJSONObject { throw .notJSON("the rule \(id)", of: app) }
    }
}

extension [UInt8] {
    /// Whether the bytes are one JSON text.
    var isJSON: Bool { (try? JSONDocument(parsing: self, limits: JSONLimits(bytesMax: count))) != nil }

    /// Whether the bytes are one JSON object, which a stored text begins with.
    var isJSONObject: Bool { first == UInt8(ascii: "{") && isJSON }
}

extension StoreError {
    fileprivate static func notJSON(_ what: String, of app: String) -> StoreError {
        StoreError(
            .corrupt,
            "The stored text of \(what) of \(app) is no JSON.",
            hint: "Replace it, or restore a backup; `waymark database check` lists what is damaged.")
    }
}
