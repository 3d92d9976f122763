import RoutePattern

extension Alternative {
    /// Alternatives that together match exactly what this one matches.
    ///
    /// One per combination of words of its enumerations, and for a zero-or-more tail one without and one with segments.
    /// Only this one if it cannot be divided, or if there would be more than `Limits.piecesMax`.
    var pieces: [Alternative] {
        guard case .segments(let segments, let ending) = path else { return [self] }
        var lists: [[SegmentMatcher]] = [[]]
        for segment in segments {
            lists = lists.flatMap { list in segment.words.map { list + [$0] } }
            guard lists.count <= Limits.piecesMax else { return [self] }
        }
        var endings = [ending]
        if case .zeroOrMore(let name) = ending { endings = [.end, .oneOrMore(name)] }
        return lists.flatMap { list in
            endings.map { ending in
                var piece = self
                piece.path = .segments(list, ending)
                return piece
            }
        }
    }
}

extension SegmentMatcher {
    /// The matcher once per word of its first enumeration.
    fileprivate var words: [SegmentMatcher] {
        for (index, part) in parts.enumerated() {
            guard case .capture(let name, .words(let words)) = part, words.count > 1 else { continue }
            return words.map { word in
                var parts = parts
                parts[index] = .capture(name, .words([word]))
                return SegmentMatcher(parts)
            }
        }
        return [self]
    }
}
