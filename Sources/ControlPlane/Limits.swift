/// Limits of the control plane, each with its reason.
package enum ControlLimits {
    /// How often a publish without an exact `If-Match` is tried beside other writers of the app, before it makes them
    /// wait: an attempt takes milliseconds with few rules and 0.3 s with 10,000.
    package static let publishAttemptsBeside = 3

    /// Checks, publishes and comparisons that run at once.
    ///
    /// Each holds a draft in several forms (about 300 MB for 100,000 rules) and uses one processor; more of them wait.
    package static let checksAtOnceMax = 4

    /// Ids with a number that are tried for a rule without an id, before a random one is used.
    package static let derivedIDsMax = 16
}
