/// The pieces of SQL that are SQLite's own (https://www.sqlite.org/lang.html).
struct SQLiteDialect: SQLDialect {
    func joined(_ text: String, by separator: String) -> String { "group_concat(\(text), '\(separator)')" }

    func elements(of list: String) -> String { "SELECT value FROM json_each(\(list))" }

    func table(_ name: String, as alias: String, by index: String?) -> String {
        "\(name) \(alias) " + (index.map { "INDEXED BY \($0)" } ?? "NOT INDEXED")
    }

    /// The optimizer does not change the order of a CROSS JOIN.
    var orderedJoin: String { "CROSS JOIN" }

    func byteCount(of text: String) -> String { "length(CAST(\(text) AS BLOB))" }

    /// A number that was inserted counts for the next one.
    func continueNumbers(of table: String, _ column: String) -> String? { nil }

    func nextNumber(of table: String, _ column: String, _ index: Int) -> String {
        "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '\(table)') + \(index + 1)"
    }

    func sharesLock(of number: String) -> String { "1" }

    func takesLock(of number: String) -> String? { nil }

    func position(of text: String, in other: String) -> String { "instr(\(other), \(text))" }
}
