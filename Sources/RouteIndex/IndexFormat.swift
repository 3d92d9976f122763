/// The layout of the file, told once for writer, verifier and reader.
///
/// A header of fixed size, then the sections in the order of ``Section``, each starting where the one before ends.
/// Numbers are unsigned and little-endian, as wide as their section's largest needs: one to four bytes. The last
/// section is the bytes of all strings; behind it stand ``padding`` zero bytes, so that a word may be loaded whole.
///
/// - Header: magic (8 bytes), format version, zero, checksum (8 bytes, of everything behind it), length of the file
///   (8 bytes), digest of the body (32 bytes), the release's version (8 bytes), the app's string, flags, then per
///   section its offset, its count of entries and their width in bytes.
/// - Strings: `stringOffsets[i] ..< stringOffsets[i + 1]` in the pool. `labels` names the strings that an edge or a
///   scheme compares with, grouped by the top bits of their hash; `labelBuckets` says where each group begins. A
///   segment of an address is turned into a string's number once; from then on the walk compares numbers.
/// - Nodes: three words each (first child, first terminal, least order position in the subtree), one sentinel last.
///   Children of a node are neighbours and follow it, in the order of their ``EdgeLabel``, so a subtree can never
///   contain its ancestor: that is the proof that every walk ends.
/// - Terminals: words of ``Terminal``, per node in ascending order.
/// - Alternatives: four columns, at the place the body's `order` gives them: rule, number within the rule, constraints
///   record, captures record.
/// - Rules: three columns: id, destination record, condition record + 1 (or 0).
/// - Records: variable runs of words; one table of offsets per kind. What needs 64 bits stands in `longs`.
enum IndexFormat {
    static let magic: UInt64 = 0x5844_494B_524D_5957  // "WYMRKIDX" in file order
    static let version: UInt32 = 2

    static let checksumAt = 16
    static let checksummedFrom = 24
    static let lengthAt = 24
    static let digestAt = 32
    static let releaseAt = 64
    static let appAt = 72
    static let flagsAt = 76
    static let sectionsAt = 80
    static let sectionBytes = 12
    static let padding = 8
    static let headerBytes = sectionsAt + Section.allCases.count * sectionBytes

    /// In the flags: some edge compares without case.
    static let hasFoldedLabels: UInt32 = 1
    /// In the flags: the authority of some scheme's addresses is their first path segment.
    static let hasFirstSegments: UInt32 = 2

    /// Stands for "no such string" and "no position" in memory; never written to a file.
    static let none: UInt32 = .max
    static let nodeWords = 3

    enum Section: Int, CaseIterable {
        case labelBuckets, labels, stringOffsets
        case nodeLabels, nodes, terminals
        case alternativeRules, alternativeNumbers, alternativeConstraints, alternativeCaptures
        case ruleIDs, ruleDestinations, ruleConditions
        case destinations, constants, conditions, captures, constraints, matchers, settings, words, longs
        case pool
    }

    /// The nodes every index begins with.
    enum Root: Int, CaseIterable {
        /// Edges are whole hosts, for patterns whose host is all literal: the usual case costs one step.
        case wholeHosts
        /// Edges are host labels from the right.
        case hostLabels
        /// The path node of patterns that take any host.
        case anyHost
        /// The path node of patterns without a host.
        case noHost
        /// Edges are whole opaque paths.
        case opaque
    }
}

/// What stands on the edge into a node; children of one node are sorted by it.
///
/// A literal is its string's number as it is; the other kinds follow, each in a range of its own, so that the numbers
/// stay small. The builder, which does not know yet how many strings there will be, marks kinds by high bits.
struct EdgeLabels: Sendable {
    /// A literal compared without ASCII case: this and the string's number (its text is folded).
    let folded: UInt32
    /// A matcher's record: this and its number.
    let matcher: UInt32
    /// The end of a host that takes one or more labels in front of those already compared.
    let hostWildcard: UInt32
    /// The end of a host: the child is a path node.
    var hostEnd: UInt32 { hostWildcard &+ 1 }
    /// Any one segment that is not empty.
    var plain: UInt32 { hostWildcard &+ 2 }

    /// The ranges of an index with so many strings and matchers.
    init(strings: Int, matchers: Int) {
        folded = UInt32(truncatingIfNeeded: strings)
        matcher = UInt32(truncatingIfNeeded: 2 * strings)
        hostWildcard = UInt32(truncatingIfNeeded: 2 * strings + matchers)
    }

    /// The builder's mark of each kind, in the same order.
    enum Mark {
        static let folded: UInt32 = 0x4000_0000
        static let matcher: UInt32 = 0x8000_0000
        static let hostWildcard: UInt32 = .max - 2
        static let hostEnd: UInt32 = .max - 1
        static let plain: UInt32 = .max
    }

    /// The number of a marked label.
    func number(of marked: UInt32) -> UInt32 {
        if marked < Mark.folded { return marked }
        if marked < Mark.matcher { return marked - Mark.folded + folded }
        return marked < Mark.hostWildcard ? marked - Mark.matcher + matcher : marked - Mark.hostWildcard + hostWildcard
    }
}
