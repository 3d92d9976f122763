/// Limits of this target, each with its reason.
enum OfflineLimits {
    /// Bytes that compacting leaves free on the disk of the database: a server writes there after it.
    static let compactionSpareBytes = 64 << 20
}
