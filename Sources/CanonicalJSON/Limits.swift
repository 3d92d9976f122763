/// What a reader accepts before it refuses a document for its size.
package struct JSONLimits: Sendable, Hashable {
    /// Largest input in bytes.
    ///
    /// Offsets are kept in 32 bits, so never more than ``bytesMaxPossible``.
    package var bytesMax: Int
    /// Deepest nesting of arrays and objects.
    ///
    /// The reader recurses once a level, so this bounds its stack.
    package var depthMax: Int

    /// Makes limits; `bytesMax` is cut to ``bytesMaxPossible``.
    package init(bytesMax: Int = 64 << 20, depthMax: Int = 64) {
        self.bytesMax = min(bytesMax, Self.bytesMaxPossible)
        self.depthMax = depthMax
    }

    /// 64 MiB (a draft of 200,000 rules) and 64 levels (a draft needs 8).
    package static let standard = JSONLimits()

    /// Tape entries hold offsets in 32 bits; half of that leaves room for sums.
    package static let bytesMaxPossible = 1 << 31
}

enum Limits {
    /// Objects of at most this many members compare their names pair by pair, without allocating; larger ones put
    /// them into a set, so that a hostile object costs no more than its size.
    static let pairwiseNamesMax = 12
    /// Integers of at most 2^53 are exact as IEEE doubles (RFC 7493 section 2.2), so that other languages read
    /// the same number.
    static let exactIntegerMax: Int64 = 9_007_199_254_740_992
    /// How many bytes of a wrong word an error message quotes.
    static let quotedBytesMax = 24
}
