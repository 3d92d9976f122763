package import RouteModel
import SQLiteKit

/// The store in one SQLite file: one writer that commits in groups, and read connections that never wait for it.
///
/// A file is opened by one process at a time. Close the store before letting it go: its writer thread keeps it alive.
package final class SQLiteRuleStore: RuleStore {
    let writes = WriteQueue()
    let readers: ReaderPool
    let claims = Claims()
    private let writer: Monitor<WorkerThread?>

    /// Opens a database file, makes it where there is none, and brings an older one up to date.
    ///
    /// - Parameters:
    ///   - path: the file; `-wal`, `-shm` and `-lock` stand beside it.
    ///   - at: the present instant, noted as the time of what opening changes.
    /// - Throws: `locked`, `newer`, `foreign`, `corrupt`, `readOnly`, `diskFull` or `storage`.
    package init(path: String, at: Instant) throws(StoreError) {
        let files = try StoreFiles(path: path, at: at)
        let queue = writes
        do {
            let thread = try WorkerThread {
                queue.run(files.session)
                files.close()
            }
            writer = Monitor(thread)
        } catch {
            files.close()
            throw .system(error.errno, "start the writer thread")
        }
        readers = ReaderPool(path: path)
    }

    /// Answers what waits, then gives up the files and the lock.
    package func close() {
        readers.close()
        writes.close()
        let thread = writer.withLock { thread -> WorkerThread? in
            defer { thread = nil }
            return thread
        }
        thread?.join()
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
