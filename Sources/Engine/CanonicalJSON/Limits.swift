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

    /// Makes limits; `bytesMax` is reduced to ``bytesMaxPossible``.
    package init(bytesMax: Int = 64 << 20, depthMax: Int = 64) {
        self.bytesMax = min(bytesMax, Self.bytesMaxPossible)
        self.depthMax = depthMax
    }

    /// 64 MiB (a draft of 200,000 rules) and 64 levels (a draft needs 8).
    package static let standard = JSONLimits()

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
