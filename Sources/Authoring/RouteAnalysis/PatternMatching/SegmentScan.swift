import RoutePattern

/// Matches one text against the parts of a segment: text, a capture, and perhaps more text and a second capture.
///
/// 1. Literal text at both ends is compared, which fixes the start of the first capture and the end of the last.
/// 2. With one capture, its constraint is tested on the rest.
/// 3. With two captures, the places of the text between them are tried in URLPattern's order (language.md
///    L3.16).
///
/// The work is at most the length of the text times the bytes compared at each place: the text between the captures, or
/// the words of an enumeration.
struct SegmentScan {
    private let parts: [SegmentMatcher.Part]
    private let text: [UInt8]
    private let ignoreCase: Bool

    init(_ parts: [SegmentMatcher.Part], _ text: [UInt8], ignoreCase: Bool) {
        self.parts = parts
        self.text = text
        self.ignoreCase = ignoreCase
    }

    func captures() -> [String]? {
        ranges()?.map { String(decoding: text[$0], as: UTF8.self) }
    }

    private func ranges() -> [Range<Int>]? {
        var parts = parts[...]
        var low = 0
        var high = text.count
        if case .literal(let literal) = parts.first {
            guard let end = end(of: literal, at: 0) else { return nil }
            low = end
            parts.removeFirst()
        }
        if case .literal(let literal) = parts.last {
            high -= literal.utf8.count
            guard high >= low, end(of: literal, at: high) != nil else { return nil }
            parts.removeLast()
        }
        guard case .capture(_, let first) = parts.first else { return low == high ? [] : nil }
        if parts.count == 1 { return matches(first, low..<high) ? [low..<high] : nil }
        guard parts.count == 3, case .literal(let separator) = parts[parts.startIndex + 1],
            case .capture(_, let second) = parts.last
        else { return nil }
        return split(first, separator, second, low..<high)
    }

    /// The first split that matches, in the order in which URLPattern's regular expression tries them.
    private func split(
        _ first: CaptureConstraint, _ separator: String, _ second: CaptureConstraint, _ range: Range<Int>
    ) -> [Range<Int>]? {
        // The first place at which the second capture can begin is the same for all splits, so one scan finds it.
        let secondMin = firstPlace(of: second, range)
        func ranges(splitAt place: Int) -> [Range<Int>]? {
            guard place <= range.upperBound, let start = end(of: separator, at: place), start < range.upperBound,
                start >= secondMin, hasCount(second, start..<range.upperBound)
            else { return nil }
            return [range.lowerBound..<place, start..<range.upperBound]
        }
        switch first {
        case .none:
            guard range.count > 1 else { return nil }
            return (range.lowerBound + 1..<range.upperBound).lazy.compactMap(ranges).first
        case .words(let words):
            return words.lazy.compactMap { end(of: $0, at: range.lowerBound) }.compactMap(ranges).first
        case .run(let set, let least, let most):
            let members = ignoreCase ? set.foldingCase : set
            let limit = min(range.upperBound, most.map { range.lowerBound + $0 } ?? range.upperBound)
            let longest = (range.lowerBound..<limit).first { !members.contains(text[$0]) } ?? limit
            let shortest = range.lowerBound + max(1, least)
            guard shortest <= longest else { return nil }
            return (shortest...longest).reversed().lazy.compactMap(ranges).first
        }
    }

    /// The first place from which all bytes are in the class of a run; the start of the range for other constraints.
    private func firstPlace(of constraint: CaptureConstraint, _ range: Range<Int>) -> Int {
        guard case .run(let set, _, _) = constraint else { return range.lowerBound }
        let members = ignoreCase ? set.foldingCase : set
        return range.last { !members.contains(text[$0]) }.map { $0 + 1 } ?? range.lowerBound
    }

    private func matches(_ constraint: CaptureConstraint, _ range: Range<Int>) -> Bool {
        range.lowerBound >= firstPlace(of: constraint, range) && hasCount(constraint, range)
    }

    /// Whether the range matches; the caller has checked that the bytes of a run are in its class.
    private func hasCount(_ constraint: CaptureConstraint, _ range: Range<Int>) -> Bool {
        switch constraint {
        case .none: !range.isEmpty
        case .words(let words): words.contains { end(of: $0, at: range.lowerBound) == range.upperBound }
        case .run(_, let least, let most): range.count >= max(1, least) && most.map { range.count <= $0 } ?? true
        }
    }

    /// The end of the literal in the text, if the literal is at `start`.
    private func end(of literal: String, at start: Int) -> Int? {
        var index = start
        for byte in literal.utf8 {
            guard index < text.count, isSame(byte, text[index]) else { return nil }
            index += 1
        }
        return index
    }

    private func isSame(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || ignoreCase && ASCIICase.folded(left) == ASCIICase.folded(right)
    }
}
