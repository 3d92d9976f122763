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
    /// Lines of a table of comma-separated values; an app has at most as many rules.
    static let linesMax = 100_000
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
