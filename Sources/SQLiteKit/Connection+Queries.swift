import CSQLite

extension Connection {
    /// Runs a statement to its end; returns how many rows it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(DatabaseError) -> Int {
        try forEach(sql, values) { _ in }
        return changedRowCount
    }

    /// Calls `body` with each row of a query, in order.
    package func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let slot = try takeSlot(sql)
        defer { cache.give(slot) }
        try slot.statement.bind(values)
        while try slot.statement.step() { try slot.statement.withRow(body) }
    }

    /// Makes a value from the first row of a query; nil when there is no row.
    package func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value? {
        let slot = try takeSlot(sql)
        defer { cache.give(slot) }
        try slot.statement.bind(values)
        return try slot.statement.step() ? try slot.statement.withRow(body) : nil
    }

    /// Makes a value from each row of a query.
    package func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Value
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

    /// Prepares a statement that is not kept; its owner closes it.
    package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
        try unsafe Statement(pointer, sql, isPersistent: false)
    }

    private func takeSlot(_ sql: String) throws(DatabaseError) -> StatementCache.Slot {
        if let kept = cache.take(sql) { return kept }
        let slot = StatementCache.Slot(try unsafe Statement(pointer, sql, isPersistent: true))
        slot.isBusy = true
        return slot
    }
}
