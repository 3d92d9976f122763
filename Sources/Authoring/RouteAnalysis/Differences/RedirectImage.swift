import RoutePattern
import TargetTemplate
import WebAddress

/// The addresses that a chain of redirects leads to, as a pattern, and the way back from one of them.
struct RedirectImage {
    /// The address at the start, with unknowns.
    let start: SymbolicAddress
    /// The address at the end, with the same unknowns.
    private let subject: MatchSubject
    /// Whether the end has no query items but those of the last template.
    private let isClosed: Bool
    /// Names that the last redirect does not hand on.
    private let heldNames: [String]

    /// The addresses that a chain leads to; `policy` is that of its last redirect.
    init?(_ chain: ChainSearch.Chain, policy: QueryPolicy, heldNames: [String], authority: [String: AuthorityReading]) {
        guard let target = chain.stops.last else { return nil }
        (start, self.heldNames) = (chain.start, heldNames)
        isClosed = policy == .drop
        subject = MatchSubject(target, authority: authority)
        guard !subject.hasCredentials, !subject.isTooLong else { return nil }
    }

    /// The pattern of the addresses.
    func pattern(sides: Set<WalkedPattern.Side>, isSeed: Bool) -> WalkedPattern {
        var segments = subject.segments.map { SymbolicText(reading: $0.text) }
        var ending = PathEnding.end
        if let last = segments.last, let list = last.wholeList {
            ending = start.mayEnd(list) ? .zeroOrMore("") : .oneOrMore("")
            segments.removeLast()
        }
        let path: PathConstraint =
            subject.opaquePath.map { .opaque($0, rest: false) }
            ?? .segments(segments.map { SegmentMatcher(parts($0)) }, ending)
        var query = subject.queryItems.map { item in
            QueryConstraint(name: item.name, test: .capture(SegmentMatcher(parts(SymbolicText(reading: item.value)))))
        }
        if !isClosed {
            for name in heldNames where !query.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
                query.append(QueryConstraint(name: name, test: .absent))
            }
        }
        let host: HostConstraint =
            subject.hostLabels.map { .labels($0.map { SegmentMatcher([.literal($0)]) }, leadingWildcard: false) }
            ?? .none
        var alternative = start.alternative
        alternative.scheme = .literal(subject.scheme)
        alternative.host = host
        alternative.port = subject.port.map(PortConstraint.literal) ?? .schemeDefault
        (alternative.path, alternative.query) = (path, query)
        alternative.options = PatternOptions(strictSlash: true)
        return WalkedPattern(
            alternative: alternative, sides: sides, isSeed: isSeed, isClosed: isClosed, isImage: true)
    }

    private func parts(_ text: SymbolicText) -> [SegmentMatcher.Part] {
        text.pieces.compactMap { piece in
            switch piece {
            case .literal(let text): text.isEmpty ? nil : .literal(text)
            case .unknown(let number): .capture("", start.constraint(number))
            case .list: .capture("", .none)
            }
        }
    }

    // MARK: Way back

    /// Addresses from which the chain leads to an address of the image; empty if no values of the unknowns give it.
    func starts(of end: Address, authority: [String: AuthorityReading], work: CheckWork) -> [String] {
        let wanted = MatchSubject(end, authority: authority)
        work.spend(Limits.stepsPerHop)
        var start = start
        var values: [Int: String] = [:]
        var segments = subject.segments.map { SymbolicText(reading: $0.text) }[...]
        var texts = wanted.segments.map(\.text)[...]
        if let last = segments.last, let list = last.wholeList {
            segments.removeLast()
            guard texts.count >= segments.count else { return [] }
            for text in texts[(texts.startIndex + segments.count)...] {
                let number = start.next
                guard let longer = start.narrowed(.longer(list)),
                    let known = longer.narrowed(.text(number, SymbolicText([.literal(text)])))
                else { return [] }
                start = known
            }
            guard let ended = start.narrowed(.ends(list)) else { return [] }
            start = ended
            texts = texts.prefix(segments.count)
        }
        guard texts.count == segments.count else { return [] }
        for (segment, text) in zip(segments, texts) {
            let bytes = Array(text.utf8)[...]
            // An unknown that occurs twice has its first text, though another class has been asked for.
            var alone: [Int: String] = [:]
            guard solve(segment.pieces[...], bytes, &values) || solve(segment.pieces[...], bytes, &alone) else {
                return []
            }
            values.merge(alone) { first, _ in first }
        }
        var items = wanted.queryItems
        for item in subject.queryItems {
            guard let place = items.firstIndex(where: { $0.name.utf8.elementsEqual(item.name.utf8) }),
                solve(SymbolicText(reading: item.value).pieces[...], Array(items[place].value.utf8)[...], &values)
            else { return [] }
            items.remove(at: place)
        }
        for (number, text) in values {
            guard let known = start.narrowed(.text(number, SymbolicText([.literal(text)]))) else { return [] }
            start = known
        }
        for item in items {
            let value = SegmentMatcher(item.value.isEmpty ? [] : [.literal(item.value)])
            start = start.narrowed(.item(item.name, value)) ?? start
        }
        var starts: [String] = []
        for variant in 0..<Limits.variantsMax {
            guard let text = start.concrete(variant, work: work), !starts.contains(text) else { continue }
            starts.append(text)
        }
        return starts
    }

    /// Finds values of unknowns that make a text of pieces, the shortest first.
    private func solve(
        _ pieces: ArraySlice<SymbolicText.Piece>, _ text: ArraySlice<UInt8>, _ values: inout [Int: String]
    ) -> Bool {
        guard let piece = pieces.first else { return text.isEmpty }
        let rest = pieces.dropFirst()
        switch piece {
        case .literal(let literal):
            return text.starts(with: literal.utf8) && solve(rest, text.dropFirst(literal.utf8.count), &values)
        case .list: return false
        case .unknown(let number):
            if let known = values[number] {
                return text.starts(with: known.utf8) && solve(rest, text.dropFirst(known.utf8.count), &values)
            }
            let matcher = SegmentMatcher([.capture("", start.constraint(number))])
            for count in (rest.isEmpty ? text.count...text.count : 1...max(1, text.count)) where count <= text.count {
                guard let value = String(valid: text.prefix(count)),
                    matcher.matches(value, ignoreCase: false) != nil
                else { continue }
                var tried = values
                tried[number] = value
                if solve(rest, text.dropFirst(count), &tried) {
                    values = tried
                    return true
                }
            }
            return false
        }
    }
}
