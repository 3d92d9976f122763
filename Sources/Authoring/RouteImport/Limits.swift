import RouteModel

/// Limits of one import: with them its work and memory grow linearly with the table.
enum ImportLimits {
    /// Bytes of one pattern, path or target in a table; a longer one could be no pattern and no template
    /// (`PatternLimits.textBytesMax`, `ModelLimits.templateBytesMax`).
    ///
    /// Findings repeat this text, so it also bounds their size.
    static let textBytesMax = 8_192
    /// Findings that are recorded; one more finding counts the others.
    ///
    /// An answer lists fewer.
    static let findingsMax = 10_000
    /// Entries of a table; a release has at most as many alternatives.
    static let entriesMax = ModelLimits.alternativesMax
    /// Bytes of a line of a table of text: more than two texts and their conditions.
    static let lineBytesMax = 4 * textBytesMax
    /// Cells of one line of such a table.
    static let cellsMax = 64
    /// Patterns that the optional parts of one path expand into: as many as one pattern may have alternatives
    /// (`PatternLimits.alternativesMax`).
    static let spellingsMax = 16
    /// Optional parts in one path, which bounds the recursion over nested parts.
    ///
    /// Each adds at least one spelling, so more of them would exceed ``spellingsMax``.
    static let optionalPartsMax = spellingsMax - 1
}
