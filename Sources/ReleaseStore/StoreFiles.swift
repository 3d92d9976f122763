import RouteModel
import SQLiteKit

/// The files that one thread at a time writes: the lock file, the connection that writes, the head file.
///
/// `@unchecked Sendable`: exactly one thread has it at a time; the write queue's monitor passes it on.
final class StoreFiles: @unchecked Sendable {
    /// The connection that writes.
    let session: StoreSession
    /// The database file, without links.
    let path: String
    private var lock: FileLock
    private var headFile: HeadFile
    /// What opening found and changed.
    private(set) var notices: [OpeningNotice]

    /// Locks the file, opens it, and migrates an older layout after a backup.
    init(path: String, at: Instant, migrations: [Migration]) throws(StoreError) {
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
        do {
            // A file that is not a database, or is another program's, is refused before anything is written.
            try Self.configure(session, migrations)
            headFile = try HeadFile(path: path + "-head")
        } catch {
            session.close()
            lock.close()
            throw error
        }
        do {
            try prepareContent(at, migrations)
        } catch {
            close()
            throw error
        }
    }

    /// Writes the head of a commit that is on disk.
    func write(_ head: StoreHead) { headFile.write(head) }

    /// The number of failed writes of the head.
    var headFailureCount: Int { headFile.failureCount }

    /// Closes the connection, then releases the lock.
    func close() {
        session.close()
        headFile.close()
        lock.close()
    }

    /// Migrates the database, and compares it with the head that was written last.
    private func prepareContent(_ at: Instant, _ migrations: [Migration]) throws(StoreError) {
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
        try session.transaction { session in
            notice = try session.initializeFacts(known, stamp)
            try session.blobs.deleteStaged()
        }
        if let notice { notices.append(notice) }
        headFile.write(try session.head())
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

    private static func openSession(_ path: String) throws(StoreError) -> StoreSession {
        do {
            let connection = try Connection(
                path, .readWrite, lockWaitMilliseconds: StoreLimits.lockWaitMilliseconds,
                statementsMax: StoreLimits.statementsMax)
            return StoreSession(connection)
        } catch { throw StoreError(error) }
    }

    private static func configure(_ session: StoreSession, _ migrations: [Migration]) throws(StoreError) {
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
    private static func setDurability(_ session: StoreSession) throws(StoreError) {
        let mode = try session.withConnection { connection throws(DatabaseError) in
            let mode = try connection.setPragma("journal_mode", "WAL")
            try connection.setPragma("synchronous", "FULL")
            try connection.setPragma("foreign_keys", "ON")
            try connection.setPragma("journal_size_limit", StoreLimits.journalBytesKept)
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

/// A notice about the opening of a store, for the operator's log.
package enum OpeningNotice: Sendable, Hashable, CustomStringConvertible {
    /// There was no database; a new one was made.
    case created
    /// The file had an older layout: it was copied to `backup`, then got these migrations.
    case migrated([String], backup: String)
    /// The file was a backup; the epoch was raised to this.
    case backup(epoch: Int)
    /// The database lacks writes that the head file says were acknowledged; the epoch was raised to this.
    case writesLost(detail: String, epoch: Int)

    /// Other accounts could read this file; `isRestricted` is whether it has mode 0600 now.
    case readableByOthers(file: String, isRestricted: Bool)

    /// Whether it is logged as a warning: other accounts can or could read a file.
    package var isWarning: Bool { if case .readableByOthers = self { true } else { false } }

    /// The notice in a sentence, for the log.
    package var description: String {
        switch self {
        case .created: "A new database was made."
        case .migrated(let steps, let backup):
            "The database was migrated: \(steps.joined(separator: ", ")). Its backup from before is \(backup)."
        case .readableByOthers(let file, true): "Other accounts could read \(file); its mode is 0600 now."
        case .readableByOthers(let file, false):
            "Other accounts can read \(file), and its mode cannot be changed; let its owner run chmod 600."
        case .backup(let epoch): "The database was a backup; its epoch is now \(epoch)."
        case .writesLost(let detail, let epoch):
            "The database has lost writes: \(detail). Its epoch is now \(epoch), so that clients follow."
        }
    }
}
