import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import WebAddress

extension ChangedAlternatives {
    /// Addresses with unusual texts in the captures of rules whose redirects or segments of two captures changed.
    ///
    /// Sets of patterns do not tell these apart: two templates may differ only for a reserved character or a long
    /// text, and two segments of the same texts may divide some of them differently.
    ///
    /// - Returns: The addresses, and the ids of rules for which a limit left some out.
    func variants() -> (texts: [String], cut: Set<String>) {
        var texts: [String] = []
        var cut: Set<String> = []
        for side in WalkedPattern.Side.allCases {
            guard let draft = drafts[side] else { continue }
            let other = drafts[side == .before ? .after : .before]
            let others = Dictionary(
                (other?.draft.rules ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            for position in positions[side] ?? [] {
                guard !draft.work.isSpent, let twin = others[draft.ruleID(position)] else { continue }
                let stops = [draft.rule(position), twin].map {
                    CaptureVariants.Stop(alternative: draft.entries[position].value, rule: $0)
                }
                let both = variants([0], stops, work: draft.work)
                texts += both.texts
                cut.formUnion(both.cut)
            }
        }
        return (texts, cut)
    }

    /// The same of the alternatives that an address leads through in the two drafts, to the same result.
    func variants(of trails: [WalkedPattern.Side: [Int]]) -> (texts: [String], cut: Set<String>) {
        var stops: [CaptureVariants.Stop] = []
        var firsts: [Int] = []
        for side in WalkedPattern.Side.allCases {
            guard let draft = drafts[side], let trail = trails[side] else { continue }
            firsts.append(stops.count)
            stops += trail.map { CaptureVariants.Stop(alternative: draft.entries[$0].value, rule: draft.rule($0)) }
        }
        return variants(firsts, stops, work: drafts[.after]?.work)
    }

    private func variants(
        _ firsts: [Int], _ stops: [CaptureVariants.Stop], work: CheckWork?
    ) -> (texts: [String], cut: Set<String>) {
        guard let work else { return ([], []) }
        var all: (texts: [String], cut: Set<String>) = ([], [])
        for first in firsts {
            let others = stops.indices.filter { $0 != first }.map { stops[$0] }
            var both = CaptureVariants(stops[first], others, work: work)
            all.texts += both.addresses()
            if both.isCut { all.cut.formUnion(stops.map(\.rule.id)) }
        }
        return all
    }
}

/// Query items that no pattern asks for, and that redirects of one draft only hand on or drop.
struct ExtraItems {
    /// By rule that redirects, the names to try.
    private var names: [String: [String]] = [:]
    /// Ids of rules for which not all names are tried.
    private(set) var cut: Set<String> = []

    init(_ changed: ChangedAlternatives, _ patterns: [WalkedPattern]) {
        let rules = changed.drafts.values.flatMap(\.draft.rules)
        let written = rules.flatMap { rule in
            if case .redirect(let template) = rule.destination { return template.queryNames }
            return []
        }
        let asked = Set(patterns.flatMap { $0.alternative.query.map(\.name) } + written)
        let absent = ExactText.distinct(
            patterns.flatMap(\.alternative.query).filter { $0.test == .absent }.map(\.name))
        let free = (0...).lazy.map { "k\($0 == 0 ? "" : "\($0)")" }.first { !asked.contains($0) }
        for draft in changed.drafts.values {
            for rule in draft.draft.rules {
                guard case .redirect(let template) = rule.destination else { continue }
                names[rule.id, default: [free].compactMap(\.self)] += ExactText.distinct(template.queryNames)
                // Where it drops an item, a pattern that must lack the item may match the end and not the start.
                guard template.query == .drop else { continue }
                names[rule.id]? += absent.prefix(Limits.absentNamesMax)
                if absent.count > Limits.absentNamesMax { cut.insert(rule.id) }
            }
        }
    }

    /// The address with one item more, for each name that matters to one of the rules.
    func texts(_ text: String, _ rules: [String]) -> [String] {
        ExactText.distinct(rules.flatMap { names[$0] ?? [] }).map { name in
            text + (text.contains("?") ? "&" : "?") + FormURLEncoded.serialize([(name, "1")])
        }
    }
}

/// Addresses of one alternative, with texts that other rules may read in another way.
private struct CaptureVariants {
    private let alternative: Alternative
    private let rules: [Rule]
    /// Names of query items that only the others capture.
    private let names: [String]
    private let work: CheckWork
    /// Whether a limit left out addresses.
    private(set) var isCut = false

    /// An alternative on the way.
    struct Stop {
        var alternative: Alternative
        var rule: Rule
    }

    init(_ own: Stop, _ others: [Stop], work: CheckWork) {
        alternative = own.alternative
        rules = [own.rule] + others.map(\.rule)
        self.work = work
        let asked = own.alternative.query
        names = ExactText.distinct(others.flatMap { $0.alternative.capturedQueryNames }).filter { name in
            !asked.contains { ExactText.isSame($0.name, name) && $0.test != .present }
        }
    }

    mutating func addresses() -> [String] {
        let templates = rules.compactMap { rule -> RedirectTemplate? in
            if case .redirect(let template) = rule.destination { return template }
            return nil
        }
        let start = SymbolicAddress(alternative)
        var addresses: [String] = []
        let lengths = Set(templates.flatMap { $0.template.expressions.flatMap(\.variables).compactMap(\.prefixLength) })
        let texts =
            ["a/b?c=d&e#f%g", "é", "..", "A b+c", "-._~!$'()*,;:@", "7"]
            + lengths.sorted().map { String(repeating: "x", count: $0) + "y" }
        let redirectsDiffer = templates.count > 1 && rules.contains { $0.destination != rules[0].destination }
        let patternsDiffer = rules.contains { $0.patterns != rules[0].patterns }
        if redirectsDiffer || patternsDiffer {
            // Each capture alone, unlike the others: a host takes few texts, and a constraint some of its own.
            for number in 0..<start.next where number != start.tail {
                for text in texts + Self.texts(of: start.constraint(number), lengths)
                where Self.takes(start.constraint(number), text) {
                    let known = start.narrowed(.text(number, SymbolicText([.literal(text)])))
                    addresses += [known].compactMap { $0?.concrete(0, work: work) }
                }
            }
        }
        if !templates.isEmpty {
            for text in texts { addresses += [filled(start, text)].compactMap { $0.concrete(0, work: work) } }
            // An expression that makes an empty segment fails, but text beside it may fill the segment. A final slash is
            // no segment of a pattern that is not strict.
            for texts in [[""], ["", ""], ["x", "", ""], ["", "x"]] {
                addresses += [tail(start, texts)].compactMap { $0?.concrete(0, work: work) }
            }
        }
        if !templates.isEmpty { addresses += withoutValues(start) }
        if patternsDiffer { addresses += divided(start) }
        // Items that the first redirect hands on.
        for name in names {
            for text in [""] + texts {
                var longer = start
                longer.append(name, SymbolicText([.literal(text)]))
                addresses += [longer.concrete(0, work: work)].compactMap(\.self)
            }
        }
        return addresses
    }

    /// The address with empty values of the query items that are captured whole: of each one, and of all.
    private func withoutValues(_ start: SymbolicAddress) -> [String] {
        let names = alternative.query.compactMap { constraint -> String? in
            switch constraint.test {
            case .capture(let matcher): matcher.isPlainCapture ? constraint.name : nil
            case .present: constraint.name
            case .absent, .equals: nil
            }
        }
        guard !names.isEmpty, let text = start.concrete(0, work: work), let address = try? Address(text),
            let end = text.firstIndex(of: "?")
        else { return [] }
        return (names.map { [$0] } + [names]).map { empty in
            let items = MatchSubject(address).queryItems.map { item in
                (item.name, empty.contains { ExactText.isSame($0, item.name) } ? "" : item.value)
            }
            return text[...end] + FormURLEncoded.serialize(items)
        }
    }

    /// Texts of a constraint that templates may expand differently.
    ///
    /// They are all words; or have each length that the lengths of prefixes tell apart, and each character that some
    /// expressions encode, with two of a kind, for captures that change places.
    private static func texts(of constraint: CaptureConstraint, _ lengths: Set<Int>) -> [String] {
        let encoded = { (byte: UInt8) in !Unicode.Scalar(byte).properties.isAlphabetic && !(48...57).contains(byte) }
        switch constraint {
        case .none: return []
        case .words(let words): return words
        case .run(let set, let least, let most):
            let members = (0..<128).filter { set.contains($0) }
            let plain = Array((members.filter { !encoded($0) } + members).prefix(2))
            guard let first = plain.first else { return [] }
            let counts = ([1] + lengths.map { $0 + 1 }).map { min(max($0, least), most ?? .max) }
            let texts =
                plain.flatMap { byte in counts.map { Array(repeating: byte, count: $0) } }
                + members.filter(encoded).map { Array(repeating: first, count: max(least, 1) - 1) + [$0] }
            return texts.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// The address with a text in each capture that takes it, and twice in a tail.
    private func filled(_ start: SymbolicAddress, _ text: String) -> SymbolicAddress {
        var filled = start
        let literal = SymbolicText([.literal(text)])
        for number in 0..<start.next where number != start.tail {
            guard Self.takes(start.constraint(number), text) else { continue }
            filled = filled.narrowed(.text(number, literal)) ?? filled
        }
        return text == ".." ? filled : tail(filled, [text, text]) ?? filled
    }

    /// The address with these segments in the tail; nil without a tail.
    private func tail(_ start: SymbolicAddress, _ texts: [String]) -> SymbolicAddress? {
        guard let tail = start.tail else { return nil }
        var filled = start
        for text in texts {
            let known = SymbolicText([.literal(text)])
            filled = filled.narrowed(.longer(tail))?.narrowed(.text(filled.next, known)) ?? filled
        }
        return filled.narrowed(.ends(tail)) ?? filled
    }

    /// Addresses in which a segment of two captures can be divided in several ways.
    private mutating func divided(_ start: SymbolicAddress) -> [String] {
        var matchers: [SegmentMatcher] = []
        if case .labels(let labels, _) = alternative.host { matchers += labels }
        if case .segments(let segments, _) = alternative.path { matchers += segments }
        for constraint in alternative.query {
            if case .capture(let matcher) = constraint.test { matchers.append(matcher) }
        }
        var number = 0
        var addresses: [String] = []
        for matcher in matchers {
            defer { number += matcher.captureNames.count }
            guard matcher.captureNames.count == 2 else { continue }
            var separator = ""
            var words: [String] = []
            var runs: [String] = []
            for (index, part) in matcher.parts.enumerated() {
                switch part {
                case .literal(let text) where index > 0 && index < matcher.parts.count - 1: separator = text
                case .capture(_, .words(let listed)):
                    words += Self.overlapping(listed, ignoreCase: alternative.options.ignoreCase)
                case .capture(_, .run(let set, let least, _)):
                    let members = (0..<128).filter { set.contains($0) && !separator.utf8.contains($0) }.prefix(1)
                    runs += members.map { String(decoding: Array(repeating: $0, count: least), as: UTF8.self) }
                default: continue
                }
            }
            let plain = ["", "x", "7"] + runs.filter { !["x", "7"].contains($0) }
            let texts =
                words + words.map { $0 + separator }
                + plain.flatMap { left in
                    plain.map { left + separator + $0 }
                } + plain
            let own = texts.prefix(Limits.captureTextsMax * 2)
            isCut = isCut || own.count < texts.count
            for first in own where Self.takes(start.constraint(number), first) {
                for second in own where Self.takes(start.constraint(number + 1), second) {
                    let known = start.narrowed(.text(number, SymbolicText([.literal(first)])))?
                        .narrowed(.text(number + 1, SymbolicText([.literal(second)])))
                    if let text = known?.concrete(0, work: work) { addresses.append(text) }
                }
            }
        }
        return addresses
    }

    /// The words that others begin or end with, or that do so: a segment is divided in one way between all others.
    private static func overlapping(_ words: [String], ignoreCase: Bool) -> [String] {
        let folded = ignoreCase ? words.map { $0.lowercased() } : words
        return zip(words, folded).filter { _, word in
            folded.contains { other in
                let (short, long) = word.utf8.count < other.utf8.count ? (word, other) : (other, word)
                let isShorter = short.utf8.count < long.utf8.count
                return isShorter
                    && (long.utf8.starts(with: short.utf8) || long.utf8.reversed().starts(with: short.utf8.reversed()))
            }
        }.map(\.0)
    }

    private static func takes(_ constraint: CaptureConstraint, _ text: String) -> Bool {
        SegmentMatcher([.capture("", constraint)]).matches(text, ignoreCase: false) != nil
    }
}
