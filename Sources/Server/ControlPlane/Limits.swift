import StoreRecords

/// Limits of the control plane, each with its reason.
enum ControlLimits {
    /// Attempts of a publish while other writers of the app may write, too; in the attempt after these, they wait.
    ///
    /// An attempt takes milliseconds with few rules and 0.3 s with 10,000.
    static let publishAttemptsBeside = 3

    /// How long a publish is tried again after these while writers of other nodes are faster; then it gets 503.
    static let publishAlone = Duration.seconds(5)

    /// Rules of a draft from which two threads check it.
    ///
    /// What needs no compiled release is then done while it is compiled; for fewer rules a thread takes longer to start
    /// than to work.
    static let checkBesideRulesMin = 200

    /// Bytes of a body from which its stored forms are made beside the checks: for a smaller one a thread takes longer to
    /// start than to work.
    static let formsBesideBytesMin = 64 << 10

    /// How long the secret before a rotation stays valid by default, in seconds: one hour.
    static let rotationOverlapSeconds = 3600

    /// Transactions of 1,000 rows of the audit that one request for a cut makes; the answer says that more are left.
    static let auditCutPiecesPerRequest = 100

    /// Releases that one request for retention removes at most; the answer says that more are left.
    static let retentionReleasesPerRequest = 1000

    /// Whole drafts that are read at once.
    ///
    /// Each is in memory (30 MB for 100,000 rules) before the server checks whether it has memory for the answer.
    static let draftReadsAtOnceMax = 2

    /// Rules that a difference shows before and after; the others are only counted.
    static let changesMax = 200

    /// Bytes of the rules that a difference shows, in all.
    static let changesBytesMax = 256 << 10

    /// When to try a backup again while another one is made or sent, in seconds.
    static let backupRetrySeconds = 10

    /// The fewest rules of a release of which a publish does not remove more than half without being allowed to.
    static let shrinkingRulesMin = 4

    /// The most ids of rules in one request: what a person selects, not a whole draft.
    static let selectedRulesMax = 1000

    /// Ids of each kind of change in the summary of a publish; it has the number of all.
    static let summaryRulesMax = 1000

    /// Releases whose drafts are read for one page of a rule's history, besides one to compare the last with: each may
    /// have 30 MB.
    static let historyReleasesPerPage = 20

    /// Bytes of drafts behind which a page of a rule's history ends; it has two releases at least.
    static let historyBytesPerPage = 64 << 20

    /// Rows of the audit on one page of a rule's history.
    static let historyEditsPerPage = 50

    /// Changed rules whose latest edit the summary of a publish reads from the audit.
    static let summaryEditsMax = 100

    /// Rows of the audit that are read for the latest edit of a rule: publishes that name the rule may be newer.
    static let summaryRowsPerRule = 5

    /// Ids for which a refusal looks for the most similar one, and rules that it compares with each: a comparison takes
    /// some microseconds.
    static let nearestRulesMax = (ids: 3, rules: 10_000)

    /// Ids with a number that are tried for a rule without an id, before a random one is used.
    static let derivedIDsMax = 16
}

/// Limits of what viewers read, each with its reason.
enum ReadingLimits {
    /// The most days of adoption in one answer: those that the store keeps.
    static let adoptionDaysMax = Int(StoreLimits.adoptionMilliseconds / dayMilliseconds)

    /// A day in milliseconds.
    static let dayMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// Most addresses of one request for resolutions: a screen of a table.
    static let addressesMax = 256

    /// Most contexts of one request for resolutions.
    static let contextsMax = 64

    /// Most pairs of an address and a context in one request: about 10 ms of one processor.
    static let pairsMax = 1024

    /// Most pairs that are explained: an explanation tests every candidate, and lists it.
    static let explainedPairsMax = 128

    /// Bytes of a version of a system or of an app: four numbers of nine digits.
    static let versionBytesMax = 39

    /// Bytes of the resolutions in one answer; the first one may be longer.
    static let resolutionsBytesMax = 4 << 20
}

/// Limits of the stream of changes, each with its reason.
enum ChangeLimits {
    /// Most changes in memory, for clients that connect again: about 1 MB.
    static let eventsMax = 1024

    /// The texts before and after of a row, in bytes, up to which it is kept as it is and written as an event when a stream
    /// needs it.
    static let rowBytesMax = 1024

    /// Room for the members of a usual event in bytes, so that they are allocated once.
    static let usualEventBytes = 256

    /// Most sets of apps with a topic of their own; tokens with the same apps share one.
    static let scopesMax = 1024

    /// Most bytes of changes that are sent at once; more become one `reload`.
    ///
    /// Less than a stream may have unsent (`watcherBacklogBytesMax`).
    static let burstBytesMax = 48 << 10

    /// Most pages of the audit that one call reads; a call a second is far ahead of all writes.
    static let pagesMax = 8
}
