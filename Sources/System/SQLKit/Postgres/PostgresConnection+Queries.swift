import CPostgres

extension PostgresConnection {
    /// Runs a statement to its end; returns the number of rows that it changed.
    ///
    /// Parameters are `$1`, `$2` …; there must be as many values.
    @discardableResult
    package func run(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) -> Int {
        try execute(sql, values).changedRowCount
    }

    /// Runs a statement whose answer is not wanted; inside a transaction it is sent with the next statement that waits,
    /// which throws its failure.
    package func post(_ sql: String, _ values: [PostgresValue] = []) throws(PostgresError) {
        guard !isOutsideTransaction else {
            _ = try execute(sql, values)
            return
        }
        try post(sql, values, nil)
    }

    /// The same inside a transaction, for a query: its answer is kept.
    func post(_ sql: String, _ values: [PostgresValue], _ answer: PostedAnswer?) throws(PostgresError) {
        try send(sql, values) { send throws(PostgresError) in try post(sql, answer, send) }
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
        try settle()
        // Unsafe: libpq copies the text.
        return try perform(sql, wait: wait) { unsafe PQsendQuery(pointer, sql) }.commandTag
    }

    /// Sends one statement without values.
    func sendCommand(_ sql: String) -> Int32 {
        // Unsafe: libpq copies the text.
        unsafe PQsendQueryParams(pointer, sql, 0, nil, nil, nil, nil, 1)
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
        try send(sql, values) { send throws(PostgresError) in
            try perform(sql, wait: settings.answerWait, send)
        }
    }

    /// Calls `body` with what sends a statement, which is prepared unless the connection is pooled.
    private func send<Value: ~Copyable>(
        _ sql: String, _ values: [PostgresValue], _ body: (() -> Int32) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        if settings.isPooled {
            let buffer = try ParameterBuffer(values, types: ParameterBuffer.types(of: values), sql: sql)
            return try body { sendUnprepared(sql, buffer) }
        }
        let statement = try prepare(sql)
        let buffer = try ParameterBuffer(values, types: statement.parameterTypes, sql: sql)
        return try body {
            unsafe buffer.withArrays { values, lengths, formats in
                unsafe PQsendQueryPrepared(
                    pointer, statement.name, Int32(buffer.types.count), values, lengths, formats, 1)
            }
        }
    }

    private func sendUnprepared(_ sql: String, _ buffer: ParameterBuffer) -> Int32 {
        unsafe buffer.withArrays { values, lengths, formats in
            unsafe PQsendQueryParams(
                pointer, sql, Int32(buffer.types.count), buffer.types, values, lengths, formats, 1)
        }
    }

    private func executeUnprepared(
        _ sql: String, _ values: [PostgresValue]
    ) throws(PostgresError) -> PostgresResult {
        let buffer = try ParameterBuffer(values, types: ParameterBuffer.types(of: values), sql: sql)
        return try perform(sql, wait: settings.answerWait) { sendUnprepared(sql, buffer) }
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
