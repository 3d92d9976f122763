/// What a transaction is for.
package enum SQLTransactionKind: Sendable, Hashable {
    /// Reading: all statements see what was committed before the first.
    case snapshot
    /// Writing.
    case write
}

/// A connection to a database, used by one thread at a time; its owner closes it.
///
/// Parameters of statements are `?1`, `?2` …; there must be as many values. Prepared statements are kept by their text.
package protocol SQLConnecting: AnyObject {
    /// Runs a statement to its end; returns the number of rows that it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(SQLError) -> Int

    /// Runs a statement whose answer is not wanted; a failure may be thrown by a later statement of the transaction, or by
    /// the commit.
    func post(_ sql: String, _ values: [SQLValue]) throws(SQLError)

    /// Whether the failure of such a statement was thrown later, so that it is not known which part sent it, or a part could
    /// not be rolled back alone.
    var hasFailedPost: Bool { get }

    /// How often it has waited for a server; 0 for a file.
    var roundTripCount: Int { get }

    /// Calls `body` with each row of a query, in order, until `body` returns false.
    ///
    /// A body does not throw, because a failure of a database and one of the caller have different types.
    func visit(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError)

    /// Runs a query for several sets of values in one round trip to a server; does nothing for a file, where single queries
    /// cost no more.
    ///
    /// - Parameters:
    ///   - sql: The query.
    ///   - values: The sets of values.
    ///   - body: Gets the number of a set and the first row of its answer.
    /// - Throws: The failure of one of them.
    func visitEach(
        _ sql: String, _ values: [[SQLValue]], _ body: (_ index: Int, borrowing SQLRow) -> Void
    ) throws(SQLError)

    /// The same for a query that may have more rows than fit into memory, inside a transaction.
    func walk(_ sql: String, _ values: [SQLValue], _ body: (borrowing SQLRow) -> Bool) throws(SQLError)

    /// What the database's SQL has of its own.
    var dialect: any SQLDialect { get }

    /// Opens a transaction.
    func begin(_ kind: SQLTransactionKind) throws(SQLError)

    /// Commits the transaction; returns when its changes are safe.
    ///
    /// - Throws: `outcomeUnknown` if it may or may not be committed; with any other kind, it is not.
    func commit() throws(SQLError)

    /// Rolls the transaction back, if one is open.
    func rollback() throws(SQLError)

    /// Opens a savepoint: a part of the transaction that can be rolled back alone; those of a file nest.
    func beginSavepoint() throws(SQLError)

    /// Ends the innermost savepoint and keeps its changes.
    func releaseSavepoint() throws(SQLError)

    /// Rolls back the innermost savepoint and ends it.
    ///
    /// A database server refuses that if statements behind it may have changed something; then ``hasFailedPost`` is true,
    /// and the whole transaction has to be rolled back.
    func rollbackSavepoint() throws(SQLError)

    /// Whether no transaction is open, such as after the database has ended it on its own.
    var isOutsideTransaction: Bool { get }

    /// Closes the connection; using it afterwards traps.
    func close()
}
