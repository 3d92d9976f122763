package import ReleaseStore
package import RouteModel
import SQLKit
package import StoreRecords
import SystemIO

/// The store in one SQLite file: one write at a time, committed in groups, and reads that do not wait for it.
///
/// One process at a time opens a file. Close the store before its last reference is released.
package final class SQLiteRuleStore: RuleStore {
    /// Notices about the opening, for the log.
    package let notices: [OpeningNotice]
    /// The store's data in the memory of this process.
    package let memory = StoreMemory()
    private let writes: WriteQueue
    private let readers: ReaderPool
    /// The database file, without links.
    private let path: String
    private let isClosed = Monitor(false)

    /// Opens a database file, makes it if there is none, migrates an older layout after a backup, and raises the epoch.
    ///
    /// While its disk is full, or its file system read-only, it is opened for reading, and all that is done before the first
    /// write.
    ///
    /// - Parameters:
    ///   - path: the file; files with the suffixes `-wal`, `-shm`, `-lock` and `-head` are in the same directory.
    ///   - at: the present instant, stored as the time of changes during the opening; the epoch is at least this.
    ///   - acceptsHead: whether a head file that is missing, damaged or older than a crash explains is accepted. New
    ///     databases and backups need none.
    /// - Throws: `invalid` for such a head file; `locked`, `newer`, `foreign`, `corrupt`, `readOnly`, `diskFull` or
    ///   `storage`.
    package convenience init(path: String, at: Instant, acceptsHead: Bool = false) throws(StoreError) {
        try self.init(path: path, at: at, migrations: Migration.all, acceptsHead: acceptsHead)
    }

    /// Makes a database file to copy a store into, or goes on with such a file; `StoreCopy` makes it one that can be opened.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - at: the present instant.
    /// - Throws: as the other initialiser does.
    package convenience init(copyAt path: String, at: Instant) throws(StoreError) {
        let mark = Migration(name: CopyMark.migration, script: "")
        try self.init(path: path, at: at, migrations: Migration.all + [mark], acceptsHead: true)
    }

    /// Opens a database file with other migrations, for tests of future layouts, and of a file system that takes no writes.
    init(
        path: String, at: Instant, migrations: [Migration], acceptsHead: Bool = false,
        retry: Duration = FileLimits.openingRetry
    ) throws(StoreError) {
        let open = { () throws(StoreError) in
            try StoreFiles(path: path, at: at, migrations: migrations, acceptsHead: acceptsHead)
        }
        try Migration.verifyOwnership(ofFile: path)
        do throws(StoreError) {
            let files = try open()
            (notices, self.path) = (files.notices, files.path)
            writes = WriteQueue(files)
        } catch {
            guard let path = try? PrivateFile.resolved(path), let reason = WaitingFiles.reason(error, path) else {
                throw error
            }
            let waiting = try WaitingFiles(
                reading: path, migrations, acceptsHead: acceptsHead, despite: reason, retry: retry, open: open)
            (notices, self.path) = ([.waiting(reason: reason.detail)], path)
            writes = WriteQueue(waiting)
            readers = ReaderPool { () throws(StoreError) in try waiting.openReader() }
            return
        }
        // In WAL mode readers do not wait for the writer, and the writer does not wait for readers
        // (https://www.sqlite.org/wal.html).
        readers = ReaderPool { [path = self.path] () throws(StoreError) in try StoreInspection.open(path) }
    }

    /// Opens the file of a node's own state, or makes it: tables of a store into which `ServedCopy` copies.
    ///
    /// - Parameters:
    ///   - path: the file; one that is damaged or of another layout is replaced by an empty one.
    ///   - at: the present instant.
    /// - Throws: `locked`, `readOnly`, `diskFull` or `storage`.
    package init(stateAt path: String, at: Instant) throws(StoreError) {
        writes = WriteQueue(try StateFile(path: path, at: at))
        notices = []
        readers = ReaderPool { () throws(StoreError) in try StoreInspection.open(path) }
        self.path = path
    }

    /// Finishes waiting reads and writes, then closes the files and releases the lock.
    package func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        readers.close()
        writes.close()
    }

    /// Counters since the store was opened.
    package var statistics: StoreStatistics { writes.statistics }

    /// Runs `body` on one snapshot of the database.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try readers.read(body)
    }

    /// Runs `body` in one transaction, in a group with other writes; returns after the commit is on disk.
    package func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        try writes.perform(editing: rule, body)
    }

    /// Copies the database to a new file while reads and writes continue.
    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy {
        try write { session in
            try session.recordBackup(to: path, Stamp(by: by, at: at))
        }
        let source = try StoreInspection.open(self.path)
        defer { source.close() }
        return try BackupFile(path: path).fill(from: source) { readers.isClosed }
    }
}
