/// The parts of addresses that the rules below one node of the trie know, for explanations.
struct KnownParts {
    /// The first literals, in quotes.
    private var literals: [String] = []
    /// Whether there are more literals.
    private var hasMore = false
    /// A capture with a constraint.
    private var matcher: MatcherText?

    /// Literals that a text lists.
    private static let literalsMax = 3

    /// Reads a node's children: literals are first, captures last.
    ///
    /// - Parameters:
    ///   - tables: The index.
    ///   - node: The node.
    ///   - place: The host label or path segment that the children compare.
    ///   - isPath: Whether it is a path segment.
    init(_ tables: IndexTables, below node: Int, place: Int, isPath: Bool) {
        let children = tables.firstChild(node)..<tables.firstChild(node + 1)
        for child in children {
            let label = tables.nodeLabels[child]
            guard label < tables.edges.matcher else { break }
            guard literals.count < Self.literalsMax else {
                hasMore = true
                break
            }
            let text = tables.text(label >= tables.edges.folded ? label - tables.edges.folded : label)
            literals.append("\"\(text)\"")
        }
        // At most three of the last edges are no matchers: the ends of a host and a plain capture.
        let last = children.suffix(4).last { tables.nodeLabels[$0] < tables.edges.hostWildcard }
        guard let last, tables.nodeLabels[last] >= tables.edges.matcher else { return }
        let number = tables.nodeLabels[last] - tables.edges.matcher
        let source = isPath ? IndexRecord.Source.path : .host
        matcher = MatcherText(
            tables, matcher: number, names: Self.names(tables, tables.least(last), source, UInt32(place), number))
    }

    /// The end of a sentence about an address that is too short.
    var goingOn: String {
        let known = listed + (matcher.map { [$0.source] } ?? [])
        return known.isEmpty ? "" : "; rules go on with " + known.joined(separator: ", ")
    }

    /// The sentence about a part of an address that is none of them; `subject` begins it.
    func mismatch(_ subject: String, _ text: String) -> String {
        guard !text.isEmpty else { return "\(subject) is empty." }
        guard !literals.isEmpty else {
            if let matcher { return "\"\(text)\" does not fit \(matcher.described)." }
            return "\(subject) is \"\(text)\"; the rule ends before it."
        }
        let end = matcher.map { ", and \($0.described)" } ?? ""
        return "\(subject) is \"\(text)\"; rules know \(listed.joined(separator: ", "))\(end)."
    }

    private var listed: [String] { literals + (hasMore ? ["\u{2026}"] : []) }

    /// The names that an alternative gives to the captures of a matcher, from the left.
    ///
    /// `place` is what the source's place means: a host label, a segment or a query name.
    static func names(
        _ tables: IndexTables, _ position: UInt32, _ source: IndexRecord.Source, _ place: UInt32, _ matcher: UInt32
    ) -> [String] {
        guard Int(clamping: position) < tables.alternativeCount else { return [] }
        var cursor = tables.record(CompiledAlternative(tables, position).captures, of: tables.captures)
        var names: [String] = []
        for _ in 0..<cursor.count() {
            let name = cursor.next()
            let entry = (source: cursor.next(), place: cursor.next(), matcher: cursor.next())
            cursor.skip()
            if entry == (source.rawValue, place, matcher + 1) { names.append(tables.text(name)) }
        }
        return names
    }
}
