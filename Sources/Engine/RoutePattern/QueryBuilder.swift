import WebAddress

/// Builds query constraints from `a=1&b=:b&c&!d`.
struct QueryBuilder {
    private let nodes: [PatternNode]
    private let offset: Int

    init(_ nodes: [PatternNode], offset: Int) {
        self.nodes = nodes
        self.offset = offset
    }

    /// The constraints, sorted by name.
    func constraints() throws(PatternError) -> [QueryConstraint] {
        var constraints: [QueryConstraint] = []
        for item in try items() where !item.isEmpty { constraints.append(try constraint(item)) }
        guard constraints.count <= PatternLimits.queryConstraintsMax else {
            throw error(
                offset, "there are \(constraints.count) constraints",
                "write at most \(PatternLimits.queryConstraintsMax)"
            )
        }
        constraints.sortShort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        for (left, right) in zip(constraints, constraints.dropFirst())
        where left.name.utf8.elementsEqual(right.name.utf8) {
            throw error(offset, "“\(left.name)” has two constraints", "write each name once")
        }
        return constraints
    }

    /// The nodes between ampersands.
    private func items() throws(PatternError) -> [[PatternAtom]] {
        var items: [[PatternAtom]] = [[]]
        for node in nodes {
            switch node {
            case .group(_, _, let place):
                throw PatternError(
                    .misplacedGroup, at: place, "groups have no meaning in the query",
                    hint:
                        "names without a constraint are always allowed; write two patterns for two constraints"
                )
            case .capture(let capture): items[items.count - 1].append(.capture(capture))
            case .wildcard(let place):
                throw error(
                    place, "* has no meaning in a query", "write only the name to require it with any value: ?name")
            case .literal(let text):
                if let place = text.bytes.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
                    throw PatternError(
                        .literal, at: text.offset(of: place), "no address has this character in its query",
                        hint: "percent-encode it, such as %09 for a tab")
                }
                for (number, part) in text.split(at: UInt8(ascii: "&")).enumerated() {
                    if number > 0 { items.append([]) }
                    if !part.bytes.isEmpty { items[items.count - 1].append(.literal(part)) }
                }
            }
        }
        return items
    }

    private func constraint(_ item: [PatternAtom]) throws(PatternError) -> QueryConstraint {
        guard case .literal(let literal) = item[0] else {
            throw error(item[0].offset, "an item begins with its name", "write name=:capture")
        }
        let (text, place) = (literal.bytes, literal.offset)
        let sides = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        if text.first == UInt8(ascii: "!") {
            guard item.count == 1, sides.count == 1, text.count > 1 else {
                throw error(place, "! requires that a name is absent, and has no value", "write !name")
            }
            return QueryConstraint(name: decoded(text.dropFirst()), test: .absent)
        }
        guard !sides[0].isEmpty else { throw error(place, "the name is missing", "write name=value") }
        let name = decoded(sides[0])
        if item.count == 1 {
            return QueryConstraint(name: name, test: sides.count == 1 ? .present : .equals(decoded(sides[1])))
        }
        guard item.count == 2, sides.count == 2, sides[1].isEmpty, case .capture(let capture) = item[1],
            capture.repetition == .once
        else {
            throw error(item[1].offset, "a value is text, or one capture", "write name=value, or name=:capture")
        }
        return QueryConstraint(name: name, test: .capture(SegmentMatcher([.capture(capture.name, capture.constraint)])))
    }

    /// Spec: <https://url.spec.whatwg.org/#concept-urlencoded-parser>.
    private func decoded(_ text: ArraySlice<UInt8>) -> String {
        guard text.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "%") }) else {
            return String(decoding: text, as: UTF8.self)
        }
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decodeBytes(String(decoding: spaced, as: UTF8.self)), as: UTF8.self)
    }

    private func error(_ offset: Int, _ detail: String, _ hint: String) -> PatternError {
        PatternError(.query, at: offset, detail, hint: hint)
    }
}
