extension Connection {
    /// When a transaction takes its locks (https://www.sqlite.org/lang_transaction.html).
    package enum TransactionKind: String, Sendable {
        /// With its first read or write: a snapshot for reading.
        case deferred = "BEGIN DEFERRED"
        /// At once, so that it cannot fail later because another writer came between.
        case immediate = "BEGIN IMMEDIATE"
    }

    /// Opens a transaction.
    package func begin(_ kind: TransactionKind) throws(DatabaseError) { try run(kind.rawValue) }

    /// Makes the transaction durable.
    package func commit() throws(DatabaseError) { try run("COMMIT") }

    /// Undoes the transaction; does nothing when SQLite has undone it on its own.
    package func rollback() throws(DatabaseError) {
        if !isOutsideTransaction { try run("ROLLBACK") }
    }

    /// Opens a part of a transaction that can be undone alone.
    ///
    /// Parts nest; the innermost is named by the calls below.
    package func beginSavepoint() throws(DatabaseError) { try run("SAVEPOINT part") }

    /// Keeps the innermost part.
    package func releaseSavepoint() throws(DatabaseError) { try run("RELEASE part") }

    /// Undoes the innermost part and ends it.
    package func rollbackSavepoint() throws(DatabaseError) {
        try run("ROLLBACK TO part")
        try run("RELEASE part")
    }

    /// Runs `body` as one transaction: all of it, or nothing when it throws.
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
            // The first failure is the one to tell; a rollback that fails too leaves nothing committed either.
            try? rollback()
            throw error
        }
        return result
    }

    /// Runs `body` as a part of the open transaction: all of it, or nothing of it when it throws.
    @discardableResult
    package func savepoint<Result>(
        _ body: (borrowing Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try beginSavepoint()
        let result: Result
        do {
            result = try body(self)
        } catch {
            if !isOutsideTransaction { try rollbackSavepoint() }
            throw error
        }
        try releaseSavepoint()
        return result
    }
}
