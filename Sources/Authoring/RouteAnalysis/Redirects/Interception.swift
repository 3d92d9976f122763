import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// Whether another rule always matches before one of the alternatives of a chain.
struct Interception {
    let release: CompiledDraft
    let chain: ChainSearch.Chain
    let path: [Int]

    /// Whether the rule that won instead of a rule of the chain wins for every address at that place of the chain.
    ///
    /// - Parameters:
    ///   - resolution: The resolution of the chain's witness.
    ///   - rules: The rules of the chain, whose conditions hold together.
    /// - Returns: True if that is proved.
    func isCertain(_ resolution: Resolution, _ rules: [Rule]) -> Bool {
        for (place, stop) in chain.stops.enumerated() {
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

    /// A pattern that matches the address for all values of its unknowns; nil if there is none.
    private func shape(_ address: Address, _ strictSlash: Bool) -> Alternative? {
        let subject = MatchSubject(address, authority: release.draft.settings.authority)
        guard subject.opaquePath == nil else { return nil }
        var texts = subject.segments.map { SymbolicText(reading: $0.text) }
        var ending = PathEnding.end
        if let list = texts.last?.wholeList {
            texts.removeLast()
            ending = chain.start.mayEnd(list) ? .zeroOrMore("0") : .oneOrMore("0")
        }
        if !strictSlash, texts.last?.known == "" { texts.removeLast() }
        guard texts.allSatisfy({ $0.list == nil }) else { return nil }
        let labels = subject.hostLabels.map { HostConstraint.labels($0.map(Self.literal), leadingWildcard: false) }
        var shape = chain.start.alternative
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
        for item in subject.queryItems where !constraints.contains(where: { ExactText.isSame($0.name, item.name) }) {
            let text = SymbolicText(reading: item.value)
            constraints.append(
                QueryConstraint(
                    name: item.name, test: text.known.map { .equals($0) } ?? .capture(matcher(text))))
        }
        return constraints
    }

    private func matcher(_ text: SymbolicText) -> SegmentMatcher {
        SegmentMatcher(
            text.pieces.map { piece in
                switch piece {
                case .literal(let text): .literal(text)
                case .unknown(let number), .list(let number): .capture("", chain.start.constraint(number))
                }
            })
    }

    private static func literal(_ text: String) -> SegmentMatcher { SegmentMatcher([.literal(text)]) }
}
