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

    /// How long after a failure an opening for writing is tried again.
    static let openingRetry = Duration.seconds(10)

    /// Free bytes without which SQLite reports a failure of its shared memory instead of a full disk.
    static let openingBytes = 64 << 10

    /// Bytes of a backup that are read at once for its digest.
    static let digestPieceBytes = 1 << 20

    /// The shortest database, which is one page of the smallest size, in bytes.
    static let databaseBytesMin = 512

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

/// Limits and fixed names of this target, each with its reason.
enum PostgresStoreLimits {
    /// The oldest server, as `server_version_num`: the tests run on this one.
    static let serverVersionMin = 150_000

    /// How long one statement of an opening may take, in seconds: a migration of a long table, or of another node.
    static let openingSeconds = 600

    /// How long a process waits for the lock of the processes that use a store, in milliseconds.
    ///
    /// The server releases the lock of a connection that ended only when it sees the end; another process keeps it.
    static let nodeLockMilliseconds = 2_000

    /// The time between two tries, in milliseconds.
    static let nodeLockPieceMilliseconds = 20

    /// How old staged bytes are, in seconds, before an opening takes them for those of a process that has ended.
    ///
    /// A publish stages its bytes within seconds; a node that starts must not delete those of one that runs.
    static let stagedSeconds = 3600

    /// How long a group of writes may be silent between two statements, in milliseconds, until the server ends it.
    ///
    /// A node that is stopped or cut off in that moment keeps the counter's row, for which all other nodes wait. Less than
    /// they wait for a lock (5 s), so that none of their writes is refused; a group is silent for milliseconds.
    static let writerIdleMilliseconds = 4_000

    /// The channel of notifications, one for each group of writes.
    static let channel: StaticString = "waymark"

    /// How long a node waits for a notification until it reads the counter without one.
    static let poll = Duration.seconds(1)

    /// The same where notifications do not come; reading the row takes the server some 30 µs.
    static let pooledPoll = Duration.milliseconds(250)

    /// The pieces of such a wait, in which it can be ended.
    static let hearingPiece = Duration.milliseconds(200)

    /// How long a node waits for a connection or an answer about changes, in seconds: then the database is away.
    static let hearingSeconds = 2

    /// How long a node that finds its name in use waits for a sign of life of the other: each writes one every 5 s.
    static let nameWait = Duration.milliseconds(6_500)

    /// How long a node that says nothing is counted as one that runs, in seconds: it says something every five.
    static let nodeSilenceSeconds = 20

    /// How long a node that says nothing is listed, in seconds: a day, so that one that is missing is seen.
    static let nodeSeconds = 86_400
}

/// Limits of this target, each with its reason.
enum QueueLimits {
    /// The most waiting writes; one more is refused with `busy`.
    ///
    /// A group waits for one flush of the disk (0.1 to 10 ms), so that a queue of this length is done within seconds.
    static let writesWaitingMax = 1024

    /// The most writes in one commit: enough to make the flush cheap for each, few enough to keep waits short.
    static let groupWritesMax = 64

    /// The most read-only sessions: reads run on worker threads, of which a small machine has few.
    static let readersMax = 4

    /// How long a read waits for a session before it fails with `busy`.
    static let readerWait = Duration.seconds(10)
}

/// Limits of this target, each with its reason.
enum CopyLimits {
    /// Rows of one transaction where rows are short; tables with long rows have fewer, so that a batch has some MB.
    static let batchRows = 512

    /// Parts of releases that a node reads at once: with so many, 10 ms to the database are little beside the work.
    static let batchBlobs = 128

    /// Bytes of those parts; one that is longer is read alone.
    static let batchBytes = 8 << 20

    /// Rows of the audit by which a copy is made newer; with more of them everything is copied.
    static let rowsMax = 10_000
}
