/// Where the files of a host do not say exactly what a rule matches.
package struct ClaimDeparture: Sendable, Equatable {
    /// In which direction; raw values are stable.
    package enum Direction: String, Sendable {
        /// The systems give addresses to the app that the rule does not match.
        case wider = "claim-wider"
        /// The rule matches addresses that the systems do not give to the app.
        case narrower = "claim-narrower"
    }

    /// Why the files cannot say it; raw values are stable.
    package enum Reason: String, Sendable {
        /// A wildcard of the files also stands for slashes, and has no class of characters.
        case capture
        /// The text of a segment has a sign with a meaning in the files, or a slash.
        case sign
        /// The rule asks for items of the query; the files name paths only.
        case query
        /// The rule ignores case, and Android compares it.
        case letterCase = "case"
        /// The host has ``LinkClaimLimits/patterns`` already.
        case tooMany = "too-many"
    }

    /// The index of the alternative among those that were given.
    package var alternative: Int
    /// In which direction.
    package var direction: Direction
    /// Why.
    package var reason: Reason
    /// An address on which files and rules differ; nil if other rules or claims answer the tried ones,
    /// and beyond ``LinkClaimLimits/witnesses``.
    package var witness: String?
}
