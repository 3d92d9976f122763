package import SQLSessions

/// A connection to a PostgreSQL server behind the protocol that the store uses.
///
/// A lost connection is opened again by ``begin(_:)``: between two transactions the server keeps nothing for it. Statements
/// are the store's, with parameters `?1`, `?2` …; see ``PostgresDialect`` and `StoredText` for what is rewritten.
package final class PostgresSession: SQLConnecting {
    /// The number of connections that the session has had: it changes when one was lost.
    package private(set) var connectionCount = 1
    private let address: PostgresAddress
    private let settings: PostgresSettings
    private var connection: PostgresConnection
    /// The statements in PostgreSQL's form, by their text; the store has some hundred.
    private var statements: [String: String] = [:]

    /// Connects.
    ///
    /// - Throws: `cannotOpen`, without the password.
    package init(_ address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()) throws(SQLError) {
        self.address = address
        self.settings = settings
        do { connection = try PostgresConnection.open(address, settings) } catch { throw SQLError(error) }
    }

    /// What is PostgreSQL's own in statements.
    package var dialect: any SQLDialect { PostgresDialect() }

    /// Runs `body` on the connection, for what other databases do not have: scripts, notices, notifications.
    package func withConnection<Value>(
        _ body: (borrowing PostgresConnection) throws(PostgresError) -> Value
    ) throws(SQLError) -> Value {
        do { return try body(connection) } catch { throw SQLError(error) }
    }

    /// Runs a statement to its end; returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int {
        do { return try connection.run(translated(sql), values.map(PostgresValue.init)) } catch {
            throw SQLError(error)
        }
    }

    /// Calls `body` with each row of a query, in order, until `body` returns false; the whole answer is in memory before.
    package func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        do {
            let rows = try connection.rows(translated(sql), values.map(PostgresValue.init))
            _ = try rows.visit(sql, body)
        } catch { throw SQLError(error) }
    }

    /// Calls `body` with each row of a query inside a transaction, with ``PostgresLimits/walkRows`` of them in memory.
    ///
    /// It fetches from a cursor. libpq's single-row mode would hold as little, but the server counts the time in which this
    /// process uses the rows as time of the statement, and would end a long walk at `statement_timeout`.
    package func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        precondition(!isOutsideTransaction, "a walk needs a transaction")
        do {
            _ = try connection.unpreparedRows(
                "DECLARE walk NO SCROLL CURSOR FOR " + translated(sql), values.map(PostgresValue.init))
            var isWanted = true
            while isWanted {
                let rows = try connection.unpreparedRows("FETCH FORWARD \(PostgresLimits.walkRows) FROM walk", [])
                guard rows.count > 0 else { break }
                isWanted = try rows.visit(sql, body)
            }
            try connection.runScript("CLOSE walk")
        } catch { throw SQLError(error) }
    }

    /// Opens a transaction, on another connection if this one was lost.
    package func begin(_ kind: SQLTransactionKind) throws(SQLError) {
        let kind: PostgresConnection.TransactionKind = kind == .write ? .readCommitted : .snapshot
        do throws(PostgresError) {
            if connection.isUsable {
                do throws(PostgresError) {
                    try connection.begin(kind)
                    return
                } catch {
                    guard !connection.isUsable else { throw error }
                }
            }
            try reopen()
            try connection.begin(kind)
        } catch { throw SQLError(error) }
    }

    /// Commits the transaction; returns only if the server says that it is safe.
    package func commit() throws(SQLError) {
        do { try connection.commit() } catch { throw SQLError(error) }
    }

    /// Rolls the transaction back; does nothing if there is none.
    package func rollback() throws(SQLError) {
        do { try connection.rollback() } catch { throw SQLError(error) }
    }

    /// Opens a savepoint.
    package func beginSavepoint() throws(SQLError) {
        do { try connection.beginSavepoint() } catch { throw SQLError(error) }
    }

    /// Ends the innermost savepoint and keeps its changes.
    package func releaseSavepoint() throws(SQLError) {
        do { try connection.releaseSavepoint() } catch { throw SQLError(error) }
    }

    /// Rolls back the innermost savepoint and ends it.
    package func rollbackSavepoint() throws(SQLError) {
        do { try connection.rollbackSavepoint() } catch { throw SQLError(error) }
    }

    /// Whether no transaction is open, also because the connection was lost.
    package var isOutsideTransaction: Bool { connection.isOutsideTransaction }

    /// Closes the connection; using the session afterwards traps.
    package func close() { connection.close() }

    private func reopen() throws(PostgresError) {
        let opened = try PostgresConnection.open(address, settings)
        connection.close()
        connection = opened
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
