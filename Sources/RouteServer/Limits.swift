/// Limits of the server as a whole, each with its reason.
enum ServerLimits {
    /// How long work on the disk may take until the server is no longer ready: a healthy disk needs milliseconds, and load
    /// balancers ask every few seconds.
    static let diskStallMilliseconds: Int64 = 5000

    /// How long after a reading of readiness writes are tried: an idle server without a balancer writes nothing.
    static let probedMilliseconds: Int64 = 60_000

    /// How often maintenance runs: a refresh that failed after a commit is tried again within this time, and while
    /// readiness is read, a write is tried this often.
    static let maintenanceMilliseconds: Int32 = 1000

    /// Expensive requests that wait for a place, for each kind of caller; one more gets 503.
    ///
    /// None holds a thread, but each keeps its connection and the bytes of its body.
    static let expensiveWaitingMax = 256

    /// Seconds after which a request without a place is sent again: most expensive requests take less.
    static let placeRetrySeconds = 1

    /// Lines of the server log that event loops keep for the next maintenance, 300 bytes each; more are only counted.
    static let deferredLinesMax = 1024

    /// How often the store records when tokens were last used: a crash loses at most this, and it costs one write.
    static let useRecordMilliseconds: Int64 = 60_000

    /// How often a checkpoint of the audit is written to the log, besides start and stop: once a day.
    static let checkpointMilliseconds: Int64 = 24 * 60 * 60 * 1000
}
