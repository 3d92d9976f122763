import RouteModel
import SQLiteKit

/// What whoever writes holds while the store is open: the lock file and the one connection that writes.
///
/// `@unchecked Sendable`: it is always with exactly one thread; the write queue's monitor hands it from one to the next.
final class StoreFiles: @unchecked Sendable {
    /// The connection that writes.
    let session: Session
    /// The database file, without links.
    let path: String
    private var lock: FileLock
    private var headFile: HeadFile
    /// What opening found or did.
    private(set) var notices: [OpeningNotice] = []

    /// Takes the lock, opens the files, brings the database up to date.
    init(path: String, at: Instant, migrations: [Migration]) throws(StoreError) {
        let path = try Self.makeFile(path)
        self.path = path
        lock = try Self.takeLock(path)
        do {
            session = try Self.openSession(path)
        } catch {
            lock.close()
            throw error
        }
        do {
            // What is no database, or one of something else, is found before anything is written.
            try Self.prepare(session, migrations)
            headFile = try HeadFile(path: path + "-head")
        } catch {
            session.close()
            lock.close()
            throw error
        }
        do {
            try settle(at, migrations)
        } catch {
            close()
            throw error
        }
    }

    /// Writes the head of a commit that is on disk.
    func note(_ head: StoreHead) { headFile.note(head) }

    /// Times the head could not be written.
    var headFailureCount: Int { headFile.failureCount }

    /// Closes the connection, then gives the lock up.
    func close() {
        session.close()
        headFile.close()
        lock.close()
    }

    /// Brings the schema up to date and compares with the head that was noted last.
    private func settle(_ at: Instant, _ migrations: [Migration]) throws(StoreError) {
        let applied = try Migration.verifyOwnership(session, of: migrations)
        if applied > 0, applied < migrations.count {
            let backup = try MigrationBackup(database: path, layout: applied, at: at).make(
                from: session, known: migrations)
            notices.append(.migrated(migrations.dropFirst(applied).map(\.name), backup: backup))
        }
        try Migration.migrate(session, to: migrations, at: at)
        let known = try headFile.read()
        let stamp = Stamp(by: .machine("waymark"), at: at)
        var notice: OpeningNotice?
        try session.transaction { session throws(StoreError) in
            notice = try session.settleFacts(known, stamp)
            try session.dropStagedBlobs()
        }
        if let notice { notices.append(notice) }
        headFile.note(try session.head())
    }

    static func takeLock(_ path: String) throws(StoreError) -> FileLock {
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

    /// Makes the file where there is none; returns its path without links, by which the lock is named.
    private static func makeFile(_ path: String) throws(StoreError) -> String {
        do {
            try PrivateFile.make(path, mustBeNew: false)
            return try PrivateFile.resolved(path)
        } catch { throw .system(error.errno, "open \(path)") }
    }

    private static func openSession(_ path: String) throws(StoreError) -> Session {
        do {
            let connection = try Connection(
                path, .readWrite, lockWaitMilliseconds: StoreLimits.lockWaitMilliseconds,
                statementsMax: StoreLimits.statementsMax)
            return Session(connection)
        } catch { throw StoreError(error) }
    }

    private static func prepare(_ session: Session, _ migrations: [Migration]) throws(StoreError) {
        try session.withConnection { connection throws(DatabaseError) in
            try connection.setPragma("trusted_schema", "OFF")
            try connection.setPragma("temp_store", "MEMORY")
        }
        try Migration.verifyOwnership(session, of: migrations)
        try setDurability(session)
    }

    /// > WAL mode with synchronous=FULL … is durable across a power loss.
    ///
    /// (https://www.sqlite.org/pragma.html)
    private static func setDurability(_ session: Session) throws(StoreError) {
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
        // EACCES 13, EPERM 1, EROFS 30, ENOSPC 28, EEXIST 17 on Linux (errno(3)): the room may not import the C library.
        switch errno {
        case 17:
            StoreError(
                .exists, "There is a file already where this was to be made: \(what).", hint: "Name another file.")
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
