/// The pieces of SQL that are PostgreSQL's own (https://www.postgresql.org/docs/15/functions.html), and how texts are
/// stored.
struct PostgresDialect: SQLDialect {
    func joined(_ text: String, by separator: String) -> String { "string_agg(\(text), '\(separator)')" }

    func elements(of list: String) -> String { "SELECT json_array_elements_text(CAST(\(list) AS json))" }

    /// The planner chooses the index.
    func table(_ name: String, as alias: String, by index: String?) -> String { "\(name) \(alias)" }

    var orderedJoin: String { "JOIN" }

    func byteCount(of text: String) -> String { "octet_length(\(text))" }

    func nextNumber(of table: String, _ column: String, _ index: Int) -> String {
        "nextval(pg_get_serial_sequence('\(table)', '\(column)'))"
    }

    func continueNumbers(of table: String, _ column: String) -> String? {
        "SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), coalesce(max(\(column)), 0) + 1, false) FROM \(table)"
    }

    func sharesLock(of number: String) -> String { "pg_try_advisory_xact_lock_shared(\(Self.key(of: number)))" }

    func takesLock(of number: String) -> String? { "pg_advisory_xact_lock(\(Self.key(of: number)))" }

    /// Other schemas of the database have other locks.
    private static func key(of number: String) -> String {
        "hashtextextended('waymark lock ' || coalesce(CAST(current_schema() AS text), '') || ' ' || \(number), 0)"
    }

    func position(of text: String, in other: String) -> String { "strpos(\(other), \(text))" }

    /// Writes `?1` as `$1`; no statement has a question mark before a digit for another reason.
    static func parameters(_ sql: String) -> String {
        guard sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
        var bytes = Array(sql.utf8)
        for index in bytes.indices.dropLast() where bytes[index] == UInt8(ascii: "?") {
            if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index + 1]) { bytes[index] = UInt8(ascii: "$") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Texts as PostgreSQL stores them.
///
/// PostgreSQL has no NUL character in a text (https://www.postgresql.org/docs/15/datatype-character.html), but JSON has
/// U+0000 in titles, messages and names of screens, and a store must not refuse what the other one takes. So U+0000 is
/// stored as U+0001 and `0`, and U+0001 as U+0001 and `1`. Each text has one such form, and two texts have the order of
/// their forms, byte by byte, so that keys, lists and cursors are the same as in SQLite. Other texts are stored as they are;
/// with `bytea`, which also keeps every byte, an administrator could read none of them in `psql`.
enum StoredText {
    private static let mark: UInt8 = 1

    /// Whether the text has a character that is stored in another form.
    static func needsMarks(_ bytes: some Sequence<UInt8>) -> Bool { bytes.contains { $0 <= mark } }

    /// The form that is stored.
    static func marked(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var stored: [UInt8] = []
        for byte in bytes {
            if byte <= mark {
                stored += [mark, UInt8(ascii: "0") + byte]
            } else {
                stored.append(byte)
            }
        }
        return stored
    }

    /// Replaces the stored form at the end of a buffer, from an index on, by the text.
    static func unmark(_ buffer: inout [UInt8], from start: Int) {
        guard let first = buffer[start...].firstIndex(of: mark) else { return }
        var text: [UInt8] = []
        var isMarked = false
        for byte in buffer[first...] {
            if isMarked {
                text.append(byte == UInt8(ascii: "0") ? 0 : mark)
                isMarked = false
            } else if byte == mark {
                isMarked = true
            } else {
                text.append(byte)
            }
        }
        buffer.replaceSubrange(first..., with: text)
    }
}
