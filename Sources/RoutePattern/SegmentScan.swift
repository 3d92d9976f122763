/// One text against the parts of a segment.
///
/// The last capture's end is fixed by what follows it, so only the first capture of two is searched for; the work is
/// bounded by the text's length.
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
        guard let ranges = match(parts[...], from: 0) else { return nil }
        return ranges.map { String(decoding: text[$0], as: UTF8.self) }
    }

    /// The ranges of the captures of the parts, which must take the whole rest of the text.
    private func match(_ parts: ArraySlice<SegmentMatcher.Part>, from start: Int) -> [Range<Int>]? {
        guard let part = parts.first else { return start == text.count ? [] : nil }
        let rest = parts.dropFirst()
        switch part {
        case .literal(let literal):
            guard let end = end(of: literal, at: start) else { return nil }
            return match(rest, from: end)
        case .capture(_, let constraint):
            for end in ends(of: constraint, from: start, isLast: rest.isEmpty) {
                if let more = match(rest, from: end) { return [start..<end] + more }
            }
            return nil
        }
    }

    /// Where a capture may end, in the order in which URLPattern's regular expression tries.
    private func ends(of constraint: CaptureConstraint, from start: Int, isLast: Bool) -> [Int] {
        switch constraint {
        case .none:
            guard start < text.count else { return [] }
            return isLast ? [text.count] : (start + 1...text.count).filter(isScalarBoundary)
        case .words(let words):
            return words.compactMap { end(of: $0, at: start) }
        case .run(let set, let least, let most):
            let members = ignoreCase ? set.foldingCase : set
            let limit = min(text.count, most.map { start + $0 } ?? text.count)
            let end = (start..<limit).first { !members.contains(text[$0]) } ?? limit
            return end - start < max(1, least) ? [] : Array(((start + max(1, least))...end).reversed())
        }
    }

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

    private func isScalarBoundary(_ index: Int) -> Bool { index == text.count || text[index] & 0xC0 != 0x80 }
}

/// ASCII case.
enum ASCIICase {
    /// A letter in lower case, any other byte as it is.
    static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// A text with its ASCII letters in lower case.
    static func folded(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { folded($0) }, as: UTF8.self)
    }
}
