/// Limits of patterns and of the addresses that are matched.
package enum PatternLimits {
    /// UTF-8 bytes of a pattern's text, and of an address that can match.
    package static let textBytesMax = 8192
    /// Alternatives of one pattern, before origins are applied; bounds the size of a release.
    package static let alternativesMax = 16
    /// Captures inside one path segment or host label; two can be split in one scan.
    package static let capturesPerSegmentMax = 2
    /// Path segments of a pattern, and of an address that can match.
    package static let segmentsMax = 64
    /// Words of an enumeration; bounds the work of matching it.
    package static let wordsMax = 256
    /// Query constraints of a pattern.
    package static let queryConstraintsMax = 32
    /// The largest count of a run: no longer text can match.
    package static let runCountMax = 8192
    /// Path segments for which an alternative counts once more.
    package static let segmentsPerWeight = 8
    /// Bytes of a pattern for which each of its alternatives counts once more.
    package static let bytesPerWeight = 64
}
