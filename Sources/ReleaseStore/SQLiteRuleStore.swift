package import RouteModel
import SQLiteKit

/// The store in one SQLite file: one write at a time, committed in groups, and reads that never wait for it.
///
/// A file is opened by one process at a time. Close the store before letting it go.
package final class SQLiteRuleStore: RuleStore {
    /// What opening found or did that somebody should know of; for the log.
    package let notices: [OpeningNotice]
    let writes: WriteQueue
    let readers: ReaderPool
    let claims = Claims()
    let knownSettings = KnownSettings()
    private let isClosed = Monitor(false)

    /// Opens a database file, makes it where there is none, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: the file; `-wal`, `-shm`, `-lock` and `-head` stand beside it.
    ///   - at: the present instant, noted as the time of what opening changes.
    /// - Throws: `locked`, `newer`, `foreign`, `corrupt`, `readOnly`, `diskFull` or `storage`.
    package convenience init(path: String, at: Instant) throws(StoreError) {
        try self.init(path: path, at: at, migrations: Migration.all)
    }

    /// Opens a database file with other migrations, for tests of layouts to come.
    init(path: String, at: Instant, migrations: [Migration]) throws(StoreError) {
        let files = try StoreFiles(path: path, at: at, migrations: migrations)
        notices = files.notices
        writes = WriteQueue(files)
        readers = ReaderPool(path: files.path)
    }

    /// Answers what waits, then gives up the files and the lock.
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

    /// Does a write that keeps its answer under an idempotency key, if it has one.
    func write<Value: Sendable>(
        _ stamp: Stamp, recording: Recording<Value>?,
        _ body: @escaping (Session) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try writes.perform { session throws(StoreError) in
            let value = try body(session)
            try session.record(recording, value, stamp)
            return value
        }
    }
}
