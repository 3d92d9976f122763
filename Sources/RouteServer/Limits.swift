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

    /// How often the store records when tokens were last used: a crash loses at most this, and it costs one write.
    static let useRecordMilliseconds: Int64 = 60_000
}
