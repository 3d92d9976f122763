import SQLKit
import StoreRecords

/// A table whose rows are copied, in the order of a key.
struct CopiedTable: Sendable {
    /// What a column holds; each may be NULL.
    enum Kind: Sendable {
        case integer
        case text
        case bytes
    }

    let name: String
    let columns: [(name: String, kind: Kind)]
    /// How many of the columns, from the first, are the key.
    let keyCount: Int
    /// Rows of one transaction: fewer where they are long.
    var batchRows = CopyLimits.batchRows
    /// The column whose numbers the database makes itself.
    var numbered: String?

    /// Reads columns from `name:kind` words, where `i` is an integer, `t` a text, `b` bytes.
    init(
        _ name: String, key keyCount: Int, batchRows: Int = CopyLimits.batchRows, numbered: String? = nil,
        _ words: String
    ) {
        self.name = name
        self.keyCount = keyCount
        self.batchRows = batchRows
        self.numbered = numbered
        columns = words.split(whereSeparator: \.isWhitespace).map { word in
            let parts = word.split(separator: ":")
            let kind: Kind = parts[1] == "i" ? .integer : parts[1] == "t" ? .text : .bytes
            return (String(parts[0]), kind)
        }
    }

    private var names: String { columns.map(\.name).joined(separator: ", ") }

    private var key: [String] { columns.prefix(keyCount).map(\.name) }

    /// All rows in the order of the key.
    var query: String { "SELECT \(names) FROM \(name) ORDER BY \(key.joined(separator: ", "))" }

    /// The rows that meet a condition, in the order of the key; all for an empty one.
    func query(where condition: String) -> String {
        "SELECT \(names) FROM \(name) \(condition.isEmpty ? "" : "WHERE \(condition) ")ORDER BY \(key.joined(separator: ", "))"
    }

    /// The rows behind a key, as many as the last parameter says.
    func query(behind isBehind: Bool) -> String {
        let parameters = (1...keyCount).map { "?\($0)" }.joined(separator: ", ")
        let condition = isBehind ? "WHERE (\(key.joined(separator: ", "))) > (\(parameters)) " : ""
        return "SELECT \(names) FROM \(name) \(condition)ORDER BY \(key.joined(separator: ", ")) "
            + "LIMIT ?\(isBehind ? keyCount + 1 : 1)"
    }

    /// The key of the last row.
    var lastKey: String {
        "SELECT \(key.joined(separator: ", ")) FROM \(name) ORDER BY "
            + key.map { "\($0) DESC" }.joined(separator: ", ") + " LIMIT 1"
    }

    /// Inserts a row.
    var insertion: String {
        "INSERT INTO \(name) (\(names)) VALUES (\((1...columns.count).map { "?\($0)" }.joined(separator: ", ")))"
    }

    /// Deletes the row with a key.
    var deletion: String {
        "DELETE FROM \(name) WHERE " + key.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: " AND ")
    }

    /// The values of the first columns of a row.
    func values(_ row: borrowing SQLRow, count: Int) -> [SQLValue] {
        var values: [SQLValue] = []
        for (index, column) in columns.prefix(count).enumerated() {
            switch column.kind {
            case _ where row.isNull(index): values.append(.null)
            case .integer: values.append(.integer(row.integer(index)))
            case .text: values.append(.utf8(row.bytes(index)))
            case .bytes: values.append(.blob(row.bytes(index)))
            }
        }
        return values
    }

    /// The table with a name; another name traps.
    static func named(_ name: String) -> CopiedTable {
        guard let table = all.first(where: { $0.name == name }) else { preconditionFailure("no such table: \(name)") }
        return table
    }

    /// All tables, those first that others refer to.
    ///
    /// Left out are `audit_spans`, which follows from the rows of the audit, and the tables with facts about the database.
    static let all = [
        CopiedTable(
            "apps", key: 1, numbered: "id",
            """
            id:i name:t title:t poll_interval:i poll_jitter:i revision:i next_version:i created_at:i deleted_at:i
            retention_releases:i retention_days:i
            """),
        CopiedTable("drafts", key: 1, batchRows: 8, "app_id:i revision:i published_revision:i settings:t changed_at:i"),
        CopiedTable("draft_rules", key: 2, "app_id:i position:i id:t json:t"),
        CopiedTable("expectations", key: 1, batchRows: 8, "app_id:i revision:i json:t changed_at:i"),
        CopiedTable("screens", key: 3, batchRows: 8, "app_id:i platform:t version:t json:t changed_at:i revision:i"),
        CopiedTable("screen_needs", key: 4, "app_id:i name:t platform:t version:t parameters:t"),
        CopiedTable(
            "adoption", key: 4,
            """
            app_id:i hour:i channel:t version:i received:i unchanged:i heads:i streams:i replaced:i
            """),
        CopiedTable("blobs", key: 1, numbered: "id", "id:i byte_count:i is_staged:i digest:b"),
        CopiedTable("blob_chunks", key: 2, batchRows: 8, "blob_id:i ordinal:i bytes:b"),
        CopiedTable(
            "releases", key: 2,
            """
            app_id:i version:i digest:t content_digest:t published_at:i message:t author_id:t author_name:t
            author_address:t rule_count:i body_bytes:i gzip_bytes:i was_public:i restored_from:i left_at:i removed_at:i
            notes:t
            """),
        CopiedTable(
            "release_contents", key: 2, batchRows: 64,
            "app_id:i version:i body_blob:i gzip_blob:i draft_blob:i findings:b has_hundredths:i"),
        CopiedTable(
            "release_indexes", key: 2, "body_digest:t format:i digest:t byte_count:i gzip_bytes:i gzip_blob:i"),
        CopiedTable(
            "channels", key: 2, "app_id:i name:t version:i is_public:i sequence:i changed_at:i deleted_at:i"),
        CopiedTable(
            "tokens", key: 1, numbered: "rowid",
            """
            rowid:i id:t name:t role:t has_all_apps:i secret_hash:b expires_at:i created_at:i created_by:t
            last_used_at:i previous_hash:b previous_until:i
            """),
        CopiedTable("token_apps", key: 2, "token_id:t app:t"),
        CopiedTable("token_channels", key: 3, "token_id:t app:t channel:t"),
        CopiedTable(
            "answers", key: 4, batchRows: 16,
            "token:t method:t path:t key:t body_digest:b at:i status:i fields:t body:b"),
        CopiedTable(
            "sessions", key: 1, numbered: "rowid",
            """
            rowid:i id:t token_id:t token_hash:b secret_hash:b origin:t address:t created_at:i ends_at:i last_used_at:i
            """),
        CopiedTable(
            "person_sessions", key: 1, numbered: "rowid",
            """
            rowid:i id:t person:t groups:t proxy:t secret_hash:b origin:t address:t created_at:i ends_at:i
            last_used_at:i
            """),
        CopiedTable("release_surfaces", key: 2, batchRows: 16, "app_id:i version:i document:b"),
        CopiedTable("hosts", key: 1, "name:t app_id:i revision:i changed_at:i"),
        CopiedTable(
            "audit", key: 1, batchRows: 64,
            """
            sequence:i at:i principal_id:t principal_name:t address:t action:t app:t before_json:t after_json:t
            previous_hash:b hash:b
            """),
        CopiedTable("audit_pieces", key: 1, batchRows: 16, numbered: "id", "id:i digest:b byte_count:i packed:b"),
        CopiedTable(
            "audit_parts", key: 2, "sequence:i ordinal:i kind:t change_count:i before_piece:i after_piece:i"),
        CopiedTable("audit_rules", key: 3, "app:t rule:t sequence:i"),
        CopiedTable("audit_cuts", key: 1, "sequence:i through:i"),
    ]
}
