package import CanonicalJSON

/// A CNRouter or MGJRouter table: `{PATTERN: {"class": NAME}}` or `{PATTERN: {"redirectUrl": URL}}`.
///
/// A non-empty `redirectUrl` wins over `class`, as CNRouter has it. CNRouter hands everything that matched to the next page as user
/// info: captures are carried along by resolution, and the incoming query is kept, beside the target's own.
package enum CNRouterTable {
    /// How far the table's patterns reach.
    package enum Matching: String, Sendable, Hashable, CaseIterable {
        /// A pattern means the addresses it spells.
        case exact
        /// MGJRouter's own habit: further segments of the address are ignored.
        case prefix
    }

    /// Reads a table; nothing is left out without a finding.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - matching: What a pattern without `~` reaches.
    /// - Returns: The rules in the order of the table.
    /// - Throws: `JSONError` where the bytes are no JSON; a value that is no table is a finding.
    package static func importing(_ bytes: [UInt8], matching: Matching = .exact) throws(JSONError) -> ImportedTable {
        try PatternTable.importing(bytes) { source in
            let pattern = CNRouterPattern(source, matching: matching == .exact ? .exact : .prefix)
            return ConvertedPattern(texts: [pattern.text], remarks: pattern.remarks)
        }
    }
}
