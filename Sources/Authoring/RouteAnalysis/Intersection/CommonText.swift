import RoutePattern

/// The place of a text in an address, which excludes some texts.
enum TextPlace {
    /// A path segment: never `.` or `..`, which the URL parser removes.
    case segment
    /// A host label: never with a dot.
    case label
    /// A query value: anything.
    case value
}

/// A matcher with its case rule.
struct TextForm {
    var parts: [SegmentMatcher.Part]
    var ignoreCase: Bool

    init(_ parts: [SegmentMatcher.Part], ignoreCase: Bool) {
        self.parts = parts
        self.ignoreCase = ignoreCase
    }

    init(_ matcher: SegmentMatcher, ignoreCase: Bool) { self.init(matcher.parts, ignoreCase: ignoreCase) }

    /// The only text that it matches; nil if it matches several or compares without case.
    fileprivate var only: String? { ignoreCase ? nil : SegmentMatcher(parts).literal }
    fileprivate var isPlain: Bool { SegmentMatcher(parts).isPlainCapture }

    /// The words of a matcher that is one enumeration and compares with case; nil for others.
    fileprivate var words: [String]? {
        guard !ignoreCase, parts.count == 1, case .capture(_, .words(let words)) = parts[0] else { return nil }
        return words
    }

    /// The words of all its enumerations, for counting the work of matching it.
    fileprivate var wordCount: Int {
        parts.reduce(0) { count, part in
            if case .capture(_, .words(let words)) = part { return count + words.count }
            return count
        }
    }

    /// Whether `SegmentMatcher` can match it: at most two captures, with text between them.
    fileprivate var isOrdinary: Bool {
        let captures = parts.indices.filter { index in
            if case .capture = parts[index] { return true }
            return false
        }
        guard zip(captures, captures.dropFirst()).allSatisfy({ $1 - $0 == 2 }) else { return false }
        return parts.count <= captures.count * 2 + 1 && captures.count <= PatternLimits.capturesPerSegmentMax
    }
}

/// The reason why no common text or address was found.
enum NoOverlap: Error {
    /// It is proved that there is none.
    case disjoint
    /// None was found, but there may be one.
    case undecided
}

/// Texts that two matchers both match.
struct CommonText {
    let place: TextPlace
    /// Different variants give different texts if there are several.
    let variant: Int
    let work: CheckWork

    /// A short text that both match.
    ///
    /// - Throws: `undecided` if there are too many combinations.
    /// - Complexity: O(states of one × states of the other), at most `Limits.productStatesMax`.
    func text(_ one: TextForm, _ other: TextForm) throws(NoOverlap) -> String {
        if let text = one.only { return try only(text, other) }
        if let text = other.only { return try only(text, one) }
        if one.isPlain, other.isPlain { return Self.filler(variant) }
        if let words = one.words { return try first(of: words, other) }
        if let words = other.words { return try first(of: words, one) }
        return try TextProduct.search(one, other, place, variant, work)
    }

    /// A text that every plain capture matches.
    static func filler(_ variant: Int) -> String {
        switch variant % 3 {
        case 0: "x"
        case 1: "a1"
        default: "7"
        }
    }

    /// The first of some words that a form matches; the variant says at which word to begin.
    private func first(of words: [String], _ form: TextForm) throws(NoOverlap) -> String {
        for index in words.indices {
            work.spend(1 + form.wordCount / Limits.wordsPerStep)
            if let text = try? only(words[(index + variant) % words.count], form) { return text }
        }
        throw .disjoint
    }

    private func only(_ text: String, _ form: TextForm) throws(NoOverlap) -> String {
        guard form.isOrdinary else {
            return try TextProduct.search(
                TextForm([.literal(text)], ignoreCase: false), form, place, variant, work)
        }
        guard SegmentMatcher(form.parts).matches(text, ignoreCase: form.ignoreCase) != nil else { throw .disjoint }
        switch place {
        case .segment where text == "." || text == "..": throw .disjoint
        case .label where text.utf8.contains(UInt8(ascii: ".")): throw .disjoint
        default: return text
        }
    }
}

/// The product of two automata, searched breadth first for a text that both accept.
private struct TextProduct {
    private let one: TextAutomaton
    private let other: TextAutomaton
    private let place: TextPlace
    private let variant: Int

    /// How a state was reached; a negative byte is an empty transition.
    private struct Arrival {
        var from: Int32
        var byte: Int16
    }

    /// The text so far: empty, `.`, `..`, or anything else.
    private static let dotStates = 4

    /// A shortest text that both accept.
    static func search(
        _ one: TextForm, _ other: TextForm, _ place: TextPlace, _ variant: Int, _ work: CheckWork
    ) throws(NoOverlap) -> String {
        // Sizes are known before anything is built.
        let counts = (TextAutomaton.stateCount(one.parts), TextAutomaton.stateCount(other.parts))
        let (product, overflow) = counts.0.multipliedReportingOverflow(by: counts.1)
        guard !work.isSpent else { throw .undecided }
        guard !overflow, product <= Limits.productStatesMax / dotStates else {
            work.leaveOut(.patterns)
            throw .undecided
        }
        // A state costs an eighth of a step to clear, and at least one to visit.
        work.spend(counts.0 + counts.1 + product / 8)
        return try TextProduct(one, other, place, variant).search(work)
    }

    private init(_ one: TextForm, _ other: TextForm, _ place: TextPlace, _ variant: Int) {
        self.one = TextAutomaton(one.parts, ignoreCase: one.ignoreCase)
        self.other = TextAutomaton(other.parts, ignoreCase: other.ignoreCase)
        self.place = place
        self.variant = variant
    }

    private func search(_ work: CheckWork) throws(NoOverlap) -> String {
        let count = one.count * other.count * Self.dotStates
        var arrivals = [Arrival?](repeating: nil, count: count)
        var queue = [0]
        arrivals[0] = Arrival(from: -1, byte: -1)
        var next = 0
        while next < queue.count {
            let state = queue[next]
            next += 1
            if isEnd(state) { return text(to: state, arrivals) }
            let moves = moves(from: state)
            work.spend(1 + moves.count)
            for (target, byte) in moves where arrivals[target] == nil {
                arrivals[target] = Arrival(from: Int32(state), byte: byte)
                queue.append(target)
            }
        }
        throw .disjoint
    }

    private func number(_ first: Int, _ second: Int, _ dots: Int) -> Int {
        (first * other.count + second) * Self.dotStates + dots
    }

    private func isEnd(_ state: Int) -> Bool {
        let (pair, dots) = state.quotientAndRemainder(dividingBy: Self.dotStates)
        let isDotSegment = place == .segment && (dots == 1 || dots == 2)
        return !isDotSegment && pair == one.end * other.count + other.end
    }

    private func moves(from state: Int) -> [(target: Int, byte: Int16)] {
        let (pair, dots) = state.quotientAndRemainder(dividingBy: Self.dotStates)
        let (first, second) = pair.quotientAndRemainder(dividingBy: other.count)
        var moves: [(Int, Int16)] = []
        for skip in one.skips[first] { moves.append((number(skip, second, dots), -1)) }
        for skip in other.skips[second] { moves.append((number(first, skip, dots), -1)) }
        for step in one.steps[first] {
            for match in other.steps[second] {
                var common = step.bytes.intersection(match.bytes)
                let hasDot = common.contains(UInt8(ascii: "."))
                common.remove(UInt8(ascii: "."))
                if let byte = common.member(variant) {
                    moves.append((number(step.target, match.target, 3), Int16(byte)))
                }
                if hasDot, place != .label {
                    moves.append((number(step.target, match.target, min(3, dots + 1)), Int16(UInt8(ascii: "."))))
                }
            }
        }
        return moves
    }

    /// The text that leads to a state.
    ///
    /// It is UTF-8: bytes that are not ASCII come from literals, which are matched as a whole.
    private func text(to state: Int, _ arrivals: [Arrival?]) -> String {
        var bytes: [UInt8] = []
        var state = state
        while let arrival = arrivals[state], arrival.from >= 0 {
            if arrival.byte >= 0 { bytes.append(UInt8(arrival.byte)) }
            state = Int(arrival.from)
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
