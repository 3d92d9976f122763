import CPostgres

extension PostgresConnection {
    /// Runs a statement to its end; returns the number of rows that it changed.
    ///
    /// Parameters are `$1`, `$2` …; there must be as many values.
    @discardableResult
    package func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> Int {
        try execute(sql, values).changedRowCount
    }

    /// Calls `body` with each row of a query, in order; the whole answer is in memory before.
    package func forEach(
        _ sql: String, _ values: [PostgresValue] = [],
        _ body: (borrowing PostgresRow) throws(PostgresError) -> Void
    ) throws(PostgresError) {
        let result = try execute(sql, values)
        try result.checkColumns(sql)
        for row in 0..<result.rowCount { try result.withRow(row, sql, body) }
    }

    /// Makes a value from the first row of a query; nil if there is no row.
    package func first<Value>(
        _ sql: String, _ values: [PostgresValue] = [],
        _ body: (borrowing PostgresRow) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value? {
        let result = try execute(sql, values)
        try result.checkColumns(sql)
        return result.rowCount == 0 ? nil : try result.withRow(0, sql, body)
    }

    /// Makes a value from each row of a query.
    package func all<Value>(
        _ sql: String, _ values: [PostgresValue] = [],
        _ body: (borrowing PostgresRow) throws(PostgresError) -> Value
    ) throws(PostgresError) -> [Value] {
        var found: [Value] = []
        try forEach(sql, values) { row throws(PostgresError) in found.append(try body(row)) }
        return found
    }

    /// Runs several statements that take no values, such as a migration; outside a transaction they are one.
    package func runScript(_ sql: String) throws(PostgresError) {
        try runCommand(sql, wait: settings.answerWait)
    }

    /// Runs statements without values; returns the tag of the last.
    @discardableResult
    func runCommand(_ sql: String, wait: Duration) throws(PostgresError) -> String {
        // Unsafe: libpq copies the text.
        try perform(sql, wait: wait) { unsafe PQsendQuery(pointer, sql) }.commandTag
    }

    /// All rows of a query.
    func rows(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) -> ResultRows {
        ResultRows(try execute(sql, values))
    }

    /// All rows of a statement that is run once, such as FETCH.
    func unpreparedRows(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) -> ResultRows {
        ResultRows(try executeUnprepared(sql, values))
    }

    private func execute(_ sql: String, _ values: [PostgresValue]) throws(PostgresError) -> PostgresResult {
        if settings.isPooled { return try executeUnprepared(sql, values) }
        let statement = try prepare(sql)
        let buffer = try ParameterBuffer(values, types: statement.parameterTypes, sql: sql)
        do {
            return try perform(sql, wait: settings.answerWait) {
                unsafe buffer.withArrays { values, lengths, formats in
                    unsafe PQsendQueryPrepared(
                        pointer, statement.name, Int32(buffer.types.count), values, lengths, formats, 1)
                }
            }
        } catch {
            // A migration of another node, or a pooler that was not announced: the next run prepares it again.
            if error.state == .featureNotSupported || error.state == .unknownStatement { record.forget(sql) }
            throw error
        }
    }

    private func executeUnprepared(
        _ sql: String, _ values: [PostgresValue]
    ) throws(PostgresError) -> PostgresResult {
        let buffer = try ParameterBuffer(values, types: ParameterBuffer.types(of: values), sql: sql)
        return try perform(sql, wait: settings.answerWait) {
            unsafe buffer.withArrays { values, lengths, formats in
                unsafe PQsendQueryParams(
                    pointer, sql, Int32(buffer.types.count), buffer.types, values, lengths, formats, 1)
            }
        }
    }

    /// Prepares a statement unless it is, and learns the types of its parameters from the server.
    private func prepare(_ sql: String) throws(PostgresError) -> ConnectionRecord.Prepared {
        if let known = record.prepared(sql) { return known }
        if record.isFull {
            try runCommand("DEALLOCATE ALL", wait: settings.answerWait)
            record.forgetAll()
        }
        let name = record.nextName()
        _ = try perform(sql, wait: settings.answerWait) {
            unsafe PQsendPrepare(pointer, name, sql, 0, nil)
        }
        let described = try perform(sql, wait: settings.answerWait) {
            unsafe PQsendDescribePrepared(pointer, name)
        }
        let statement = ConnectionRecord.Prepared(name: name, parameterTypes: described.parameterTypes)
        record.add(sql, statement)
        return statement
    }
}
