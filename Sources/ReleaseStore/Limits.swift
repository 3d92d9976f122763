/// Limits of this target, each with its reason.
package enum StoreLimits {
    /// The most rows of one page; whole drafts and bodies have separate functions.
    package static let pageRowsMax = 1000

    /// The most waiting writes; one more is refused with `busy`.
    ///
    /// A group waits for one flush of the disk (0.1 to 10 ms), so that a queue of this length is done within seconds.
    package static let writesWaitingMax = 1024

    /// The most writes in one commit: enough to make the flush cheap for each, few enough to keep waits short.
    package static let groupWritesMax = 64

    /// The most read-only sessions: reads run on worker threads, of which a small machine has few.
    package static let readersMax = 4

    /// How long a read waits for a session before it fails with `busy`.
    static let readerWait = Duration.seconds(10)

    /// How long SQLite waits for a lock, in milliseconds.
    ///
    /// Only a backup tool or a shell can hold one, because the lock file excludes other servers.
    static let lockWaitMilliseconds: Int32 = 5000

    /// Decoded settings that are kept in memory, in bytes of their JSON: those of some thousand apps.
    static let cachedSettingsBytesMax = 1024 * 1024

    /// The most statements that a connection keeps prepared; the store has fewer.
    static let statementsMax = 128

    /// How long the secret before a rotation may stay valid, in seconds: 30 days.
    package static let rotationOverlapSecondsMax = 30 * 24 * 60 * 60

    /// The most expired tokens that one transaction deletes.
    static let expiredTokensPerWrite = 100

    /// The most answers under idempotency keys that one transaction of the daily work deletes: each may have 1 MB.
    static let expiredAnswersPerWrite = 100

    /// How long answers under an idempotency key are kept, in milliseconds: 24 hours.
    package static let answerLifetimeMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The longest JSON in a row of the audit, in bytes.
    ///
    /// Of longer JSON it has length and SHA-256, so that replacing a draft of 100,000 rules does not add 60 MB to a
    /// table that never shrinks.
    static let auditJSONBytesMax = 64 * 1024

    /// The longest text of rules or settings in a row of the audit, in bytes; changes of longer ones are stored in
    /// parts.
    ///
    /// 1 KB below the longest JSON, for the frame of the text.
    static let auditTextBytesMax = auditJSONBytesMax - 1024

    /// Rules in a part of a stored change, on average: enough to compress well, few enough to read one page quickly.
    static let auditPartRules: UInt32 = 64

    /// The most rules in a part of a stored change.
    static let auditPartRulesMax = 256

    /// Bytes of a part's texts, before and after together, behind which it ends; a single rule may be longer.
    static let auditPartBytes = 256 * 1024

    /// The longest text of a part in bytes: twice the largest draft, so that every rule and all settings fit.
    static let auditPieceBytesMax = 128 << 20

    /// gzip's level for texts of the audit: a tenth larger than level 6, in half the time.
    static let auditPackingLevel = 3

    /// The longest JSON in the rows of one page of the audit, or in the changes of one row, in bytes; one row or change
    /// may be longer.
    package static let auditPageBytes = 1 << 20

    /// The longest JSON of the rules in one page of a draft, in bytes; a single rule may be longer.
    package static let rulePageBytes = 1 << 20

    /// Rules that are read at once, so that a page ends soon after ``rulePageBytes``.
    static let ruleBatchRows = 32

    /// Rows of the audit that one page looks at: a page under filters that few rows pass may be short, and its cursor
    /// continues behind the last row looked at.
    package static let auditScanRowsMax = 10_000

    /// The longest JSON in the rows of one page of screens, in bytes; one batch of rows may be longer.
    static let screensPageBytes = 1 << 20

    /// Rows of screens that are read at once, so that a page ends soon after ``screensPageBytes``.
    static let screensBatchRows = 16

    /// The most rows of the audit that one transaction removes; each has 128 KB of text at most, and usually 1 KB.
    package static let auditCutRows = 1000

    /// The youngest rows that a cut may remove, in milliseconds: a day, far beyond ``headLagMilliseconds``, so that the
    /// row that a head file names is there.
    package static let auditCutAgeMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// Rows of the audit that are read at once, so that a page ends soon after ``auditPageBytes``.
    static let auditBatchRows = 32

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

    /// Bytes of a release that are written in one transaction: a few milliseconds of work, so that other writers can
    /// write in between.
    ///
    /// A release that is shorter in all goes into the publishing transaction itself, to save a flush.
    static let chunkBytes = 512 * 1024

    /// The most releases that retention removes in one transaction: each is four changed rows.
    static let retentionReleasesPerWrite = 64

    /// Bytes of releases behind which a transaction of retention ends; one release may be longer.
    static let retentionBytesPerWrite = 64 * 1024 * 1024

    /// The most chunks of removed bytes that one transaction deletes: 8 MB, a few milliseconds of work.
    static let retentionChunksPerWrite = 16

    /// The most numbers of releases, names of channels and names of builds that a plan of retention lists for an app;
    /// it has the number and the bytes of all releases.
    package static let retentionListedMax = 100

    /// Free pages of 4 KB that stay in the file for the next writes: 4 MB.
    static let freePagesKept = 1024

    /// The most free pages that one transaction gives back: 8 MB, of which those at the end of the file cost nothing and
    /// the others are moved.
    static let freePagesPerWrite = 2048

    /// Bytes of a draft's text besides its rules and settings: names, brackets, the revision.
    static let draftFrameBytes = 128
}
