import HTTPExchange

/// Limits of the data plane, each with its reason.
package enum DataLimits {
    /// Compiled indexes kept for `resolve`, in bytes: eight of 100,000 rules.
    package static let indexBytesMax = 128 << 20

    /// Compiled indexes kept for `resolve`.
    ///
    /// Without this limit, a server that publishes a small app for months would keep thousands of indexes.
    package static let indexesMax = 32
}
