import RouteModel

/// The bounds of this room, each with its reason.
enum Limits {
    /// Combinations of context values tried for one witness; conditions are independent except inside `not`, so the
    /// first one nearly always holds, and a search that long has met a contradiction.
    static let contextsMax = 4096
    /// Identifiers hashed to find one inside a rollout: one in ten thousand falls into the smallest share, and this many
    /// miss it with a probability of 5 %.
    static let identifiersMax = 30_000
    /// Identifiers kept per rollout for combination with other conditions.
    static let identifiersKept = 8
    /// The best of the alternatives that match a sample: those that may hide the sample's own.
    ///
    /// Thousands of rules on one pattern would otherwise cost the square of their number.
    static let contendersFirst = 16
    /// The nearest of the alternatives that come before the sample's own: those that may tie with it.
    static let contendersNearest = 32
    /// States of two automata together that are looked at for a text both take: two runs of eighty characters, or an
    /// enumeration of 256 words against text around a capture. What needs more stays undecided.
    static let productStatesMax = 1 << 18
    /// Values kept per key of a context.
    static let valuesMax = 24
    /// Redirects a resolution follows, as the model has it.
    static let redirectsFollowed = ModelLimits.redirectsMax
    /// Addresses a difference between drafts lists; a person reads no more.
    static let differencesMax = 1000
}
