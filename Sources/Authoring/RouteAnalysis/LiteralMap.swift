import RoutePattern

/// Alternatives by the rarest literal text in their path segments, so that an address is compared with few of thousands
/// whose segments have captures and text, such as `/:shop-k17-:page`: an index tries each of them.
struct LiteralMap {
    /// The end of a literal text in a path segment, without regard to ASCII case.
    private struct Key: Hashable {
        let segment: Int
        let bytes: ArraySlice<UInt8>
    }

    private var byText: [Key: [Int]] = [:]
    /// Alternatives without a literal text in their path.
    private var others: [Int] = []
    /// The byte counts of the keys of each segment.
    private var counts: [Int: Set<Int>] = [:]

    /// A map of alternatives, named by their places.
    init(_ alternatives: [Alternative]) {
        let parts = alternatives.map(Self.keys)
        var uses: [Key: Int] = [:]
        for key in parts.joined().joined() { uses[key, default: 0] += 1 }
        for (place, parts) in parts.enumerated() {
            let rarest = parts.min { one, other in
                one.reduce(0) { $0 + uses[$1, default: 0] } < other.reduce(0) { $0 + uses[$1, default: 0] }
            }
            if rarest == nil { others.append(place) }
            for key in Set(rarest ?? []) {
                byText[key, default: []].append(place)
                counts[key.segment, default: []].insert(key.bytes.count)
            }
        }
    }

    /// The literal texts of each part of the path: one of them is in every address that matches.
    private static func keys(_ alternative: Alternative) -> [[Key]] {
        guard case .segments(let matchers, _) = alternative.path else { return [] }
        return matchers.enumerated().flatMap { segment, matcher in
            matcher.parts.compactMap { part -> [Key]? in
                let texts: [String]
                switch part {
                case .literal(let text): texts = [text]
                case .capture(_, .words(let words)): texts = words
                case .capture: return nil
                }
                guard !texts.isEmpty, !texts.contains("") else { return nil }
                return texts.map { text in
                    let bytes = text.utf8.map { ASCIICase.folded($0) }
                    return Key(segment: segment, bytes: bytes.suffix(Limits.keyCounts.last { $0 <= bytes.count } ?? 1))
                }
            }
        }
    }

    /// The places of the alternatives that may match an address, in ascending order; nil if there are more than `most`.
    func candidates(_ subject: MatchSubject, most: Int) -> [Int]? {
        var found = Set(others.prefix(most + 1))
        for (segment, text) in subject.segments.enumerated() {
            guard let counts = counts[segment] else { continue }
            if text.isRaw { return nil }
            let bytes = text.text.utf8.map { ASCIICase.folded($0) }
            for count in counts where count <= bytes.count {
                for start in 0...bytes.count - count {
                    let key = Key(segment: segment, bytes: bytes[start..<start + count])
                    guard let places = byText[key] else { continue }
                    found.formUnion(places.prefix(most + 1))
                }
            }
        }
        return found.count > most ? nil : found.sorted()
    }
}
