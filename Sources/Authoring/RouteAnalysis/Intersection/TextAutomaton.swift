import RoutePattern

/// A nondeterministic automaton over bytes that accepts what some parts of a pattern match.
///
/// States are numbered from the start state 0. A step is a transition on one byte, a skip an empty transition.
struct TextAutomaton {
    /// One byte of a set leads to another state.
    struct Step {
        var bytes: ByteSet
        var target: Int
    }

    private(set) var steps: [[Step]] = [[]]
    private(set) var skips: [[Int]] = [[]]
    /// The accepting state.
    private(set) var end = 0

    /// - Parameters:
    ///   - parts: Text and captures in order, as many as there are.
    ///   - ignoreCase: Whether ASCII letters compare without case.
    ///   - isOpen: Whether any text may follow.
    init(_ parts: [SegmentMatcher.Part], ignoreCase: Bool, isOpen: Bool = false) {
        for part in parts {
            switch part {
            case .literal(let text): end = add(text, from: end, ignoreCase)
            case .capture(_, .none):
                let start = end
                end = newState()
                steps[start].append(Step(bytes: .all, target: end))
                steps[end].append(Step(bytes: .all, target: end))
            case .capture(_, .words(let words)):
                let start = end
                let ends = words.map { add($0, from: start, ignoreCase) }
                end = newState()
                for state in ends { skips[state].append(end) }
            case .capture(_, .run(let set, let least, let most)):
                addRun(ByteSet(set, ignoreCase: ignoreCase), max(1, least), most)
            }
        }
        if isOpen { steps[end].append(Step(bytes: .all, target: end)) }
    }

    /// The number of states.
    var count: Int { steps.count }

    /// The number of states that the automaton of some parts would have; `Int.max` on overflow.
    static func stateCount(_ parts: [SegmentMatcher.Part]) -> Int {
        parts.reduce(1) { count, part in
            let more =
                switch part {
                case .literal(let text): text.utf8.count
                case .capture(_, .none): 1
                case .capture(_, .words(let words)): words.reduce(1) { $0 + $1.utf8.count }
                case .capture(_, .run(_, let least, let most)):
                    most.map { max($0, least, 1) + 1 } ?? max(1, least)
                }
            let (sum, overflow) = count.addingReportingOverflow(more)
            return overflow ? .max : sum
        }
    }

    private mutating func newState() -> Int {
        steps.append([])
        skips.append([])
        return steps.count - 1
    }

    private mutating func add(_ text: String, from start: Int, _ ignoreCase: Bool) -> Int {
        var state = start
        for byte in text.utf8 {
            let next = newState()
            steps[state].append(Step(bytes: ByteSet(byte, ignoreCase: ignoreCase), target: next))
            state = next
        }
        return state
    }

    private mutating func addRun(_ set: ByteSet, _ least: Int, _ most: Int?) {
        for _ in 0..<least {
            let next = newState()
            steps[end].append(Step(bytes: set, target: next))
            end = next
        }
        guard let most else { return steps[end].append(Step(bytes: set, target: end)) }
        var ends = [end]
        for _ in least..<max(least, most) {
            let next = newState()
            steps[ends[ends.count - 1]].append(Step(bytes: set, target: next))
            ends.append(next)
        }
        end = newState()
        for state in ends { skips[state].append(end) }
    }
}
