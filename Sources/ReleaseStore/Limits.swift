/// Bounds of this module, each with its reason.
package enum StoreLimits {
    /// Most rows one list returns: a page for people and scripts; whole drafts and bodies have calls of their own.
    package static let pageRowsMax = 1000

    /// Most writes that may wait.
    ///
    /// A write waits for one flush of the disk (0.1 to 10 ms) with its whole group, so a queue of this length is
    /// drained within seconds; beyond it the caller is told to come back.
    package static let writesWaitingMax = 1024

    /// Most writes in one commit: enough to make the flush cheap for each, few enough that none waits for long.
    package static let groupWritesMax = 64

    /// Read connections: reads that copy much run on workers, of which there are few on a small machine.
    package static let readersMax = 4

    /// How long a read waits for one of the connections before it is told to come back.
    static let readerWait = Duration.seconds(10)

    /// How long SQLite itself waits for a lock.
    ///
    /// Only a backup tool or a shell can hold one, since the lock file keeps other servers away.
    static let lockWaitMilliseconds: Int32 = 5000

    /// Apps whose settings are kept in memory, and the longest that are, in bytes: 16 MB at the very most.
    static let knownSettingsMax = 1024
    static let knownSettingsBytesMax = 16 * 1024

    /// Statements each connection keeps prepared; the product has fewer.
    static let statementsMax = 128

    /// How long answers under an idempotency key are kept, in milliseconds: 24 hours.
    package static let answerLifetimeMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// Longest JSON the audit keeps whole, in bytes; of anything longer it keeps length and SHA-256, so that replacing a
    /// draft of 100,000 rules does not add 60 MB to a table that never shrinks.
    static let auditJSONBytesMax = 64 * 1024

    /// Pages a backup copies at a time (4 KB each): 1 MB between two looks at whether the store is being closed.
    static let backupPagesPerStep: Int32 = 256

    /// Backups that migrations have made and that are kept beside a database; each is as long as the database was.
    static let migrationBackupsMax = 3

    /// The write-ahead log is cut back to this length after a checkpoint, in bytes: one big publish shall not keep
    /// its space for ever.
    static let journalBytesKept = 64 * 1024 * 1024

    /// How often the head file is flushed at most: see `HeadFile`.
    static let headFlushInterval = Duration.seconds(1)

    /// Bytes of a release that are written in one transaction: a few milliseconds of work, so that other writers come
    /// in between.
    ///
    /// A release that is shorter in all goes into the publishing transaction itself, to save a flush.
    static let chunkBytes = 512 * 1024
}
