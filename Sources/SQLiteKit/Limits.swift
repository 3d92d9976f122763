/// The limits of this target.
package enum SQLiteLimits {
    /// The most statements that a connection keeps prepared by default; each uses a few KB.
    package static let statementsMax = 128
}
