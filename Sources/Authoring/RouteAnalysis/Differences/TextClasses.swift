import RoutePattern

/// Divides the texts of one place of an address by the matchers that accept them.
///
/// All matchers are run together: a state is the set of the states of their automata. Each set of matchers that some
/// text is accepted by and no others is found once, with a shortest text.
final class TextClasses {
    /// A place of an address, which excludes some texts.
    enum Place: Hashable {
        /// A path segment: never `.` or `..`, which the URL parser removes.
        case segment
        /// A host label, decoded. The last one of a special scheme is not a number, because that is an IPv4 address.
        case label(isLast: Bool, isSpecial: Bool)
        /// A part of an IPv4 address.
        case octet
        /// A host that is read as the first segment.
        case authority
        /// A query value.
        case value
        /// An opaque path: never with a slash at the start.
        case opaque
    }

    /// Texts that the same matchers accept.
    struct Class {
        var text: String
        /// The numbers of the matchers that accept it, ascending.
        var takers: [Int]
    }

    /// What a matcher accepts.
    private struct Form {
        var parts: [SegmentMatcher.Part]
        var ignoreCase: Bool
        /// Whether any text may follow.
        var isOpen: Bool
        /// What stands beside the text.
        var ends: Ends
        var automaton: TextAutomaton?
        /// The only text that it accepts; nil if there are several.
        var only: String?
    }

    private var forms: [Form] = []
    private var numbers: [[UInt8]: Int] = [:]
    private var known: [Question: [Class]] = [:]
    let work: CheckWork
    /// Whether some classes were not found, because there are too many states; reading it clears it.
    private(set) var isCut = false

    private struct Question: Hashable {
        var place: Place
        var matchers: [Int]
    }

    init(work: CheckWork) { self.work = work }

    /// The number of a matcher; matchers that differ in the names of captures only have one.
    func number(
        _ parts: [SegmentMatcher.Part], ignoreCase: Bool, isOpen: Bool = false, beside ends: Ends = Ends()
    ) -> Int {
        var key: [UInt8] = [ignoreCase ? 1 : 0, isOpen ? 1 : 0] + ends.before.utf8 + [0] + ends.after.utf8 + [0]
        for part in parts {
            switch part {
            case .literal(let text): key += [2] + text.utf8 + [0]
            case .capture(_, .none): key.append(3)
            case .capture(_, .words(let words)): key += [4] + words.flatMap { Array($0.utf8) + [0] } + [0]
            case .capture(_, .run(let set, let least, let most)):
                key += [5] + "\(set.low),\(set.high),\(least),\(most ?? -1)".utf8 + [0]
            }
        }
        if let number = numbers[key] { return number }
        numbers[key] = forms.count
        let only = ignoreCase || isOpen || ends != Ends() ? nil : SegmentMatcher(parts).literal
        forms.append(
            Form(parts: parts, ignoreCase: ignoreCase, isOpen: isOpen, ends: ends, automaton: nil, only: only))
        return forms.count - 1
    }

    /// Whether a matcher accepts a text.
    func accepts(_ matcher: Int, _ text: String) -> Bool {
        if let only = forms[matcher].only { return only.utf8.elementsEqual(text.utf8) }
        let automaton = automaton(matcher)
        work.spend(1 + text.utf8.count / 4)
        return isEnd(Self.after(text, start(matcher), automaton), matcher)
    }

    /// The states before the first byte.
    private func start(_ matcher: Int) -> [Int] {
        let automaton = automaton(matcher)
        return Self.after(forms[matcher].ends.before, Self.closure([0], automaton), automaton)
    }

    /// Whether a text may end in these states.
    private func isEnd(_ states: [Int], _ matcher: Int) -> Bool {
        let automaton = automaton(matcher)
        return Self.after(forms[matcher].ends.after, states, automaton).contains(automaton.end)
    }

    private static func after(_ text: String, _ states: [Int], _ automaton: TextAutomaton) -> [Int] {
        text.utf8.reduce(states) { $0.isEmpty ? [] : next($0, $1, automaton) }
    }

    /// One text for each set of matchers that accept a text and no others, plain texts first.
    func classes(_ matchers: Set<Int>, _ place: Place) -> [Class] {
        let question = Question(place: place, matchers: matchers.sorted())
        if let known = known[question] { return known }
        if place == .octet {
            known[question] = octets(question.matchers)
            return known[question] ?? []
        }
        let literals = question.matchers.filter { forms[$0].only != nil }
        let isApart = literals.count > Limits.literalsJoined
        let joined = isApart ? question.matchers.filter { forms[$0].only == nil } : question.matchers
        var classes = isApart ? apart(literals, joined, place) : []
        let taken = Set(classes.map { Array($0.text.utf8) })
        classes = search(joined, place, without: taken) + classes
        known[question] = classes
        return classes
    }

    /// Reads and clears `isCut`.
    func takeCut() -> Bool {
        defer { isCut = false }
        return isCut
    }

    private func automaton(_ matcher: Int) -> TextAutomaton {
        if let automaton = forms[matcher].automaton { return automaton }
        let form = forms[matcher]
        let automaton = TextAutomaton(form.parts, ignoreCase: form.ignoreCase, isOpen: form.isOpen)
        work.spend(1 + automaton.count / 4)
        forms[matcher].automaton = automaton
        return automaton
    }

    /// The classes of many texts, each of which is one matcher.
    private func apart(_ literals: [Int], _ others: [Int], _ place: Place) -> [Class] {
        literals.compactMap { literal in
            guard let text = forms[literal].only, place.allows(text) else { return nil }
            return Class(text: text, takers: ([literal] + others.filter { accepts($0, text) }).sorted())
        }
    }

    private func octets(_ matchers: [Int]) -> [Class] {
        var classes: [Class] = []
        var seen: Set<[Int]> = []
        for text in (UInt8.min...UInt8.max).map(String.init) {
            let takers = matchers.filter { accepts($0, text) }
            if seen.insert(takers).inserted { classes.append(Class(text: text, takers: takers)) }
        }
        return classes
    }

    /// The states that one byte leads to, and those that empty transitions lead to from these; ascending.
    private static func next(_ states: [Int], _ byte: UInt8, _ automaton: TextAutomaton) -> [Int] {
        var next: [Int] = []
        for state in states {
            for step in automaton.steps[state] where step.bytes.contains(byte) && !next.contains(step.target) {
                next.append(step.target)
            }
        }
        return closure(next, automaton)
    }

    private static func closure(_ states: [Int], _ automaton: TextAutomaton) -> [Int] {
        var closed = states
        var place = 0
        while place < closed.count {
            for next in automaton.skips[closed[place]] where !closed.contains(next) { closed.append(next) }
            place += 1
        }
        return closed.sorted()
    }

    // MARK: Search

    /// A state of all automata together, and what decides whether a text may end or go on.
    private struct State: Hashable {
        /// By automaton, its states, ascending; in the order of the matchers.
        var sets: [[Int]]
        /// Bytes that complete a character of UTF-8.
        var missing = 0
        /// The text so far: empty, `.`, `..`, or anything else.
        var dots = 0
        /// How the text so far reads as a number.
        var number = LastLabel.empty
        /// The place in the tree of texts with classes of their own; nil outside.
        var node: Int?
    }

    private func search(
        _ matchers: [Int], _ place: Place, without taken: Set<[UInt8]>, apartFrom tree: TextTree? = nil
    ) -> [Class] {
        let automata = matchers.map(automaton)
        var states = [State(sets: matchers.map(start), node: tree == nil ? nil : 0)]
        func takers(_ state: State) -> [Int] {
            zip(matchers, state.sets).filter { isEnd($0.1, $0.0) }.map(\.0)
        }
        var arrivals: [(from: Int, byte: UInt8)] = [(-1, 0)]
        var seen: Set<State> = [states[0]]
        var found: [[Int]: Class] = [:]
        var order: [[Int]] = []
        var taking: Set<[Int]> = []
        func text(_ from: Int, _ last: UInt8) -> [UInt8] {
            var bytes = [last]
            var state = from
            while arrivals[state].from >= 0 {
                bytes.append(arrivals[state].byte)
                state = arrivals[state].from
            }
            return bytes.reversed()
        }
        var next = 0
        while next < states.count {
            guard states.count <= Limits.classStatesMax, !work.isSpent else {
                isCut = true
                break
            }
            let state = states[next]
            for atom in atoms(state, automata, place, tree) {
                guard let byte = atom.member(0) else { continue }
                var target = step(state, byte, automata, place)
                target.node = state.node.flatMap { tree?.next($0, byte) }
                let isNew = seen.insert(target).inserted
                work.spend(2 + matchers.count)
                if isNew {
                    states.append(target)
                    arrivals.append((next, byte))
                }
                let takers = takers(target)
                guard found[takers] == nil, target.missing == 0 else { continue }
                taking.insert(takers)
                // All bytes of an atom lead to the same state: another one is taken where a text has a class of its own.
                let readable = [0, 1, 2].compactMap { atom.member($0) }
                let bytes =
                    (taken.isEmpty || tree != nil ? [byte] : readable + (33...126).filter { atom.contains($0) })
                for last in bytes {
                    let bytes = text(next, last)
                    guard !taken.contains(bytes), let text = String(valid: bytes), place.allows(text) else { continue }
                    found[takers] = Class(text: text, takers: takers)
                    order.append(takers)
                    break
                }
            }
            next += 1
        }
        // The empty text is the least plain one.
        let empty = takers(states[0])
        if found[empty] == nil, place.allows(""), !taken.contains([]) {
            found[empty] = Class(text: "", takers: empty)
            order.append(empty)
        }
        // All texts that were tried have classes of their own: these are told apart from all others.
        if tree == nil, !taken.isEmpty, !taking.isSubset(of: found.keys) {
            return search(matchers, place, without: taken, apartFrom: TextTree(taken))
        }
        return order.compactMap { found[$0] }
    }

    private func step(_ state: State, _ byte: UInt8, _ automata: [TextAutomaton], _ place: Place) -> State {
        var target = state
        for (index, automaton) in automata.enumerated() where !state.sets[index].isEmpty {
            target.sets[index] = Self.next(state.sets[index], byte, automaton)
        }
        target.missing = state.missing > 0 ? state.missing - 1 : byte < 0xC0 ? 0 : byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
        target.dots = place == .segment && byte == UInt8(ascii: ".") ? min(3, state.dots + 1) : 3
        target.number = place == .label(isLast: true, isSpecial: true) ? state.number.followed(by: byte) : .text
        return target
    }

    /// The bytes that may come next, divided so that all bytes of a set lead to the same state.
    private func atoms(
        _ state: State, _ automata: [TextAutomaton], _ place: Place, _ tree: TextTree?
    ) -> [ByteSet] {
        var atoms = [place.bytes(missing: state.missing, isFirst: state.dots == 0)]
        func divide(by set: ByteSet) {
            for index in atoms.indices {
                let inside = atoms[index].intersection(set)
                guard !inside.isEmpty, inside != atoms[index] else { continue }
                atoms.append(atoms[index].subtracting(set))
                atoms[index] = inside
            }
        }
        var seen: Set<ByteSet> = []
        for (index, automaton) in automata.enumerated() {
            for from in state.sets[index] {
                for step in automaton.steps[from] where seen.insert(step.bytes).inserted { divide(by: step.bytes) }
            }
        }
        // A dot or a digit decides whether a segment or a label may end.
        if place == .segment { divide(by: ByteSet(UInt8(ascii: "."), ignoreCase: false)) }
        if place == .label(isLast: true, isSpecial: true) { LastLabel.kinds.forEach(divide) }
        for byte in state.node.flatMap({ tree?.bytes($0) }) ?? [] { divide(by: ByteSet(byte, ignoreCase: false)) }
        // The most readable one first: a text with a dot can make a path segment that redirects refuse.
        return atoms.sorted { $0.rank < $1.rank }
    }
}

/// How a last label of a special scheme reads: a number makes the host an IPv4 address, or none
/// (https://url.spec.whatwg.org/#ends-in-a-number-checker).
private enum LastLabel {
    case empty
    case zero
    case digits
    case hexadecimal
    case text

    var isNumber: Bool { self != .empty && self != .text }

    func followed(by byte: UInt8) -> LastLabel {
        let isDigit = byte &- UInt8(ascii: "0") < 10
        switch self {
        case .empty: return byte == UInt8(ascii: "0") ? .zero : isDigit ? .digits : .text
        case .zero where byte == UInt8(ascii: "x"): return .hexadecimal
        case .zero, .digits: return isDigit ? .digits : .text
        case .hexadecimal: return isDigit || byte &- UInt8(ascii: "a") < 6 ? .hexadecimal : .text
        case .text: return .text
        }
    }

    /// Bytes that lead to the same reading each.
    static let kinds = ["0", "123456789", "x", "abcdef"].map { ByteSet($0.utf8) }
}

/// Texts, byte by byte.
private struct TextTree {
    private var children: [[UInt8: Int]] = [[:]]

    init(_ texts: Set<[UInt8]>) {
        for text in texts {
            var node = 0
            for byte in text {
                if let next = children[node][byte] {
                    node = next
                } else {
                    children[node][byte] = children.count
                    node = children.count
                    children.append([:])
                }
            }
        }
    }

    func next(_ node: Int, _ byte: UInt8) -> Int? { children[node][byte] }

    func bytes(_ node: Int) -> [UInt8] { Array(children[node].keys) }
}

extension TextClasses.Place {
    /// The bytes that may come next.
    fileprivate func bytes(missing: Int, isFirst: Bool) -> ByteSet {
        if missing > 0 { return ByteSet(0x80...0xBF) }
        switch self {
        case .segment, .value, .authority: return Self.textBytes
        case .octet, .label(_, isSpecial: true): return Self.labelBytes
        case .label(_, isSpecial: false): return Self.opaqueLabelBytes
        case .opaque: return isFirst ? Self.opaqueFirst : Self.opaqueBytes
        }
    }

    /// Whether a whole text may stand here.
    fileprivate func allows(_ text: String) -> Bool {
        switch self {
        case .segment: text != "." && text != ".."
        case .label(isLast: true, isSpecial: true):
            !text.utf8.reduce(LastLabel.empty) { $0.followed(by: $1) }.isNumber
        case .authority: !text.isEmpty
        case .label, .octet, .value: true
        case .opaque: !text.hasPrefix("/") && !text.hasSuffix(" ")
        }
    }

    /// Characters and the first bytes of others; continuations come where one is missing.
    private static let textBytes = ByteSet(0x00...0x7F).union(ByteSet(0xC2...0xF4))
    /// Domain code points in ASCII, in lower case (https://url.spec.whatwg.org/#forbidden-domain-code-point).
    private static let labelBytes = ByteSet(0x21...0x7E).subtracting(ByteSet(0x41...0x5A))
        .subtracting(ByteSet(Array("#/:<>?@[\\]^|%.".utf8)))
    private static let opaqueLabelBytes = textBytes.subtracting(ByteSet(Array(".".utf8)))
    private static let opaqueBytes = ByteSet(0x20...0x7E).subtracting(ByteSet(Array("?#".utf8)))
    private static let opaqueFirst = opaqueBytes.subtracting(ByteSet(Array("/".utf8)))
}

extension String {
    /// The text of bytes that are UTF-8; nil for others.
    ///
    /// The function of the standard library for it needs a newer macOS than the command line.
    init?(valid bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
