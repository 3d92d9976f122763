/// Limits of the control plane, each with its reason.
package enum ControlLimits {
    /// Attempts of a publish without an exact `If-Match` while other writers of the app may write; after that, they
    /// wait.
    ///
    /// An attempt takes milliseconds with few rules and 0.3 s with 10,000.
    package static let publishAttemptsBeside = 3

    /// Checks, publishes and comparisons that run at the same time; more of them wait.
    ///
    /// Each has a draft in memory in several forms (about 300 MB for 100,000 rules) and uses one processor.
    package static let checksAtOnceMax = 4

    /// Ids with a number that are tried for a rule without an id, before a random one is used.
    package static let derivedIDsMax = 16

    /// Decoded settings that are kept in memory, in bytes of their JSON: those of a few hundred apps.
    package static let decodedSettingsBytesMax = 256 * 1024
}
