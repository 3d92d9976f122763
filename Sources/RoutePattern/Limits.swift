/// Limits of patterns and of the addresses that are matched.
package enum PatternLimits {
    /// Bytes of a pattern's text: as many as an address may have.
    package static let textBytesMax = 8192
    /// Alternatives that the optional groups of one pattern may expand into; origins are not counted.
    package static let alternativesMax = 16
    /// Captures inside one path segment or host label: with two, one scan finds the split.
    package static let capturesPerSegmentMax = 2
    /// Segments of a path, of a pattern or of an address; an address with more matches nothing.
    package static let segmentsMax = 64
    /// Words of an enumeration, and so its share of the work of a look-up.
    package static let wordsMax = 256
    /// Names in a pattern's query part.
    package static let queryConstraintsMax = 32
    /// The largest count a run may ask for.
    package static let runCountMax = 8192
}
