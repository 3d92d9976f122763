/// Limits of patterns and of the addresses that are matched.
package enum PatternLimits {
    /// UTF-8 bytes of a pattern's text, and of an address that can match.
    package static let textBytesMax = 8192
    /// Alternatives of one pattern, before origins are applied; bounds the size of a release.
    static let alternativesMax = 16
    /// Captures inside one path segment or host label; bounds the work of splitting it.
    package static let capturesPerSegmentMax = 2
    /// Path segments of a pattern, and of an address that can match.
    package static let segmentsMax = 64
    /// Words of an enumeration; bounds the work of matching it.
    static let wordsMax = 256
    /// Query constraints of a pattern.
    static let queryConstraintsMax = 32
    /// The largest count of a run: longer text cannot match.
    static let runCountMax = 8192
    /// The weight of an alternative grows by 1 for each of this number of path segments, and of query constraints.
    static let partsPerWeight = 8
    /// The weight of an alternative grows by 1 for each of this number of bytes of its pattern.
    static let bytesPerWeight = 64
}
