import RouteModel
import RoutePattern
import WebAddress

/// Whether another rule always comes between the alternatives of a chain.
struct Interception {
    let release: TrialRelease
    let way: Journey.Way
    let path: [Int]

    /// Whether the rule that took a witness off the way takes every address that stands there.
    ///
    /// The rules are those on the way, whose conditions hold all together.
    func isCertain(_ resolution: Resolution, _ rules: [Rule]) -> Bool {
        for (place, stop) in way.stops.enumerated() {
            guard place < resolution.trail.count else { return true }
            let hop = resolution.trail[place]
            let own = release.entries[path[place]]
            if hop.rule == release.draft.rules[own.rule].id, hop.alternative == own.alternative { continue }
            release.work.spend(release.entries.count / 16)
            guard let other = release.position(hop.rule, hop.alternative) else { return false }
            let rule = release.rule(other)
            guard rule.isUnconditional || rules.contains(where: { $0.condition == rule.condition }) else {
                return false
            }
            let value = release.entries[other].value
            return shape(stop, value.options.strictSlash).map(value.covers) ?? false
        }
        return false
    }

    /// The address with its unknowns as a pattern; nil where no pattern says it.
    private func shape(_ address: Address, _ strictSlash: Bool) -> Alternative? {
        let subject = MatchSubject(address, authority: release.draft.settings.authority)
        guard subject.opaquePath == nil else { return nil }
        var texts = subject.segments.map { UnknownText(reading: $0.text) }
        var ending = PathEnding.end
        if let list = texts.last?.wholeList {
            texts.removeLast()
            ending = way.departure.mayEnd(list) ? .zeroOrMore("0") : .oneOrMore("0")
        }
        if !strictSlash, texts.last?.known == "" { texts.removeLast() }
        guard texts.allSatisfy({ $0.list == nil }) else { return nil }
        let labels = subject.hostLabels.map { HostConstraint.labels($0.map(Self.literal), leadingWildcard: false) }
        var shape = way.departure.alternative
        shape.scheme = .literal(subject.scheme)
        shape.host = labels ?? .none
        shape.port = subject.port.map { .literal($0) } ?? .schemeDefault
        shape.path = .segments(texts.map(matcher), ending)
        shape.query = query(subject)
        shape.options = PatternOptions(ignoreCase: false, strictSlash: strictSlash)
        return shape
    }

    private func query(_ subject: MatchSubject) -> [QueryConstraint] {
        var constraints: [QueryConstraint] = []
        for item in subject.queryItems where !constraints.contains(where: { $0.name == item.name }) {
            let text = UnknownText(reading: item.value)
            constraints.append(
                QueryConstraint(
                    name: item.name, test: text.known.map { .equals($0) } ?? .capture(matcher(text))))
        }
        return constraints
    }

    private func matcher(_ text: UnknownText) -> SegmentMatcher {
        SegmentMatcher(
            text.pieces.map { piece in
                switch piece {
                case .literal(let text): .literal(text)
                case .unknown(let number), .list(let number): .capture("", way.departure.constraint(number))
                }
            })
    }

    private static func literal(_ text: String) -> SegmentMatcher { SegmentMatcher([.literal(text)]) }
}
