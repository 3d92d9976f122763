import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// The files that one thread at a time writes: the lock file, the connection that writes, the head file.
///
/// `@unchecked Sendable`: exactly one thread has it at a time; the write queue's monitor passes it on.
final class StoreFiles: WriteTarget, @unchecked Sendable {
    /// The connection that writes.
    let session: StoreSession
    /// The database file, without links.
    let path: String
    private var lock: FileLock
    private var headFile: HeadFile
    /// The head that was written last.
    private(set) var head: StoreHead?
    /// What opening found and changed.
    private(set) var notices: [OpeningNotice]

    /// Locks the file, opens it, raises its epoch, and migrates an older layout after a backup.
    ///
    /// With `acceptsHead`, a database with a history may be opened without a head file that fits it.
    init(path: String, at: Instant, migrations: [Migration], acceptsHead: Bool) throws(StoreError) {
        if !acceptsHead { try StoreOpening.verifyPresence(of: path) }
        let path = try Self.makeFile(path)
        self.path = path
        lock = try Self.takeLock(path)
        // Before SQLite makes its log, which gets the database's mode.
        notices = FileModes(database: path).restrict()
        do {
            session = try Self.openSession(path)
        } catch {
            lock.close()
            throw error
        }
        let opening: StoreOpening
        do {
            // A file that is not a database, is another program's, or lacks its head file is refused before anything is
            // written.
            try Self.configure(session)
            opening = try StoreOpening(
                session, of: path, layout: Migration.verifyOwnership(session, of: migrations),
                stamp: Stamp(by: .machine("waymark"), at: at), acceptsHead: acceptsHead)
            if opening.layout == 0 {
                // It counts before the first table only; see `DatabaseCompaction` for older files.
                try session.withConnection { connection throws(DatabaseError) in
                    _ = try connection.setPragma("auto_vacuum", "INCREMENTAL")
                }
            }
            try Self.setDurability(session)
            headFile = try HeadFile(path: path + "-head")
        } catch {
            session.close()
            lock.close()
            throw error
        }
        do {
            try prepareContent(opening, at, migrations)
        } catch {
            close()
            throw error
        }
    }

    /// Opens the transaction of a group, which locks the file for writing.
    func begin() throws(StoreError) { try session.begin() }

    /// Writes the head of a commit that is on disk.
    func committed(_ head: StoreHead) {
        headFile.write(head)
        self.head = head
    }

    /// Drops cached pages, which may come from a failing disk.
    func recover(after error: StoreError) {
        if error.isOfTheDatabase { session.discardCachedPages() }
    }

    /// The number of failed writes of the head.
    var headFailureCount: Int { headFile.failureCount }

    /// Closes the connection, then releases the lock.
    func close() {
        session.close()
        headFile.close()
        lock.close()
    }

    /// Migrates the database, raises its epoch, and begins the head file.
    private func prepareContent(
        _ opening: StoreOpening, _ at: Instant, _ migrations: [Migration]
    ) throws(StoreError) {
        if opening.layout > 0, opening.layout < migrations.count {
            let backup = try MigrationBackup(database: path, layout: opening.layout, at: at).make(
                from: session, known: migrations)
            notices.append(.migrated(migrations.dropFirst(opening.layout).map(\.name), backup: backup))
        }
        try Migration.migrate(session, to: migrations, Stamp(by: .machine("waymark"), at: at))
        var notice: OpeningNotice?
        try session.transaction { session in
            notice = try opening.prepareFacts()
            if migrations.contains(where: { $0.name == MigrationName.identity }) { try session.makeIdentity() }
        }
        // What a killed publish left may be in damaged pages; the file is served nevertheless.
        do throws(StoreError) {
            try session.transaction { session in try session.deleteStagedBytes() }
        } catch { guard error.code == .corrupt else { throw error } }
        if let notice { notices.append(notice) }
        let head = try session.head()
        opening.remember(head.epoch)
        headFile.begin(head)
        self.head = head
    }

    static func takeLock(_ path: String) throws(StoreError) -> FileLock {
        do { return try FileLock(path + "-lock") } catch {
            switch error {
            case .held:
                throw StoreError(
                    .locked, "Another process has the database \(path) open.",
                    hint: "Stop the other server, or set another database for this one.")
            case .system(let code): throw .system(code, "lock \(path)-lock")
            }
        }
    }

    /// Makes the file if it does not exist; returns its path without links, which is the name of the lock.
    private static func makeFile(_ path: String) throws(StoreError) -> String {
        do {
            try PrivateFile.make(path, mustBeNew: false)
            return try PrivateFile.resolved(path)
        } catch { throw .system(error.errno, "open \(path)") }
    }

    static func openSession(_ path: String) throws(StoreError) -> StoreSession {
        do {
            let connection = try Connection(
                path, .readWrite, lockWaitMilliseconds: FileLimits.lockWaitMilliseconds,
                statementsMax: FileLimits.statementsMax)
            return StoreSession(connection)
        } catch { throw StoreError(error) }
    }

    private static func configure(_ session: StoreSession) throws(StoreError) {
        try session.withConnection { connection throws(DatabaseError) in
            try connection.setPragma("trusted_schema", "OFF")
            try connection.setPragma("temp_store", "MEMORY")
        }
    }

    /// > WAL mode with synchronous=FULL … is durable across a power loss.
    ///
    /// (https://www.sqlite.org/pragma.html)
    private static func setDurability(_ session: StoreSession) throws(StoreError) {
        let mode = try session.withConnection { connection throws(DatabaseError) in
            let mode = try connection.setPragma("journal_mode", "WAL")
            try connection.setPragma("synchronous", "FULL")
            try connection.setPragma("foreign_keys", "ON")
            try connection.setPragma("journal_size_limit", FileLimits.journalBytesKept)
            return mode
        }
        guard mode == "wal" else {
            throw StoreError(
                .storage,
                "The database's file system has no write-ahead log (SQLite's journal mode is \(mode ?? "unknown")).",
                hint: "Put the database on a local disk; network file systems lack the shared memory that WAL needs.")
        }
    }
}
