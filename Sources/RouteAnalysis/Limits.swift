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
    /// Combinations of cells that a cover of conditions is decided over: four keys of eight cells each.
    static let cellsMax = 4096
    /// Covers of conditions that one check decides; each costs up to a few milliseconds, nearly all far less.
    static let coveringsMax = 4096
    /// Conditional alternatives that may hide one together; nobody reads a longer list of rules.
    static let coversMax = 64
    /// Pieces that an alternative is cut into to see whether each is hidden by another rule.
    static let piecesMax = 32
    /// Rules on one pattern from which on they are told apart by a key before any two are compared.
    static let crowdMin = 64
    /// Pairs of alternatives with the same literals that are compared: all pairs of four hundred.
    static let pairsMax = 80_000
    /// Variants of texts tried for one witness.
    static let variantsMax = 3
    /// States of two automata together that are looked at for a text both take.
    ///
    /// Two runs of 250 characters, or an enumeration of 256 words against text around captures. What needs more stays
    /// undecided.
    static let productStatesMax = 1 << 18
    /// Values kept per key of a context.
    static let valuesMax = 24
    /// Segments that a list of unknown length gets while a chain of redirects is looked for.
    static let listMax = 12
    /// Times that one chain of redirects is walked, each time with a departure that is known a little better.
    static let walksMax = 48
    /// Chains that begin with one alternative and are looked for.
    static let chainsMax = 200
    /// Chains that are looked for in one check: about a second's work; what is left out is said.
    static let chainsInAllMax = 20_000
    /// Redirects a resolution follows, as the model has it.
    static let redirectsFollowed = ModelLimits.redirectsMax
    /// Addresses a difference between drafts lists; a person reads no more, and the rest is counted.
    static let differencesMax = 1000
    /// Witnesses that a difference looks up in both drafts: a second's work.
    static let differenceWitnessesMax = 100_000
    /// Alternatives that differ, up to which overlaps with others are computed too.
    static let overlapsOfMax = 1000
    /// Others that one alternative that differs is overlapped with.
    static let overlapsMax = 64
    /// Identifiers hashed to find the buckets next to the edge of a share.
    static let edgeIdentifiersMax = 400
}
