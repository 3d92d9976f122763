import SQLiteKit

/// The file beside the database that holds the ``StoreHead``.
///
/// It is written after each commit, so it is never ahead of what the database has on disk, and flushed at most once a
/// second and when the store is closed: a flush for each commit would halve the rate of writes. A killed process loses
/// nothing of it; a loss of power can leave it seconds behind, which hides the loss of those seconds and is never a
/// false alarm.
struct HeadFile: ~Copyable {
    private var file: RecordFile
    private var flushedAt = ContinuousClock.now
    /// Times the head could not be written.
    ///
    /// The commits it stands for are on disk all the same.
    private(set) var failureCount = 0

    /// Opens the file, or makes it.
    init(path: String) throws(StoreError) {
        do { file = try RecordFile(path) } catch { throw .system(error.errno, "open \(path)") }
    }

    /// What was written last; nil for a new file or a damaged record.
    func read() throws(StoreError) -> StoreHead? {
        do { return StoreHead(record: try file.read(bytesMax: StoreHead.byteCount)) } catch {
            throw .system(error.errno, "read the head file")
        }
    }

    /// Writes the head of a commit that is on disk.
    mutating func note(_ head: StoreHead) {
        do {
            try file.write(head.record)
            let now = ContinuousClock.now
            guard flushedAt.duration(to: now) >= StoreLimits.headFlushInterval else { return }
            flushedAt = now
            try file.sync()
        } catch { failureCount += 1 }
    }

    /// Flushes and closes the file.
    mutating func close() {
        do { try file.sync() } catch { failureCount += 1 }
        file.close()
    }
}
