import RoutePattern
import WebAddress

/// Matches an address with unknowns against one alternative, component by component.
struct AddressUnification {
    let start: SymbolicAddress
    let alternative: Alternative
    let work: CheckWork

    /// The captures by name.
    typealias Captures = [String: SymbolicAddress.Expanded]

    /// The captures, or the unknowns that must be narrowed first.
    func unify(_ subject: MatchSubject) -> Unification<Captures> {
        guard !subject.hasCredentials, fits(subject) else { return .fails }
        var captures: Captures = [:]
        guard case .fits = host(subject, &captures) else { return .fails }
        switch path(subject, &captures) {
        case .fits: break
        case let other: return other
        }
        let items = subject.queryItems.map { ($0.name, SymbolicText(reading: $0.value)) }
        for constraint in alternative.query {
            switch query(constraint, items, &captures) {
            case .fits: continue
            case let other: return other
            }
        }
        return .fits(captures)
    }

    private func fits(_ subject: MatchSubject) -> Bool {
        switch alternative.scheme {
        case .any: break
        case .literal(let scheme): guard scheme == subject.scheme else { return false }
        }
        return switch alternative.port {
        case .any: true
        case .schemeDefault: subject.port == nil
        case .literal(let number): subject.port == number
        }
    }

    /// Hosts of redirects have no unknowns: a template has a literal authority.
    private func host(_ subject: MatchSubject, _ captures: inout Captures) -> Unification<Captures> {
        switch alternative.host {
        case .any: return .fits([:])
        case .none: return subject.hostLabels == nil ? .fits([:]) : .fails
        case .labels(let matchers, let wildcard):
            guard let labels = subject.hostLabels,
                wildcard ? labels.count > matchers.count : labels.count == matchers.count
            else { return .fails }
            for (matcher, label) in zip(matchers, labels.suffix(matchers.count)) {
                guard let taken = matcher.matches(label, ignoreCase: true) else { return .fails }
                for (name, text) in zip(matcher.captureNames, taken) { captures[name] = .text(text) }
            }
            return .fits([:])
        }
    }

    // MARK: Path

    private func path(_ subject: MatchSubject, _ captures: inout Captures) -> Unification<Captures> {
        switch alternative.path {
        case .any: return subject.opaquePath == nil ? .fits([:]) : .fails
        case .opaque(let text, let rest):
            guard let path = subject.opaquePath else { return .fails }
            let isSame = rest ? path.utf8.starts(with: text.utf8) : path.utf8.elementsEqual(text.utf8)
            return isSame ? .fits([:]) : .fails
        case .segments(let matchers, let ending):
            guard subject.opaquePath == nil else { return .fails }
            var segments = subject.segments[...]
            if !alternative.options.strictSlash, subject.endsInSlash { segments.removeLast() }
            return path(segments.map { SymbolicText(reading: $0.text) }, matchers, ending, &captures)
        }
    }

    private func path(
        _ items: [SymbolicText], _ matchers: [SegmentMatcher], _ ending: PathEnding, _ captures: inout Captures
    ) -> Unification<Captures> {
        let texts = TextUnification(start: start, ignoreCase: alternative.options.ignoreCase, work: work)
        for (place, matcher) in matchers.enumerated() {
            guard place < items.count else { return .fails }
            if let list = items[place].wholeList { return .narrow([[.longer(list)], [.ends(list)]]) }
            switch texts.unify(items[place], matcher) {
            case .fits(let taken):
                for (name, text) in zip(matcher.captureNames, taken) { captures[name] = .text(text.tokens) }
            case .narrow(let choices): return .narrow(choices)
            case .fails: return .fails
            }
        }
        let rest = Array(items.dropFirst(matchers.count))
        if let name = ending.name { captures[name] = .list(rest.map(\.tokens)) }
        let lists = rest.compactMap(\.wholeList)
        switch ending.kind {
        case .zeroOrMore: return .fits([:])
        case .oneOrMore:
            if rest.isEmpty { return .fails }
            // Lists that may all be empty are not yet one segment.
            guard lists.count == rest.count, lists.allSatisfy(start.mayEnd) else { return .fits([:]) }
            return .narrow([[.longer(lists[0])]])
        case .end:
            guard !rest.isEmpty else { return .fits([:]) }
            guard lists.count == rest.count else { return .fails }
            return .narrow([lists.map { .ends($0) }])
        }
    }

    // MARK: Query

    private func query(
        _ constraint: QueryConstraint, _ items: [(String, SymbolicText)], _ captures: inout Captures
    ) -> Unification<Captures> {
        let values = items.filter { $0.0.utf8.elementsEqual(constraint.name.utf8) }.map(\.1)
        let matcher: SegmentMatcher
        switch constraint.test {
        case .absent: return values.isEmpty ? .fits([:]) : .fails
        case .present: return values.isEmpty ? .narrow([[.item(constraint.name, Self.anything)]]) : .fits([:])
        case .equals(let value): matcher = SegmentMatcher([.literal(value)])
        case .capture(let asked): matcher = asked
        }
        let texts = TextUnification(start: start, ignoreCase: false, work: work)
        var choices: [[SymbolicAddress.Narrowing]] = []
        for value in values {
            if matcher.isPlainCapture {
                captures[matcher.captureNames[0]] = .text(value.tokens)
                return .fits([:])
            }
            switch texts.unify(value, matcher) {
            case .fits(let taken):
                for (name, text) in zip(matcher.captureNames, taken) { captures[name] = .text(text.tokens) }
                return .fits([:])
            case .narrow(let more): choices += more
            case .fails: continue
            }
        }
        return .narrow(choices + [[.item(constraint.name, matcher)]])
    }

    private static let anything = SegmentMatcher([.capture("", .none)])
}
