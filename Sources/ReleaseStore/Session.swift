import SQLiteKit

/// One connection of the store and all its SQL; failures come out as ``StoreError``.
///
/// Each noun's statements are an extension of this class. Used by one thread at a time: whoever writes has one, and
/// the pool lends the others.
final class Session {
    private var connection: Connection
    /// The epoch and the last audit row as this connection's open transaction has them; nil while nobody has looked.
    ///
    /// Only whoever writes uses it, and nobody else writes: it saves two look-ups for each write. Whatever undoes a write
    /// forgets it.
    var newest: StoreHead?

    init(_ connection: consuming Connection) {
        self.connection = connection
    }

    /// Runs a statement to its end; returns how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int {
        do { return try connection.run(sql, values) } catch { throw StoreError(error) }
    }

    /// Makes a value from the first row of a query; nil when there is no row.
    func first<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Value
    ) throws(StoreError) -> Value? {
        do { return try connection.first(sql, values, body) } catch { throw StoreError(error) }
    }

    /// Makes a value from each row of a query.
    func all<Value>(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Value
    ) throws(StoreError) -> [Value] {
        do { return try connection.all(sql, values, body) } catch { throw StoreError(error) }
    }

    /// Calls `body` with each row of a query.
    func forEach(
        _ sql: String, _ values: [SQLValue] = [], _ body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(StoreError) {
        do { try connection.forEach(sql, values, body) } catch { throw StoreError(error) }
    }

    /// Runs `body` on the connection itself: for transactions and settings.
    func withConnection<Value>(
        _ body: (borrowing Connection) throws(DatabaseError) -> Value
    ) throws(StoreError) -> Value {
        do { return try body(connection) } catch { throw StoreError(error) }
    }

    /// The number of the row inserted last.
    var lastInsertedRow: Int { connection.lastInsertedRow }

    /// Whether SQLite has ended the transaction on its own, as it does when a disk is full.
    var hasLostTransaction: Bool { connection.isOutsideTransaction }

    /// Undoes the open transaction, if there is one; what it fails at cannot be committed either.
    func abandonTransaction() {
        newest = nil
        try? connection.rollback()
    }

    /// Undoes the innermost part of the open transaction.
    func abandonPart() throws(StoreError) {
        newest = nil
        try withConnection { connection throws(DatabaseError) in try connection.rollbackSavepoint() }
    }

    /// Lets go of cached pages, which a failing disk may have given: the next statement reads the file.
    func forgetPages() {
        // Without it the old pages are used again, which is no new failure.
        try? connection.runScript("PRAGMA shrink_memory")
    }

    /// Runs `body` on one snapshot of the database.
    func snapshot<Value>(_ body: (Session) throws(StoreError) -> Value) throws(StoreError) -> Value {
        try withConnection { connection throws(DatabaseError) in try connection.begin(.deferred) }
        defer { abandonTransaction() }
        return try body(self)
    }

    /// Runs `body` as a write of its own: all of it, or nothing.
    func transaction(_ body: (Session) throws(StoreError) -> Void) throws(StoreError) {
        try withConnection { connection throws(DatabaseError) in try connection.begin(.immediate) }
        defer { abandonTransaction() }
        try body(self)
        try withConnection { connection throws(DatabaseError) in try connection.commit() }
    }

    /// Closes the connection.
    func close() { connection.close() }
}
