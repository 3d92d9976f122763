import RouteModel
import RoutePattern

/// The result of matching a text or an address with unknowns.
enum Unification<Value> {
    /// It matches for all values of the unknowns.
    case fits(Value)
    /// It could match if the start were narrowed by one of these choices.
    case narrow([[SymbolicAddress.Narrowing]])
    /// It never matches.
    case fails
}

/// Matches a text with unknowns against one segment, label or value of a pattern.
struct TextUnification {
    let start: SymbolicAddress
    let ignoreCase: Bool
    let work: CheckWork

    /// The captures of the matcher.
    func unify(_ text: SymbolicText, _ matcher: SegmentMatcher) -> Unification<[SymbolicText]> {
        if let list = text.list { return .narrow([[.ends(list), .sample], [.longer(list), .ends(list), .sample]]) }
        if let known = text.known {
            guard let captures = matcher.matches(known, ignoreCase: ignoreCase) else { return .fails }
            return .fits(captures.map { SymbolicText([.literal($0)]) })
        }
        guard let (pieces, parts) = trimmed(text.pieces, matcher.parts) else { return .fails }
        if parts.count == 1, case .capture(_, .none) = parts[0], !pieces.isEmpty {
            return .fits([SymbolicText(pieces)])
        }
        if let aligned = aligned(pieces, parts) { return aligned }
        if let listed = listed(pieces, parts) { return listed }
        if let shared = shared(pieces, parts) { return shared }
        if pieces.count == 1, case .unknown(let number) = pieces[0], start.constraint(number) == .none {
            return .narrow(split(number, parts))
        }
        return .narrow(found(pieces, parts))
    }

    /// Both without the literal text that they share at their ends; nil if the ends differ.
    private func trimmed(
        _ pieces: [SymbolicText.Piece], _ parts: [SegmentMatcher.Part]
    ) -> ([SymbolicText.Piece], [SegmentMatcher.Part])? {
        var (pieces, parts) = (pieces, parts)
        if case .literal(let text) = pieces.first, case .literal(let literal) = parts.first {
            let (left, right) = (Array(text.utf8), Array(literal.utf8))
            let count = min(left.count, right.count)
            guard isSame(left.prefix(count), right.prefix(count)) else { return nil }
            Self.replace(&pieces, at: 0, left.dropFirst(count)) { .literal($0) }
            Self.replace(&parts, at: 0, right.dropFirst(count)) { .literal($0) }
        }
        if case .literal(let text) = pieces.last, case .literal(let literal) = parts.last {
            let (left, right) = (Array(text.utf8), Array(literal.utf8))
            let count = min(left.count, right.count)
            guard isSame(left.suffix(count), right.suffix(count)) else { return nil }
            Self.replace(&pieces, at: pieces.count - 1, left.dropLast(count)) { .literal($0) }
            Self.replace(&parts, at: parts.count - 1, right.dropLast(count)) { .literal($0) }
        }
        return (pieces, parts)
    }

    private static func replace<Element>(
        _ list: inout [Element], at index: Int, _ bytes: ArraySlice<UInt8>, _ literal: (String) -> Element
    ) {
        list.replaceSubrange(
            index...index, with: bytes.isEmpty ? [] : [literal(String(decoding: bytes, as: UTF8.self))])
    }

    private func isSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        zip(left, right).allSatisfy { ByteSet($0, ignoreCase: ignoreCase).contains($1) }
    }

    /// Matches each unknown with one capture if both have the same structure, else nil.
    private func aligned(
        _ pieces: [SymbolicText.Piece], _ parts: [SegmentMatcher.Part]
    ) -> Unification<[SymbolicText]>? {
        guard pieces.count == parts.count else { return nil }
        var narrowings: [SymbolicAddress.Narrowing] = []
        var captures: [SymbolicText] = []
        for (piece, part) in zip(pieces, parts) {
            switch (piece, part) {
            case (.literal(let text), .literal(let literal)):
                guard text.utf8.count == literal.utf8.count, isSame(Array(text.utf8)[...], Array(literal.utf8)[...])
                else { return nil }
            case (.unknown(let number), .capture(_, let constraint)):
                captures.append(SymbolicText([piece]))
                let own = start.constraint(number)
                if part.covers(.capture("", own), ignoreCase: ignoreCase) { continue }
                guard let asked = ignoreCase ? constraint.foldingCase : constraint else { return nil }
                guard let common = own.intersection(asked) else { return pieces.count == 1 ? .fails : nil }
                narrowings.append(.constraint(number, common))
            default: return nil
            }
        }
        return narrowings.isEmpty ? .fits(captures) : .narrow([narrowings])
    }

    /// Takes the words of an unknown, or the spellings of a literal in both cases; nil for other structures.
    private func listed(
        _ pieces: [SymbolicText.Piece], _ parts: [SegmentMatcher.Part]
    ) -> Unification<[SymbolicText]>? {
        guard pieces.count == 1, case .unknown(let number) = pieces[0] else { return nil }
        let matcher = SegmentMatcher(parts)
        var words: [String] = []
        if case .words(let listed) = start.constraint(number) {
            words = listed
        } else if let literal = matcher.literal {
            words = spellings(literal)
        }
        guard !words.isEmpty, words.count <= Limits.wordsApartMax else { return nil }
        let taken = words.filter {
            matcher.matches($0, ignoreCase: ignoreCase) != nil && takes(start.constraint(number), $0)
        }
        guard matcher.captureNames.isEmpty, taken.count > 1 else {
            return taken.isEmpty ? .fails : .narrow(taken.map { [.text(number, SymbolicText([.literal($0)]))] })
        }
        // What is not captured needs not be told apart.
        return taken == words && start.constraint(number) != .none
            ? .fits([]) : .narrow([[.constraint(number, .words(taken))]])
    }

    /// A text as the matcher takes it: in each case of its letters, as far as these are few, or as it is.
    private func spellings(_ text: String) -> [String] { ignoreCase ? ASCIICase.spellings(text) : [text] }

    /// Matches one unknown with one capture, with text beside either; nil for other structures.
    private func shared(
        _ pieces: [SymbolicText.Piece], _ parts: [SegmentMatcher.Part]
    ) -> Unification<[SymbolicText]>? {
        guard let (unknown, own) = SymbolicText(pieces).onlyUnknown else { return nil }
        var asked = Ends()
        var wanted: CaptureConstraint?
        for part in parts {
            switch part {
            case .literal(let text): asked.add(text, isBefore: wanted == nil)
            case .capture(_, let constraint) where wanted == nil:
                guard let asked = ignoreCase ? constraint.foldingCase : constraint else { return nil }
                wanted = asked
            case .capture: return nil
            }
        }
        guard let wanted else { return nil }
        let constraint = start.constraint(unknown)
        if asked == Ends() {
            guard let both = wanted.without(own).flatMap(constraint.intersection) else { return .fails }
            return both == constraint ? .fits([SymbolicText(pieces)]) : .narrow([[.constraint(unknown, both)]])
        }
        // The text that the unknown and the capture share, without what stands beside the other one.
        var choices: [[SymbolicAddress.Narrowing]] = []
        let both = spellings(asked.before).flatMap { before in spellings(asked.after).map { (before, $0) } }
        guard both.count <= Limits.wordsApartMax else { return nil }
        for (before, after) in both {
            if own != Ends(), takes(constraint, before + after), takes(wanted, own.before + own.after) {
                choices.append([.text(unknown, SymbolicText([.literal(before + after)]))])
            }
            guard let inner = constraint.without(Ends(before: before, after: after)), let outer = wanted.without(own),
                let shared = inner.intersection(outer)
            else { continue }
            let ends = [before, after].map { $0.isEmpty ? [] : [SymbolicText.Piece.literal($0)] }
            let text = SymbolicText(ends[0] + [.unknown(start.next)] + ends[1])
            choices.append([.text(unknown, text), .constraint(start.next, shared)])
        }
        return choices.isEmpty ? .fails : .narrow(choices)
    }

    private func takes(_ constraint: CaptureConstraint, _ text: String) -> Bool {
        SegmentMatcher([.capture("", constraint)]).matches(text, ignoreCase: false) != nil
    }

    /// Replaces one unknown by the literals and captures of the matcher.
    private func split(_ number: Int, _ parts: [SegmentMatcher.Part]) -> [[SymbolicAddress.Narrowing]] {
        var text = SymbolicText([])
        var narrowings: [SymbolicAddress.Narrowing] = []
        var next = start.next
        for part in parts {
            switch part {
            case .literal(let literal):
                text.pieces.append(.literal(literal))
                if spellings(literal).count > 1 { narrowings.append(.sample) }
            case .capture(_, let constraint):
                text.pieces.append(.unknown(next))
                let asked = ignoreCase ? constraint.foldingCase : constraint
                if asked == nil { narrowings.append(.sample) }
                if constraint != .none { narrowings.append(.constraint(next, asked ?? constraint)) }
                next += 1
            }
        }
        guard !text.pieces.isEmpty else { return [] }
        return [[.text(number, text)] + narrowings]
    }

    /// Replaces every unknown by a piece of one text that both match, found by the product of their automata.
    private func found(
        _ pieces: [SymbolicText.Piece], _ parts: [SegmentMatcher.Part]
    ) -> [[SymbolicAddress.Narrowing]] {
        let own = pieces.map { piece -> SegmentMatcher.Part in
            switch piece {
            case .literal(let text): .literal(text)
            case .unknown(let number), .list(let number): .capture("", start.constraint(number))
            }
        }
        let common = CommonText(place: .value, variant: 0, work: work)
        guard
            let text = try? common.text(
                TextForm(own, ignoreCase: false), TextForm(parts, ignoreCase: ignoreCase))
        else { return [] }
        let isOnly = parts.count == 1 && pieces.count { if case .literal = $0 { false } else { true } } == 1
        var narrowings: [SymbolicAddress.Narrowing] = isOnly && !ignoreCase ? [] : [.sample]
        var rest = Array(text.utf8)[...]
        // Each piece gets the shortest prefix that it matches and after which the rest matches the other pieces.
        for (index, piece) in pieces.enumerated() {
            guard !work.isSpent else { return [] }
            let after = TextForm(Array(own[(index + 1)...]), ignoreCase: false)
            let one = TextForm([own[index]], ignoreCase: false)
            let place = (0...rest.count).first { count in
                takes(one, rest.prefix(count)) && takes(after, rest.dropFirst(count))
            }
            guard let place else { return [] }
            if case .unknown(let number) = piece {
                narrowings.append(
                    .text(number, SymbolicText([.literal(String(decoding: rest.prefix(place), as: UTF8.self))])))
            }
            rest = rest.dropFirst(place)
        }
        return [narrowings]
    }

    private func takes(_ form: TextForm, _ bytes: ArraySlice<UInt8>) -> Bool {
        let literal = TextForm([.literal(String(decoding: bytes, as: UTF8.self))], ignoreCase: false)
        return (try? CommonText(place: .value, variant: 0, work: work).text(form, literal)) != nil
    }
}

/// The texts beside an unknown or a capture.
struct Ends: Equatable {
    var before = ""
    var after = ""

    mutating func add(_ text: String, isBefore: Bool) {
        if isBefore { before += text } else { after += text }
    }
}

extension ASCIICase {
    /// The spellings of a text in both cases of each letter; one more than `wordsApartMax` or less than twice as many
    /// where there are more.
    fileprivate static func spellings(_ text: String) -> [String] {
        text.utf8.reduce(into: [[UInt8]()]) { texts, byte in
            guard texts.count <= Limits.wordsApartMax else { return }
            let isLetter = (byte | 0x20) &- 0x61 < 26
            texts = texts.flatMap { isLetter ? [$0 + [byte], $0 + [byte ^ 0x20]] : [$0 + [byte]] }
        }.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension CaptureConstraint {
    /// The constraint that takes all spellings in both cases; nil if these are too many words.
    var foldingCase: CaptureConstraint? {
        switch self {
        case .none: return self
        case .run(let set, let least, let most): return .run(set.foldingCase, least, most)
        case .words(let words):
            let spelled = ExactText.distinct(words.flatMap(ASCIICase.spellings))
            return spelled.count > Limits.wordsApartMax ? nil : .words(spelled)
        }
    }

    /// What may stand between two ends of a text that it accepts; nil if nothing may.
    fileprivate func without(_ ends: Ends) -> CaptureConstraint? {
        let bytes = ends.before.utf8.count + ends.after.utf8.count
        switch self {
        case .none: return CaptureConstraint.none
        case .words(let words):
            let inner = words.filter { word in
                word.utf8.count > bytes && word.utf8.starts(with: ends.before.utf8)
                    && word.utf8.reversed().starts(with: ends.after.utf8.reversed())
            }
            let texts = inner.map { word -> String in
                let inner = word.utf8.dropFirst(ends.before.utf8.count).dropLast(ends.after.utf8.count)
                return String(decoding: inner, as: UTF8.self)
            }
            return texts.isEmpty ? nil : .words(texts)
        case .run(let set, let least, let most):
            guard (ends.before + ends.after).utf8.allSatisfy({ $0 < 128 && set.contains($0) }),
                most.map({ $0 > bytes }) ?? true
            else { return nil }
            return .run(set, max(1, least - bytes), most.map { $0 - bytes })
        }
    }

    /// The constraint that is equivalent to both together; nil if none was found.
    fileprivate func intersection(_ other: CaptureConstraint) -> CaptureConstraint? {
        switch (self, other) {
        case (.none, _): return other
        case (_, .none): return self
        case (.words(let words), _), (_, .words(let words)):
            let both = [SegmentMatcher([.capture("", self)]), SegmentMatcher([.capture("", other)])]
            let common = words.filter { word in both.allSatisfy { $0.matches(word, ignoreCase: false) != nil } }
            return common.isEmpty ? nil : .words(common)
        case (.run(let set, let least, let most), .run(let second, let secondLeast, let secondMost)):
            var common = CharacterClass()
            (common.low, common.high) = (set.low & second.low, set.high & second.high)
            let low = max(least, secondLeast)
            let high = [most, secondMost].compactMap { $0 }.min()
            guard common.count > 0, low <= high ?? .max else { return nil }
            return .run(common, low, high)
        }
    }
}
