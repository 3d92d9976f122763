/// Limits of the server as a whole, each with its reason.
enum ServerLimits {
    /// How long work on the disk may take until the server is no longer ready: a healthy disk needs milliseconds, and
    /// load balancers read readiness every few seconds.
    static let diskStallMilliseconds: Int64 = 5000

    /// How long the server tries writes after a request for readiness; without such requests, an idle server writes
    /// nothing.
    static let probedMilliseconds: Int64 = 60_000

    /// How often maintenance runs: a refresh that failed after a commit is tried again within this time, and while
    /// readiness is read, a write is tried this often.
    static let maintenanceMilliseconds: Int32 = 1000

    /// The bytes of a machine's name that are read; Linux allows 64.
    static let hostNameBytesMax = 256

    /// The pause between two turns of the thread that follows a shared database: changes that come within it are
    /// applied together.
    static let hearingMilliseconds: Int32 = 5

    /// Expensive requests that wait for a slot, for each kind of caller; one more gets 503.
    ///
    /// None holds a thread, but each keeps its connection and the bytes of its body.
    static let expensiveWaitingMax = 256

    /// How long a worker takes the caller that an event loop has identified by the head of a request, if no token has
    /// changed meanwhile: most bodies arrive with their heads.
    static let checkedHeadSeconds = 1

    /// Compressed bodies of more than ``ExchangeLimits/bodyBytesMax`` that are decompressed at once; one more gets 503.
    ///
    /// What a loop counts of them is what arrived, and each may have ``ExchangeLimits/draftBytesMax``.
    static let decompressedBodiesMax = 2

    /// Bytes of an answer of the control plane from which it is compressed: below, it needs two packets at most.
    static let compressedBytesMin = 2048

    /// Workers of a lane that the requests of one caller leave to the others, if the lane has more than one.
    static let workersLeft = 1

    /// Ordinary requests of one caller that wait until it occupies fewer workers; one more gets 429.
    ///
    /// None holds a thread, but each keeps its connection and the bytes of its body.
    static let ordinaryWaitingPerCallerMax = 512

    /// Ordinary requests of all callers of one kind that wait so; one more gets 429.
    static let ordinaryWaitingMax = 1024

    /// How long an ordinary request waits so, until it gets 429: most take a few milliseconds, and a program that has
    /// hundreds of them under way should be told to slow down while its user still waits.
    static let ordinaryWaitMilliseconds: Int64 = 5000

    /// `Retry-After` for a request without a slot, in seconds: most expensive requests take less.
    static let placeRetrySeconds = 1

    /// Seconds after which a client without a slot for an event stream tries again: it polls the head meanwhile.
    static let streamRetrySeconds = 30

    /// Lines of the server log that event loops store until the next maintenance, 300 bytes each; others are only
    /// counted.
    static let deferredLinesMax = 1024

    /// Between two lines of the log that count refusals for a reason that lasts, in milliseconds.
    static let refusalLineMilliseconds: Int64 = 60_000

    /// How often the store records when tokens were last used, with one write; a crash loses at most the uses of this
    /// time.
    static let useRecordMilliseconds: Int64 = 60_000

    /// How often the answers to clients are added to the counts of their hour in the store, with one write; a crash loses at
    /// most those of this time.
    static let adoptionRecordMilliseconds: Int64 = 60_000

    /// How often the server looks whether it can return free memory to the system.
    ///
    /// What no request used between two looks leaves the caches of older releases, their indexes and decoded drafts before:
    /// reading it again takes milliseconds, and compiling the index of an old release that has none stored some tens of them.
    static let memoryReturnMilliseconds: Int64 = 10_000

    /// Growth of unused memory in bytes after which it is returned: what a few requests of a large draft leave.
    static let memoryGrowthBytes = 4 << 20

    /// How often a checkpoint of the audit is written to the log, besides start and stop: once a day.
    static let checkpointMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The time between two runs of retention: a day.
    static let retentionMilliseconds: Int64 = 24 * 60 * 60 * 1000

    /// The days in which all stored bytes of releases are compared with their digests, a part each day.
    static let checkDays = 7

    /// Bytes of bodies behind which a round of these comparisons ends; one release may be longer.
    static let checkBytesPerRound = 8 << 20

    /// How long after its end an expired token is deleted: 90 days, in which the list of tokens explains a 401.
    static let expiredTokenMilliseconds: Int64 = 90 * 24 * 60 * 60 * 1000

    /// How often the server looks whether a run of retention is due.
    static let retentionLookMilliseconds: Int64 = 60_000

    /// How long after a failed run of retention the next one is tried.
    static let retentionRetryMilliseconds: Int64 = 300_000

    /// Apps that one round of maintenance looks at for retention; it ends earlier after it has removed something.
    static let retentionAppsPerRound = 64

    /// How often the folder of backups is read: a backup is late by at most this time.
    static let backupLookMilliseconds: Int64 = 10_000

    /// How long after a failed backup the next one is tried: a full disk gives twelve log lines an hour.
    static let backupRetryMilliseconds: Int64 = 300_000

    /// Bytes that a backup leaves free on its disk, so that the database can be written if it is on the same one.
    static let backupSpareBytes = 64 << 20
}

/// Limits of this target, each with its reason.
enum NodeLimits {
    /// A change of the measured difference of two clocks below which it is the time of an answer.
    static let clockStepMilliseconds: Int64 = 100

    /// How long a reader waits for a position that this node has not applied: a change is on all nodes in 250 ms as a rule.
    static let positionWait = Duration.seconds(1)

    /// How long a node waits until it connects again, after that failed; a connection that worked is made again at once.
    static let retryWait = Duration.milliseconds(250)

    /// How often a node writes what it has applied, in milliseconds.
    static let reportMilliseconds: Int64 = 5000

    /// The difference between the clock of the node and that of the database that is told, in milliseconds.
    static let skewMilliseconds: Int64 = 2000

    /// Seconds of a lease; the holder takes it again before they are over.
    static let leaseSeconds = 300
}
