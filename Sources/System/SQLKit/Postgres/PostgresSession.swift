/// A connection to a PostgreSQL server behind the protocol that the store uses.
///
/// A lost connection is opened again by ``begin(_:)``: between two transactions the server keeps nothing for it. Statements
/// are the store's, with parameters `?1`, `?2` …; see ``PostgresDialect`` and `StoredText` for what is rewritten.
package final class PostgresSession: SQLConnecting {
    /// The number of connections that the session has had: it changes when one was lost.
    package private(set) var connectionCount = 0
    /// Those of earlier connections.
    private var closedRoundTripCount = 0
    private let address: PostgresAddress
    private let settings: PostgresSettings
    /// Nil before the first connection and after ``close()``.
    private var connection: PostgresConnection?
    /// The transaction of which nothing but its BEGIN was sent.
    private var begun: PostgresConnection.TransactionKind?
    /// The statements in PostgreSQL's form, by their text; the store has some hundred.
    private var statements: [String: String] = [:]

    /// Connects.
    ///
    /// - Throws: `cannotOpen`, without the password.
    package init(_ address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()) throws(SQLError) {
        self.address = address
        self.settings = settings
        do { try reopen() } catch { throw SQLError(error) }
    }

    /// Makes a session whose first ``begin(_:)`` connects; all other calls before it fail.
    package init(unconnected address: PostgresAddress, _ settings: PostgresSettings) {
        self.address = address
        self.settings = settings
    }

    /// What is PostgreSQL's own in statements.
    package var dialect: any SQLDialect { PostgresDialect() }

    /// Runs `body` on the connection, for what other databases do not have: scripts, notices, notifications.
    package func withConnection<Value>(
        _ body: (borrowing PostgresConnection) throws(PostgresError) -> Value
    ) throws(SQLError) -> Value {
        do { return try use(body) } catch { throw SQLError(error) }
    }

    /// Runs a statement to its end; returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int {
        let (sql, values) = (translated(sql), values.map(PostgresValue.init))
        return try withConnection { connection throws(PostgresError) in try connection.run(sql, values) }
    }

    /// Sends a statement of a transaction with the next one that waits, which throws its failure.
    package func post(_ sql: String, _ values: [SQLValue]) throws(SQLError) {
        let (sql, values) = (translated(sql), values.map(PostgresValue.init))
        try withConnection { connection throws(PostgresError) in try connection.post(sql, values) }
    }

    /// Whether a statement of the transaction failed that had been posted.
    package var hasFailedPost: Bool { connection?.hasFailedPost ?? false }

    /// How often it has waited for the server since the session was made.
    package var roundTripCount: Int { closedRoundTripCount + (connection?.roundTripCount ?? 0) }

    /// Calls `body` with each row of a query, in order, until `body` returns false; the whole answer is in memory before.
    package func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        do {
            let (statement, values) = (translated(sql), values.map(PostgresValue.init))
            let rows = try use { connection throws(PostgresError) in try connection.rows(statement, values) }
            _ = try rows.visit(sql, body)
        } catch { throw SQLError(error) }
    }

    /// Runs a query for several sets of values, which are sent together.
    package func visitEach(
        _ sql: String, _ values: [[SQLValue]], _ body: (_ index: Int, borrowing SQLRow) -> Void
    ) throws(SQLError) {
        do {
            let statement = translated(sql)
            let answers = values.map { _ in PostedAnswer() }
            try use { connection throws(PostgresError) in
                for (values, answer) in zip(values, answers) {
                    try connection.post(statement, values.map(PostgresValue.init), answer)
                }
                try connection.settle()
            }
            for (index, answer) in answers.enumerated() {
                _ = try answer.rows?.visit(sql) { row in
                    body(index, row)
                    return false
                }
            }
        } catch { throw SQLError(error) }
    }

    /// Calls `body` with each row of a query inside a transaction, with ``PostgresLimits/walkRows`` of them in memory.
    ///
    /// It fetches from a cursor. libpq's single-row mode would hold as little, but the server counts the time in which this
    /// process uses the rows as time of the statement, and would end a long walk at `statement_timeout`.
    package func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        precondition(!isOutsideTransaction, "a walk needs a transaction")
        do {
            let declaration = "DECLARE walk NO SCROLL CURSOR FOR " + translated(sql)
            let values = values.map(PostgresValue.init)
            try use { connection throws(PostgresError) in
                _ = try connection.unpreparedRows(declaration, values)
                var isWanted = true
                while isWanted {
                    let rows = try connection.unpreparedRows("FETCH FORWARD \(PostgresLimits.walkRows) FROM walk", [])
                    guard rows.count > 0 else { break }
                    isWanted = try rows.visit(sql, body)
                }
                try connection.runScript("CLOSE walk")
            }
        } catch { throw SQLError(error) }
    }

    /// Opens a transaction, on another connection if this one was lost.
    package func begin(_ kind: SQLTransactionKind) throws(SQLError) {
        let kind: PostgresConnection.TransactionKind = kind == .write ? .readCommitted : .snapshot
        do throws(PostgresError) {
            if connection?.isAlive != true { try reopen() }
            try connection?.begin(kind)
            begun = kind
        } catch { throw SQLError(error) }
    }

    /// Commits the transaction; returns only if the server says that it is safe.
    package func commit() throws(SQLError) {
        try withConnection { connection throws(PostgresError) in try connection.commit() }
    }

    /// Rolls the transaction back; does nothing if there is none.
    package func rollback() throws(SQLError) {
        guard connectionCount > 0 else { return }
        try withConnection { connection throws(PostgresError) in try connection.rollback() }
    }

    /// Begins a part of the transaction, without a statement.
    package func beginSavepoint() throws(SQLError) {
        try withConnection { connection throws(PostgresError) in connection.beginPart() }
    }

    /// Ends the part and keeps its changes.
    package func releaseSavepoint() throws(SQLError) {}

    /// Drops the part if it has only read, else the whole transaction has to be done again.
    package func rollbackSavepoint() throws(SQLError) {
        try withConnection { connection throws(PostgresError) in try connection.dropPart() }
    }

    /// Whether no transaction is open, also because the connection was lost.
    package var isOutsideTransaction: Bool { connection?.isOutsideTransaction ?? true }

    /// Closes the connection; using the session afterwards traps.
    package func close() { connection?.close() }

    private var isUsable: Bool { connection?.isUsable ?? false }

    /// Runs `body`; once more on another connection if this one was lost and the server has answered nothing in the
    /// transaction.
    private func use<Value>(
        _ body: (borrowing PostgresConnection) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        guard connectionCount > 0 else { throw PostgresError(.connection, "no transaction has connected yet") }
        defer { begun = nil }
        do throws(PostgresError) {
            if let value = try connection?.lend(body) { return value }
        } catch {
            guard let begun, !isUsable else { throw error }
            try reopen()
            try connection?.begin(begun)
        }
        if let value = try connection?.lend(body) { return value }
        throw PostgresError(.connection, "the connection is closed")
    }

    private func reopen() throws(PostgresError) {
        let opened = try PostgresConnection.open(address, settings)
        closedRoundTripCount = roundTripCount
        connection?.close()
        connection = .some(opened)
        connectionCount += 1
    }

    private func translated(_ sql: String) -> String {
        if let known = statements[sql] { return known }
        let statement = PostgresDialect.parameters(sql)
        if statements.count >= PostgresLimits.statementsMax { statements = [:] }
        statements[sql] = statement
        return statement
    }
}

extension PostgresValue {
    /// A parameter of the store's statements.
    init(_ value: SQLValue) {
        switch value {
        case .integer(let number): self = .integer(number)
        case .text(let text):
            self = StoredText.needsMarks(text.utf8) ? .utf8(StoredText.marked(text.utf8)) : .text(text)
        case .utf8(let text): self = .utf8(StoredText.needsMarks(text) ? StoredText.marked(text) : text)
        case .blob(let bytes): self = .blob(bytes)
        case .real(let number): self = .real(number)
        case .null: self = .null
        }
    }
}
