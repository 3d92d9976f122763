/// The layout of an index file, for the writer, the verification and the readers.
///
/// A header of fixed size, then the sections in the order of ``Section``, each starting at the end of the one before.
/// Numbers are unsigned and little-endian, one to four bytes wide, as the largest number of their section needs. The
/// last section is the bytes of all strings; ``padding`` zero bytes follow, so that a narrow word may be loaded as four
/// bytes.
///
/// - Header: magic (8 bytes), format version, zero, checksum (8 bytes, of all bytes after it), length of the file
///   (8 bytes), digest of the body (32 bytes), the release's version (8 bytes), the app's string, flags, the
///   number of rules, then per section its offset, its count of entries and their width in bytes.
/// - Strings: `stringOffsets[i] ..< stringOffsets[i + 1]` in the pool. `labels` lists the strings that an edge or a
///   scheme compares with, each with its offset and its length in the pool, grouped by the top bits of their hash; `labelBuckets` has the start of each group. A segment
///   of an address is looked up once to get a string's number; the walk compares numbers.
/// - Nodes: three words each (first child, first terminal, least order position in the subtree), then one sentinel.
///   The children of a node are adjacent and stand after it, sorted by label. So a subtree never contains an ancestor,
///   and every walk ends.
/// - Terminals: words of ``Terminal``, per node in ascending order.
/// - Alternatives: six words each, in the body's `order`: the rule's id, number within the rule, constraints record,
///   captures record, and the rule's destination record and condition record + 1 (or 0). All that a look-up reads about
///   an alternative is in one place, because each cache line that it reads costs as much as thirty instructions.
/// - Records: runs of words of different lengths, with one table of offsets per kind. 64-bit operands are in `longs`.
enum IndexFormat {
    static let magic: UInt64 = 0x5844_494B_524D_5957  // "WYMRKIDX" in file order
    static let version: UInt32 = 3

    static let checksumAt = 16
    static let checksummedFrom = 24
    static let lengthAt = 24
    static let digestAt = 32
    static let releaseAt = 64
    static let appAt = 72
    static let flagsAt = 76
    static let rulesAt = 80
    static let sectionsAt = 84
    static let sectionBytes = 12
    static let padding = 8
    static let headerBytes = sectionsAt + Section.allCases.count * sectionBytes

    /// The flag of an index in which some edge ignores ASCII case.
    static let hasFoldedLabels: UInt32 = 1
    /// The flag of an index in which the authority of some scheme's addresses is their first path segment.
    static let hasFirstSegments: UInt32 = 2

    /// "No such string" and "no position" in memory; never written to a file.
    static let none: UInt32 = .max
    static let nodeWords = 3
    static let labelWords = 3
    static let alternativeWords = 6

    enum Section: Int, CaseIterable {
        case labelBuckets, labels, stringOffsets
        case nodeLabels, nodes, terminals
        case alternatives
        case destinations, constants, conditions, captures, constraints, matchers, settings, words, longs
        case pool
    }

    /// The nodes with which every index begins.
    enum Root: Int, CaseIterable {
        /// Edges are whole hosts, for patterns whose host is all literal: one step in the usual case.
        case wholeHosts
        /// Edges are host labels from the right.
        case hostLabels
        /// The path node of patterns that match any host.
        case anyHost
        /// The path node of patterns without a host.
        case noHost
        /// Edges are whole opaque paths.
        case opaque
    }
}

/// The label of the edge into a node; the children of a node are sorted by it.
///
/// A literal's label is its string's number. The other kinds have the ranges of numbers after the strings, so that
/// labels are small. Before the number of strings is final, the builder marks the kinds by high bits instead.
struct EdgeLabels: Sendable {
    /// The first label of literals that ignore ASCII case: the label is this plus the number of the folded string.
    let folded: UInt32
    /// The first label of matchers: the label is this plus the number of the matcher's record.
    let matcher: UInt32
    /// The end of a host that has one or more further labels to the left of those compared.
    let hostWildcard: UInt32
    /// The end of a host: the child is a path node.
    var hostEnd: UInt32 { hostWildcard &+ 1 }
    /// Any non-empty segment.
    var plain: UInt32 { hostWildcard &+ 2 }

    /// The ranges for an index with these numbers of strings and matchers.
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

    /// The file's label for a marked one.
    func number(of marked: UInt32) -> UInt32 {
        if marked < Mark.folded { return marked }
        if marked < Mark.matcher { return marked - Mark.folded + folded }
        return marked < Mark.hostWildcard ? marked - Mark.matcher + matcher : marked - Mark.hostWildcard + hostWildcard
    }
}
