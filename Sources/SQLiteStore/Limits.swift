/// Limits of this target, each with its reason.
enum FileLimits {
    /// How long SQLite waits for a lock, in milliseconds.
    ///
    /// Only a backup tool or a shell can hold one, because the lock file excludes other servers.
    static let lockWaitMilliseconds: Int32 = 5000

    /// The most statements that a connection keeps prepared; the store has fewer.
    static let statementsMax = 128

    /// Pages a backup copies at a time (4 KB each): 1 MB between two checks whether the store is closing.
    static let backupPagesPerStep: Int32 = 256

    /// Backups that migrations have made and that are kept beside a database; each is as long as the database was.
    static let migrationBackupsMax = 3

    /// The write-ahead log is cut back to this length after a checkpoint, in bytes: the space of a
    /// long publish is freed.
    static let journalBytesKept = 64 * 1024 * 1024

    /// The shortest time between two flushes of the head file; see `HeadFile`.
    static let headFlushInterval = Duration.seconds(1)

    /// The most time between audit rows that a head file may lack after a crash, in milliseconds.
    ///
    /// The system writes changed pages back within 35 seconds (vm.dirty_expire_centisecs and
    /// vm.dirty_writeback_centisecs, proc_sys_vm(5)); this leaves room for a slow disk.
    static let headLagMilliseconds = 120_000

    /// Free pages of 4 KB that stay in the file for the next writes: 4 MB.
    static let freePagesKept = 1024

    /// The most free pages that one transaction gives back: 8 MB, of which those at the end of the file cost nothing and
    /// the others are moved.
    static let freePagesPerWrite = 2048
}
