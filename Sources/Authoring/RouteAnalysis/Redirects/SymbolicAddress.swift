import RoutePattern
import WebAddress

/// The address that a chain of redirects begins with, with unknowns in the place of captures.
///
/// At first every capture of the alternative is unknown. Each redirect of the chain may narrow the address: an unknown
/// becomes a text, gets a constraint, or is replaced by several smaller ones; a list gets one more segment, or ends.
struct SymbolicAddress {
    /// One additional fact about the address.
    enum Narrowing: Equatable {
        /// The unknown is this text; new unknowns in it are numbered from `SymbolicAddress.next`.
        case text(Int, SymbolicText)
        /// The unknown satisfies this constraint.
        case constraint(Int, CaptureConstraint)
        /// The known beginning of the list has one segment more.
        case longer(Int)
        /// The list has no more segments.
        case ends(Int)
        /// The query has one more item.
        case item(String, SegmentMatcher)
        /// The texts of this choice are some of many.
        case sample
    }

    /// A list of segments: the known beginning, and whether more may follow.
    private struct List {
        var items: [SymbolicText] = []
        var isOpen = true
        var least: Int
    }

    let alternative: Alternative
    private var constraints: [CaptureConstraint] = []
    private var texts: [Int: SymbolicText] = [:]
    private var lists: [Int: List] = [:]
    /// Whether texts were chosen where others would do.
    private(set) var isSample = false
    /// The unknown that stands for the segments of the tail; nil without a tail.
    private(set) var tail: Int?
    /// The unknowns that stand for the values of query items that are only asked to be there.
    private var present: [String: Int] = [:]
    private var items: [(name: String, value: SymbolicText)] = []
    private let scheme: String

    init(_ alternative: Alternative) {
        self.alternative = alternative
        if case .literal(let literal) = alternative.scheme { scheme = literal } else { scheme = "https" }
        for part in alternative.captureParts {
            if case .capture(_, let constraint) = part { constraints.append(constraint) }
        }
        if case .segments(_, let ending) = alternative.path, ending.name != nil {
            tail = constraints.count
            constraints.append(.none)
            lists[constraints.count - 1] = List(least: ending.kind == .oneOrMore ? 1 : 0)
        }
        for constraint in alternative.query where constraint.test == .present {
            present[constraint.name] = constraints.count
            constraints.append(.none)
        }
    }

    /// The number that the next unknown gets.
    var next: Int { constraints.count }

    /// The constraint of an unknown; none for a number that no unknown has, as a rule may spell a token itself.
    func constraint(_ number: Int) -> CaptureConstraint {
        constraints.indices.contains(number) ? constraints[number] : .none
    }

    /// Whether a list may end after the segments that are known.
    func mayEnd(_ number: Int) -> Bool { lists[number].map { $0.items.count >= $0.least } ?? false }

    /// Whether a list has as many segments as are tried, so that a longer one is not.
    func isTooLong(for narrowing: Narrowing) -> Bool {
        guard case .longer(let number) = narrowing, let list = lists[number] else { return false }
        return list.isOpen && list.items.count >= Limits.listMax
    }

    /// This address with one additional fact; nil if it contradicts the known facts.
    func narrowed(_ narrowing: Narrowing) -> SymbolicAddress? {
        var narrowed = self
        switch narrowing {
        case .constraint(let number, let constraint):
            guard constraints.indices.contains(number) else { return nil }
            narrowed.constraints[number] = constraint
        case .text(let number, let text):
            narrowed.texts[number] = text
            for case .unknown(let fresh) in text.pieces {
                while narrowed.constraints.count <= fresh { narrowed.constraints.append(.none) }
            }
        case .longer(let number):
            guard var list = lists[number], list.isOpen, !isTooLong(for: narrowing) else { return nil }
            list.items.append(SymbolicText([.unknown(next)]))
            narrowed.constraints.append(.none)
            narrowed.lists[number] = list
        case .sample: narrowed.isSample = true
        case .ends(let number):
            guard mayEnd(number) else { return nil }
            narrowed.lists[number]?.isOpen = false
        case .item(let name, let matcher):
            guard !items.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
            var value = SymbolicText([])
            for part in matcher.parts {
                switch part {
                case .literal(let text): value.pieces.append(.literal(text))
                case .capture(_, let constraint):
                    value.pieces.append(.unknown(narrowed.next))
                    narrowed.constraints.append(constraint)
                }
            }
            narrowed.append(name, value)
        }
        return narrowed
    }

    /// Adds a query item, also beside one of the same name.
    mutating func append(_ name: String, _ value: SymbolicText) { items.append((name, value)) }

    // MARK: Writing

    /// The captures by name, with tokens for unknowns.
    var captures: [String: Expanded] {
        var captures: [String: Expanded] = [:]
        var number = 0
        for case .capture(let name, _) in alternative.captureParts {
            captures[name] = .text(value(number).tokens)
            number += 1
        }
        if let tail, case .segments(_, let ending) = alternative.path, let name = ending.name {
            captures[name] = .list(list(tail).map(\.tokens))
        }
        return captures
    }

    /// The value of a capture, as templates expand it.
    enum Expanded {
        case text(String)
        case list([String])
    }

    /// The address parsed, with tokens for unknowns.
    var address: Address? { try? Address(text) }

    /// The address, with tokens for unknowns.
    var text: String { address(fill: { $0.tokens }, more: { [SymbolicText([.list($0)]).tokens] }) }

    /// An address with texts in the place of unknowns, different ones per variant; nil if a constraint has no text.
    func concrete(_ variant: Int, work: CheckWork) -> String? {
        var isPossible = true
        func fill(_ text: SymbolicText) -> String {
            text.pieces.map { piece in
                guard case .unknown(let number) = piece else { return SymbolicText([piece]).tokens }
                if present.values.contains(number) { return "0" }
                let form = TextForm([.capture("", constraint(number))], ignoreCase: false)
                guard let text = try? CommonText(place: .segment, variant: variant, work: work).text(form, form) else {
                    isPossible = false
                    return ""
                }
                return text
            }.joined()
        }
        let text = address(fill: fill) { number in
            let missing = max(0, (lists[number]?.least ?? 0) - (lists[number]?.items.count ?? 0))
            return Array(repeating: CommonText.filler(variant), count: missing + variant)
        }
        return isPossible ? text : nil
    }

    private func address(fill: (SymbolicText) -> String, more: (Int) -> [String]) -> String {
        var number = 0
        func text(_ matcher: SegmentMatcher) -> String {
            matcher.parts.map { part in
                guard case .literal(let literal) = part else {
                    defer { number += 1 }
                    return fill(value(number))
                }
                return literal
            }.joined()
        }
        var parts = AddressParts(host: nil, port: nil, path: .segments([""]), query: [])
        switch alternative.host {
        case .any: parts.host = ["example", "com"]
        case .none: break
        case .labels(let labels, let wildcard): parts.host = (wildcard ? ["w"] : []) + labels.map(text)
        }
        if case .literal(let port) = alternative.port { parts.port = port }
        switch alternative.path {
        case .any: break
        case .opaque(let prefix, let rest): parts.path = .opaque(prefix + (rest ? "x" : ""))
        case .segments(let segments, _):
            var texts = segments.map(text)
            if let tail {
                texts += (lists[tail]?.items ?? []).map { fill(resolved($0)) }
                if lists[tail]?.isOpen == true { texts += more(tail) }
            }
            parts.path = .segments(texts)
        }
        for constraint in alternative.query {
            switch constraint.test {
            case .absent: continue
            case .present:
                parts.query.append((constraint.name, present[constraint.name].map { fill(value($0)) } ?? "0"))
            case .equals(let value): parts.query.append((constraint.name, value))
            case .capture(let matcher): parts.query.append((constraint.name, text(matcher)))
            }
        }
        parts.query += items.map { ($0.name, fill(resolved($0.value))) }
        return parts.text(scheme)
    }

    private func list(_ number: Int) -> [SymbolicText] {
        guard let list = lists[number] else { return [] }
        return list.items.map(resolved) + (list.isOpen ? [SymbolicText([.list(number)])] : [])
    }

    private func value(_ number: Int) -> SymbolicText { resolved(SymbolicText([.unknown(number)])) }

    /// A text in which unknowns are replaced by their known parts.
    private func resolved(_ text: SymbolicText) -> SymbolicText {
        SymbolicText(
            text.pieces.flatMap { piece -> [SymbolicText.Piece] in
                guard case .unknown(let number) = piece, let known = texts[number] else { return [piece] }
                return resolved(known).pieces
            })
    }
}

extension SegmentMatcher.Part {
    /// This part, and a capture as it is matched without case, as far as `CaptureConstraint.foldingCase` can say it.
    fileprivate var foldingCase: Self {
        guard case .capture(let name, let constraint) = self else { return self }
        return .capture(name, constraint.foldingCase ?? constraint)
    }
}

extension Alternative {
    /// The names of captures of the path that are followed in some of their spellings only.
    var partlySpelledNames: [String] {
        guard options.ignoreCase, case .segments(let segments, _) = path else { return [] }
        return segments.flatMap(\.parts).compactMap { part in
            if case .capture(let name, let constraint) = part, constraint.foldingCase == nil { return name }
            return nil
        }
    }

    /// The captures of labels, segments and query without tails, in the order of an address.
    fileprivate var captureParts: [SegmentMatcher.Part] {
        var matchers: [SegmentMatcher] = []
        if case .labels(let labels, _) = host { matchers += labels }
        if case .segments(let segments, _) = path {
            matchers += options.ignoreCase ? segments.map { SegmentMatcher($0.parts.map(\.foldingCase)) } : segments
        }
        for constraint in query {
            if case .capture(let matcher) = constraint.test { matchers.append(matcher) }
        }
        return matchers.flatMap(\.parts).filter { part in
            if case .capture = part { return true }
            return false
        }
    }
}
