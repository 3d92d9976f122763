/// Bounds of this module, each with its reason.
enum ServerLimits {
    /// Sources whose failed attempts are remembered: 16,384 of some 100 bytes are under 2 MB.
    static let attemptSourcesMax = 16_384

    /// Pairs of a chosen token and a source it came from that are remembered, some 100 bytes each; beyond it all are
    /// forgotten, which costs a person behind an attacker's address one minute.
    static let familiarSourcesMax = 4096

    /// Shortest text taken as a token: an operator may choose the admin's, and guessing is slowed per address.
    static let secretBytesMin = 8

    /// Longest text taken as a token; ours have 47 letters.
    static let secretBytesMax = 256

    /// Largest draft or table that is read: 100,000 rules of 300 bytes are 30 MB.
    static let draftBytesMax = 64 << 20

    /// Largest body of any other request: names, messages, one rule, a context.
    static let bodyBytesMax = 1 << 20

    /// Longest message of a release, in UTF-8 bytes: a commit message, not an archive.
    static let messageBytesMax = 4096

    /// Longest title of an app and name of a token, in UTF-8 bytes.
    static let titleBytesMax = 256

    /// Items of a page when the request does not say.
    static let pageItemsDefault = 100

    /// Items of a page at most.
    static let pageItemsMax = 1000

    /// How often a publish that insists on no revision is tried beside other writers of its app.
    ///
    /// An attempt takes milliseconds with some rules and a third of a second with 10,000; whoever is overtaken this often
    /// is among writers who never stop, and makes them wait for one attempt.
    static let publishAttemptsBeside = 3

    /// Checks, publishes and comparisons that run at once: each holds a draft in several forms (some 300 MB for 100,000
    /// rules) and keeps a processor busy; more of them wait, and all other requests have the rest of the workers.
    static let checksAtOnceMax = 4

    /// Largest cursor of a page that is a number: what every JSON reader holds exactly (RFC 8259 section 6).
    static let cursorMax = (1 << 53) - 1

    /// Findings listed in one answer; the rest is counted.
    static let findingsMax = 1000

    /// Texts of settings whose meaning is kept in memory, in bytes: a few hundred apps' usual ones.
    static let readSettingsBytesMax = 256 * 1024

    /// Compiled indexes kept for `resolve`, in bytes: a hundred of 10,000 rules, or eight of 100,000.
    static let indexBytesMax = 128 << 20

    /// The same in number: each channel's own and a few releases asked for by number.
    ///
    /// Without it a server that publishes a small app for months would keep thousands that nobody asks for.
    static let indexesMax = 32

    /// Longest name of a request that a proxy of ours gives: a UUID has 36 bytes.
    static let requestIDBytesMax = 64

    /// Lines of one event loop that wait for the access log's writer, in bytes: some 5,000 lines, which at full load come
    /// in a twentieth of a second and are written in less; more would only delay the moment at which a slow disk is told.
    static let accessLaneBytes = 1 << 20

    /// Bytes of one write to the access log: as many as the system takes at full speed, a quarter of a lane.
    static let accessWriteBytesMax = 256 << 10

    /// Longest address, agent and the like in a line of the access log; a line stays below `accessWriteBytesMax` with all
    /// of them escaped.
    static let accessTextBytesMax = 2048

    /// How long the writer lets lines gather: whoever reads along waits a twentieth of a second, and the disk gets few
    /// writes.
    static let accessGatherMilliseconds: Int32 = 50

    /// How often a full disk is tried again.
    static let accessRetryMilliseconds: Int32 = 1000

    /// How long a stopping server waits for a file that takes nothing, such as a pipe that nobody reads.
    static let accessStopMilliseconds: Int32 = 5000

    /// How often dropped lines are said.
    static let accessReportMilliseconds: Int64 = 60_000

    /// Longest `Idempotency-Key`, in bytes: a UUID has 36.
    static let idempotencyKeyBytesMax = 255

    /// Comment lines keep event streams open through proxies that close what is silent for 30 to 60 seconds.
    static let heartbeatSeconds = 20

    /// How long the answer to "can the database be written" holds: probes of several balancers cost one write a second.
    static let probeMilliseconds: Int64 = 1000

    /// Free space on the database's disk below which readiness warns: some backups of a large database, and time to act.
    static let freeBytesWanted = 1 << 30

    /// How often chores are looked at: a failed refresh after a write is repaired within this time.
    static let choreMilliseconds: Int32 = 1000

    /// How often the store notes when tokens were last used: a kill forgets no more than this, for one write a minute.
    static let useNoteMilliseconds: Int64 = 60_000

    /// Counters of one event loop: half a megabyte, touched as apps and releases need it.
    ///
    /// An app with four releases in memory takes some eighty, so that 800 such apps have cells of their own.
    static let tallyCellsMax = 65_536

    /// Releases of an app that the metrics tell apart, newest first; each has up to four series for each channel.
    static let releasesToldApartMax = 16

    /// Apps that the metrics tell apart when they count who takes which release: some 50 series each.
    static let appsToldApartMax = 200
}
