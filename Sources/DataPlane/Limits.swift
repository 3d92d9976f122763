import HTTPExchange

/// Limits of the data plane, each with its reason.
package enum DataLimits {
    /// Compiled indexes kept for `resolve`, in bytes: a hundred of 10,000 rules, or eight of 100,000.
    package static let indexBytesMax = 128 << 20

    /// The same in number.
    ///
    /// Without it a server that publishes a small app for months would keep thousands of indexes.
    package static let indexesMax = 32
}
