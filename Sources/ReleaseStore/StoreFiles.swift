import RouteModel
import SQLiteKit

/// What whoever writes holds while the store is open: the lock file and the one connection that writes.
///
/// `@unchecked Sendable`: it is always with exactly one thread; the write queue's monitor hands it from one to the next.
final class StoreFiles: @unchecked Sendable {
    /// The connection that writes.
    let session: Session
    private var lock: FileLock

    /// Takes the lock, opens the file, brings it up to date.
    init(path: String, at: Instant) throws(StoreError) {
        lock = try Self.takeLock(path)
        do {
            session = try Self.openSession(path)
        } catch {
            lock.close()
            throw error
        }
        do {
            try prepare(at)
        } catch {
            close()
            throw error
        }
    }

    /// Closes the connection, then gives the lock up.
    func close() {
        session.close()
        lock.close()
    }

    private static func takeLock(_ path: String) throws(StoreError) -> FileLock {
        do { return try FileLock(path + "-lock") } catch {
            switch error {
            case .held:
                throw StoreError(
                    .locked, "Another process has the database \(path).",
                    hint: "Stop the other server, or give this one a database of its own.")
            case .system(let code): throw .system(code, "lock \(path)-lock")
            }
        }
    }

    private static func openSession(_ path: String) throws(StoreError) -> Session {
        do { try PrivateFile.make(path, mustBeNew: false) } catch { throw .system(error.errno, "open \(path)") }
        do {
            let connection = try Connection(
                path, .readWrite, lockWaitMilliseconds: StoreLimits.lockWaitMilliseconds,
                statementsMax: StoreLimits.statementsMax)
            return Session(connection)
        } catch { throw StoreError(error) }
    }

    private func prepare(_ at: Instant) throws(StoreError) {
        try session.withConnection { connection throws(DatabaseError) in
            try connection.setPragma("trusted_schema", "OFF")
            try connection.setPragma("temp_store", "MEMORY")
        }
        // What is no database, or one of something else, is found before anything is written.
        try Migration.verifyOwnership(session)
        try setDurability()
        try Migration.migrate(session, to: Migration.all, at: at)
        let stamp = Stamp(by: .machine("waymark"), at: at)
        try session.transaction { session throws(StoreError) in try session.settleFacts(stamp) }
    }

    /// > WAL mode with synchronous=FULL … is durable across a power loss.
    ///
    /// (https://www.sqlite.org/pragma.html)
    private func setDurability() throws(StoreError) {
        let mode = try session.withConnection { connection throws(DatabaseError) in
            let mode = try connection.setPragma("journal_mode", "WAL")
            try connection.setPragma("synchronous", "FULL")
            try connection.setPragma("foreign_keys", "ON")
            try connection.setPragma("journal_size_limit", StoreLimits.journalBytesKept)
            return mode
        }
        guard mode == "wal" else {
            throw StoreError(
                .storage, "The database's file system has no write-ahead log (SQLite says \(mode ?? "nothing")).",
                hint: "Put the database on a local disk; network file systems lack the shared memory it needs.")
        }
    }
}

extension StoreError {
    /// A failure of the operating system while a file of the store was opened or made.
    static func system(_ errno: Int32, _ what: String) -> StoreError {
        // EACCES 13, EPERM 1, EROFS 30, ENOSPC 28 on Linux (errno(3)): the room may not import the C library.
        switch errno {
        case 1, 13, 30:
            StoreError(
                .readOnly, "The system does not let this process \(what) (errno \(errno)).",
                hint: "Make the database file and its folder writable for the server's user.")
        case 28:
            StoreError(
                .diskFull, "There is no space to \(what).", hint: "Free space on the database's disk.")
        default:
            StoreError(
                .storage, "The system failed to \(what) (errno \(errno)).",
                hint: "Check that the folder exists and is on a local disk.")
        }
    }
}
