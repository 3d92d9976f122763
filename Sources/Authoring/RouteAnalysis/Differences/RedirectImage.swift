import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// The addresses that a chain of redirects leads to, as a pattern, and the way back from one of them.
struct RedirectImage {
    /// The address at the start, with unknowns.
    let start: SymbolicAddress
    /// The address at the end, with the same unknowns.
    private let subject: MatchSubject
    /// Whether the end has no query items but those of templates.
    private let isClosed: Bool
    /// Names that a redirect writes or does not hand on.
    private let heldNames: [String]
    private let authority: [String: AuthorityReading]

    /// The addresses that a chain leads to.
    init?(
        _ chain: ChainSearch.Chain, isClosed: Bool, heldNames: [String], authority: [String: AuthorityReading]
    ) {
        guard let target = chain.stops.last else { return nil }
        (start, self.heldNames, self.isClosed, self.authority) = (chain.start, heldNames, isClosed, authority)
        subject = MatchSubject(target, authority: authority)
        guard !subject.hasCredentials, !subject.isTooLong else { return nil }
    }

    /// This image for each kind of text of the unknowns that stand in several places, as the patterns tell them apart.
    ///
    /// Only a text as a whole value, or with known text beside it, is divided; past the limit an unknown is left as it is,
    /// and the ends to which no start leads are named.
    func versions(near alternatives: [Alternative], _ classes: TextClasses) -> [RedirectImage] {
        var places: [Int: [(ends: Ends, matchers: [(parts: [SegmentMatcher.Part], ignoreCase: Bool)])]] = [:]
        for (index, segment) in subject.segments.enumerated() {
            guard let (number, ends) = SymbolicText(reading: segment.text).onlyUnknown else { continue }
            let matchers = alternatives.compactMap { alternative -> ([SegmentMatcher.Part], Bool)? in
                guard case .segments(let segments, _) = alternative.path, index < segments.count else { return nil }
                return (segments[index].parts, alternative.options.ignoreCase)
            }
            places[number, default: []].append((ends, matchers))
        }
        for item in subject.queryItems {
            guard let (number, ends) = SymbolicText(reading: item.value).onlyUnknown else { continue }
            let matchers = alternatives.flatMap(\.query).filter { ExactText.isSame($0.name, item.name) }
                .compactMap { constraint -> ([SegmentMatcher.Part], Bool)? in
                    switch constraint.test {
                    case .absent, .present: nil
                    case .equals(let value): ([.literal(value)], false)
                    case .capture(let matcher): (matcher.parts, false)
                    }
                }
            places[number, default: []].append((ends, matchers))
        }
        var versions = [self]
        for (number, places) in places.sorted(by: { $0.key < $1.key }) where places.count > 1 {
            let own = classes.number([.capture("", start.constraint(number))], ignoreCase: false)
            let matchers = places.flatMap { place in
                place.matchers.map { classes.number($0.parts, ignoreCase: $0.ignoreCase, beside: place.ends) }
            }
            let texts = classes.classes(Set([own] + matchers), .segment).filter { $0.takers.contains(own) }.map(\.text)
            guard versions.count * texts.count <= Limits.imageVersionsMax else { continue }
            versions = versions.flatMap { image in texts.compactMap { image.known(number, $0) } }
        }
        return versions
    }

    /// This image where an unknown has a text.
    private func known(_ number: Int, _ text: String) -> RedirectImage? {
        let token = SymbolicText([.unknown(number)]).tokens
        let href = subject.address.href.replacing(token, with: PercentEncoding.encode(text, .component))
        guard let start = start.narrowed(.text(number, SymbolicText([.literal(text)]))), let end = try? Address(href)
        else { return nil }
        return RedirectImage(
            ChainSearch.Chain(start: start, stops: [end]), isClosed: isClosed, heldNames: heldNames,
            authority: authority)
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
            alternative: alternative, sides: sides, isSeed: isSeed, isClosed: isClosed, singleNames: heldNames)
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
    func starts(of end: Address, work: CheckWork) -> [String] {
        let wanted = MatchSubject(end, authority: authority)
        work.spend(Limits.stepsPerHop)
        var start = start
        var values: [Int: String] = [:]
        var others: [[Int: String]] = []
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
            if solve(segment.pieces[...], bytes, &values) { continue }
            // An unknown that occurs twice has one of its texts, though another class has been asked for.
            var alone: [Int: String] = [:]
            guard solve(segment.pieces[...], bytes, &alone) else { return [] }
            others.append(alone)
        }
        var items = wanted.queryItems
        for item in subject.queryItems {
            let pieces = SymbolicText(reading: item.value).pieces[...]
            let place = items.firstIndex { other in
                ExactText.isSame(other.name, item.name) && solve(pieces, Array(other.value.utf8)[...], &values)
            }
            guard let place else { return [] }
            items.remove(at: place)
        }
        for item in items { start.append(item.name, SymbolicText([.literal(item.value)])) }
        var starts: [String] = []
        for other in [[:]] + others {
            var known: SymbolicAddress? = start
            for (number, text) in values.merging(other, uniquingKeysWith: { $1 }) {
                known = known?.narrowed(.text(number, SymbolicText([.literal(text)])))
            }
            starts += (0..<Limits.variantsMax).compactMap { known?.concrete($0, work: work) }
        }
        return ExactText.distinct(starts)
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
