/// Limits of the server as a whole, each with its reason.
enum ServerLimits {
    /// How long the result of a readiness probe is reused, so that several load balancers cost only one write per
    /// second.
    static let probeMilliseconds: Int64 = 1000

    /// The interval of maintenance: a refresh that failed after a commit is tried again within this time.
    static let maintenanceMilliseconds: Int32 = 1000

    /// How often the last use of tokens is written to the store, with one write; a crash loses at most this time.
    static let useRecordMilliseconds: Int64 = 60_000
}
