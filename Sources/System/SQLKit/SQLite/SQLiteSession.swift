/// A connection to one database file behind the protocol that the store uses.
package final class SQLiteSession: SQLConnecting {
    private var connection: Connection

    /// Takes a connection, which it closes.
    package init(_ connection: consuming Connection) { self.connection = connection }

    /// Runs `body` on the connection, for what other databases do not have: settings, scripts, online backups.
    package func withConnection<Value>(
        _ body: (borrowing Connection) throws(DatabaseError) -> Value
    ) throws(DatabaseError) -> Value {
        try body(connection)
    }

    /// Runs a statement to its end; returns the number of rows that it changed.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int {
        do { return try connection.run(sql, values) } catch { throw SQLError(error) }
    }

    /// The same: there is no way to a server that could be saved.
    package func post(_ sql: String, _ values: [SQLValue]) throws(SQLError) { try run(sql, values) }

    /// No: failures are thrown at once.
    package var hasFailedPost: Bool { false }

    /// None: there is no server.
    package var roundTripCount: Int { 0 }

    /// Calls `body` with each row of a query, in order, until `body` returns false.
    package func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        do { try connection.visit(sql, values, body) } catch { throw SQLError(error) }
    }

    /// Nothing: there is no round trip that could be saved.
    package func visitEach(
        _ sql: String, _ values: [[SQLValue]], _ body: (_ index: Int, borrowing SQLRow) -> Void
    ) throws(SQLError) {}

    /// The same: SQLite makes each row when it is asked for.
    package func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError) {
        try visit(sql, values, body)
    }

    /// What is SQLite's own in statements.
    package var dialect: any SQLDialect { SQLiteDialect() }

    /// Opens a transaction; one for writing locks the file at once.
    package func begin(_ kind: SQLTransactionKind) throws(SQLError) {
        do { try connection.begin(kind == .write ? .immediate : .deferred) } catch { throw SQLError(error) }
    }

    /// Commits the transaction; returns when it is on disk.
    package func commit() throws(SQLError) {
        do { try connection.commit() } catch { throw SQLError(error) }
    }

    /// Rolls the transaction back; does nothing if SQLite has done it already.
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

    /// Whether no transaction is open: SQLite may have ended it on its own, as it does when a disk is full.
    package var isOutsideTransaction: Bool { connection.isOutsideTransaction }

    /// Closes the file and all cached statements; using the session afterwards traps.
    package func close() { connection.close() }
}
