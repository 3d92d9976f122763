import ReleaseStore
import SQLKit
import StoreRecords

/// What a session on a SQLite file can do that sessions on other databases cannot.
extension StoreSession {
    /// Takes a connection to a file, which ``close()`` closes.
    convenience init(_ connection: consuming Connection) { self.init(SQLiteSession(connection)) }

    /// Runs `body` on the connection, for settings, the layout and copies.
    func withConnection<Value>(
        _ body: (borrowing Connection) throws(DatabaseError) -> Value
    ) throws(StoreError) -> Value {
        guard let session = connection as? SQLiteSession else {
            preconditionFailure("a session of another database was used as one of a SQLite file")
        }
        do { return try session.withConnection(body) } catch { throw StoreError(error) }
    }

    /// Frees cached pages, which may come from a failing disk: the next statement reads the file.
    func discardCachedPages() {
        // If it fails, the cached pages stay in use, which is not a new failure.
        try? withConnection { connection throws(DatabaseError) in try connection.runScript("PRAGMA shrink_memory") }
    }
}

extension StoreError {
    /// A failure of SQLite.
    init(_ error: DatabaseError) { self.init(SQLError(error)) }
}
