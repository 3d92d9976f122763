/// Limits of the control plane, each with its reason.
package enum ControlLimits {
    /// Attempts of a publish without an exact `If-Match` while other writers of the app may write; after that, they
    /// wait.
    ///
    /// An attempt takes milliseconds with few rules and 0.3 s with 10,000.
    package static let publishAttemptsBeside = 3

    /// How long the secret before a rotation stays valid where the request does not say, in seconds: an hour.
    package static let rotationOverlapSeconds = 3600

    /// Whole drafts that are read at once.
    ///
    /// Each is in memory (30 MB for 100,000 rules) before it is known whether its answer has room.
    package static let draftReadsAtOnceMax = 2

    /// Ids with a number that are tried for a rule without an id, before a random one is used.
    package static let derivedIDsMax = 16
}
