import CSQLite

extension Connection {
    /// Runs a statement to its end; returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(DatabaseError) -> Int {
        try visit(sql, values) { _ in true }
        return changedRowCount
    }

    /// Calls `body` with each row of a query, in order.
    package func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        try visit(sql, values) { row throws(DatabaseError) in
            try body(row)
            return true
        }
    }

    /// Calls `body` with each row of a query, in order, until `body` returns false.
    func visit(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        let slot = try borrowSlot(sql)
        defer { cache.release(slot) }
        try slot.statement.bind(values)
        let row = SQLRow(slot)
        while try slot.statement.step() {
            let goesOn = try body(row)
            if slot.isMisread { throw DatabaseError.unreadable("a number is out of range in: \(sql)") }
            guard goesOn else { return }
        }
    }

    /// Makes a value from the first row of a query; nil if there is no row.
    package func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value? {
        var found: Value?
        try visit(sql, values) { row throws(DatabaseError) in
            found = try body(row)
            return false
        }
        return found
    }

    /// Makes a value from each row of a query.
    package func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing SQLRow) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> [Value] {
        var found: [Value] = []
        try forEach(sql, values) { row throws(DatabaseError) in found.append(try body(row)) }
        return found
    }

    /// Runs several statements that take no values, such as a migration.
    package func runScript(_ sql: String) throws(DatabaseError) {
        // Unsafe: SQLite reads the text during the call only.
        guard unsafe sqlite3_exec(pointer, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    /// Prepares a statement outside the cache; its owner closes it.
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try unsafe Statement(pointer, sql, isPersistent: false)
    }

    private func borrowSlot(_ sql: String) throws(DatabaseError) -> StatementCache.Slot {
        if let cached = cache.acquire(sql) { return cached }
        let slot = StatementCache.Slot(try unsafe Statement(pointer, sql, isPersistent: true))
        slot.isBusy = true
        return slot
    }
}

// MARK: Settings and schema

extension Connection {
    /// Reads a setting (https://www.sqlite.org/pragma.html); nil for an unknown name.
    package func pragma(_ name: StaticString) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name)") { row in row.text(0) }
    }

    /// Changes a setting; returns SQLite's answer, which only some settings have (`journal_mode`).
    @discardableResult
    package func setPragma(_ name: StaticString, _ value: StaticString) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name) = \(value)") { row in row.text(0) }
    }

    /// Changes a setting to a number.
    @discardableResult
    package func setPragma(_ name: StaticString, _ value: Int) throws(DatabaseError) -> String? {
        try first("PRAGMA \(name) = \(value)") { row in row.text(0) }
    }

    /// Checks the whole file; returns the damage, or nothing if there is none
    /// (https://www.sqlite.org/pragma.html#pragma_integrity_check).
    package func damage() throws(DatabaseError) -> [String] {
        try all("PRAGMA integrity_check") { row in row.text(0) }.filter { $0 != "ok" }
    }

    /// The names of the tables in the file, sorted.
    package func tableNames() throws(DatabaseError) -> [String] {
        try all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { row in row.text(0) }
    }
}
