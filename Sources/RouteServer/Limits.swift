/// Limits of the server as a whole, each with its reason.
enum ServerLimits {
    /// How long the result of a readiness probe is used again, so that several balancers cost one write a second.
    static let probeMilliseconds: Int64 = 1000

    /// How often maintenance runs: a refresh that failed after a commit is tried again within this time.
    static let maintenanceMilliseconds: Int32 = 1000

    /// How often the store records when tokens were last used: a crash loses at most this, and it costs one write.
    static let useRecordMilliseconds: Int64 = 60_000
}
