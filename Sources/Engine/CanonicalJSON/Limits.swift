/// Limits of a document; the reader refuses one that exceeds them.
package struct JSONLimits: Sendable, Equatable {
    /// Largest input in bytes.
    ///
    /// At most ``bytesMaxPossible``, because offsets have 32 bits.
    package var bytesMax: Int
    /// Deepest nesting of arrays and objects.
    ///
    /// The reader recurses once for each level, so this bounds its stack.
    var depthMax: Int
    /// Whether two names of one object that are canonically equivalent (é as one or as two scalars) are refused, too.
    ///
    /// People cannot tell such names apart, so documents that they write must not have both. The parameters of a
    /// resolution may have both.
    var refusesEquivalentNames: Bool

    /// Makes limits; `bytesMax` is reduced to ``bytesMaxPossible``.
    package init(bytesMax: Int = 64 << 20, depthMax: Int = 64, refusesEquivalentNames: Bool = true) {
        self.bytesMax = min(bytesMax, Self.bytesMaxPossible)
        self.depthMax = depthMax
        self.refusesEquivalentNames = refusesEquivalentNames
    }

    /// 64 MiB (a draft of 200,000 rules) and 64 levels (a draft needs 8).
    package static let standard = JSONLimits()

    /// The standard limits for a document that a server has made: equal names are refused, equivalent names are not.
    package static let answer = JSONLimits(refusesEquivalentNames: false)

    /// Largest possible `bytesMax`: tape entries have 32-bit offsets, and half of the range prevents overflow of sums.
    static let bytesMaxPossible = Int(clamping: Int64(1) << 31)
}

/// Limits of this target, each with its reason.
enum Limits {
    /// Members of an object up to which names are compared in pairs, without allocation.
    ///
    /// Names of larger objects are put into a set, so that the work is linear in the size of the object.
    static let pairwiseNamesMax = 12
    /// The largest magnitude of an integer that is not converted to a double: 2^53.
    ///
    /// Up to it integers are exact as IEEE doubles (RFC 7493 section 2.2), so that other languages read the same
    /// number.
    static let exactIntegerMax: Int64 = 9_007_199_254_740_992
    /// Bytes of the text that an error message quotes.
    static let quotedBytesMax = 24
}
