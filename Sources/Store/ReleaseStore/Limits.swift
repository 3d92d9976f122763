/// Limits of this target, each with its reason.
enum StatementLimits {
    /// Decoded settings that are kept in memory, in bytes of their JSON: those of some thousand apps.
    static let cachedSettingsBytesMax = 1024 * 1024

    /// Sentences about rows that cannot be read which a process keeps: enough to name what to repair.
    static let damagedRowsNoted = 64

    /// The most expired tokens that one transaction deletes.
    static let expiredTokensPerWrite = 100

    /// The most answers under idempotency keys that one transaction of the daily work deletes: each may have 1 MB.
    static let expiredAnswersPerWrite = 100

    /// Rules that are read at once, so that a page ends soon after ``StoreLimits/rulePageBytes``.
    static let ruleBatchRows = 32

    /// The longest JSON in the rows of one page of screens, in bytes; one batch of rows may be longer.
    static let screensPageBytes = 1 << 20

    /// Rows of screens that are read at once, so that a page ends soon after ``screensPageBytes``.
    static let screensBatchRows = 16

    /// Rows of the audit that are read at once, so that a page ends soon after ``StoreLimits/auditPageBytes``.
    static let auditBatchRows = 32

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

    /// Bytes of a draft's text besides its rules and settings: names, brackets, the revision.
    static let draftFrameBytes = 128

    /// The most rows that one statement inserts: then its own cost does not count any more.
    static let insertRows = 64

    /// The most rows that an edit changes while the writes of all nodes wait for it: some 20 ms of a database server's work.
    static let editRowsMax = 1_000

    /// The most rules of a change that one transaction makes searchable: those of a longer one follow the change.
    static let searchedRulesPerWrite = 1_000

    /// How long an edit waits for another one that replaces the whole draft: a hundred thousand rules take some seconds.
    static let replacedDraftWait = Duration.seconds(10)

    /// The time between two looks at it, in milliseconds.
    static let replacedDraftMilliseconds = 20

    /// Tokens, and apps, of which the writing session remembers that they exist: more than are written at once.
    static let presentRowsMax = 1024
}
