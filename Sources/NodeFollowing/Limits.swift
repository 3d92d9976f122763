/// Limits of this target, each with its reason.
package enum NodeLimits {
    /// How long a reader waits for a position that this node has not applied: a change is on all nodes in 250 ms as a rule.
    static let positionWait = Duration.seconds(1)

    /// How long a node waits until it connects again, after that failed; a connection that worked is made again at once.
    static let retryWait = Duration.milliseconds(250)

    /// How often a node writes what it has applied, in milliseconds.
    static let reportMilliseconds: Int64 = 5000

    /// The difference between the clock of the node and that of the database that is told, in milliseconds.
    static let skewMilliseconds: Int64 = 2000

    /// Seconds of a lease; the holder takes it again before they are over.
    package static let leaseSeconds = 300

    /// The pages of the audit that are applied at once; more of them make the node read everything again.
    static let pagesMax = 20
}
