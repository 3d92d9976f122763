/// Limits of the claims of a host.
package enum LinkClaimLimits {
    /// The most path patterns of one alternative of a pattern; words beyond that become a wildcard.
    package static let patternsOfAlternative = 64
    /// The most path patterns of a host; alternatives beyond that are not claimed, and are departures.
    package static let patterns = 10_000
    /// The most departures that are kept.
    package static let departures = 1_000
    /// The most departures for which a witness is searched; each compares some addresses with all patterns.
    package static let witnesses = 100
}
