extension Connection {
    /// When a transaction locks the database (https://www.sqlite.org/lang_transaction.html).
    package enum TransactionKind: String, Sendable {
        /// With its first statement: a snapshot, for reading.
        case deferred = "BEGIN DEFERRED"
        /// When it begins, so that it does not fail later because another connection writes.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Opens a transaction.
    package func begin(_ kind: TransactionKind) throws(DatabaseError) { try run(kind.rawValue) }

    func commit() throws(DatabaseError) { try run("COMMIT") }

    /// Rolls the transaction back; does nothing if SQLite has done it already.
    package func rollback() throws(DatabaseError) {
        if !isOutsideTransaction { try run("ROLLBACK") }
    }

    /// Opens a savepoint: a part of the transaction that can be rolled back alone.
    ///
    /// Savepoints nest; the calls below are about the innermost one.
    package func beginSavepoint() throws(DatabaseError) { try run("SAVEPOINT part") }

    /// Ends the innermost savepoint and keeps its changes.
    package func releaseSavepoint() throws(DatabaseError) { try run("RELEASE part") }

    /// Rolls back the innermost savepoint and ends it.
    package func rollbackSavepoint() throws(DatabaseError) {
        try run("ROLLBACK TO part")
        try run("RELEASE part")
    }

    /// Runs `body` in one transaction, which is rolled back if it throws.
    @discardableResult
    package func transaction<Result>(
        _ kind: TransactionKind, _ body: (borrowing Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try begin(kind)
        let result: Result
        do {
            result = try body(self)
            try commit()
        } catch {
            // The first failure is thrown; if the rollback fails, too, nothing is committed either.
            try? rollback()
            throw error
        }
        return result
    }
}
