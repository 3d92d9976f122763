extension Connection {
    /// Reads a setting (https://www.sqlite.org/pragma.html); nil when SQLite does not know it.
    package func pragma(_ name: StaticString) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name)") { row in row.text(0) }
    }

    /// Changes a setting; returns SQLite's answer, which some settings give (`journal_mode`), or nil.
    @discardableResult
    package func setPragma(_ name: StaticString, _ value: StaticString) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name) = \(value)") { row in row.text(0) }
    }

    /// Changes a setting to a number.
    @discardableResult
    package func setPragma(_ name: StaticString, _ value: Int) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name) = \(value)") { row in row.text(0) }
    }

    /// Looks through the whole file for damage; empty when there is none (https://www.sqlite.org/pragma.html#pragma_integrity_check).
    package func damage() throws(DatabaseError) -> [String] {
        try all("PRAGMA integrity_check") { row in row.text(0) }.filter { $0 != "ok" }
    }

    /// Names of the tables in the file.
    package func tableNames() throws(DatabaseError) -> [String] {
        try all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { row in row.text(0) }
    }
}
