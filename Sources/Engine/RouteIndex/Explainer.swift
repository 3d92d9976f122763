import RouteModel
import WebAddress

/// Lists, for one address, the alternatives that were tried and why they failed.
struct Explainer {
    let tables: IndexTables
    let conditions: ConditionReader

    /// The alternatives whose host and path match, in order, up to the one that wins; if none wins, also the nearest
    /// miss.
    func explain(_ address: Address) -> ExplainedHop {
        var hop = ExplainedHop(address: address.href)
        AddressPieces.with(address, tables) { pieces in
            guard let pieces else { return }
            var walk = Walk(tables: tables, address: pieces)
            var collector = CandidateCollector(tables: tables)
            walk.run(conditions, &collector)
            var filter = RuleFilter(tables, pieces)
            for position in collector.positions.sorted().prefix(Limits.candidatesMax) {
                let candidate = candidate(position, &filter)
                hop.candidates.append(candidate)
                if candidate.verdict == .won { return }
            }
            hop.nearestMiss = hop.candidates.first ?? collector.nearestMiss(pieces)
        }
        return hop
    }

    private func candidate(_ position: UInt32, _ filter: inout RuleFilter) -> Candidate {
        let alternative = CompiledAlternative(tables, position)
        let id = tables.text(alternative.ruleID)
        var verdict = Candidate.Verdict.won
        if let mismatch = filter.firstMismatch(position) {
            verdict = .failed(component: mismatch.component, detail: mismatch.detail)
        } else if alternative.condition != 0 {
            let condition = conditions.condition(alternative.condition - 1)
            if let failure = condition.firstFailure(conditions.context, at: conditions.now, ruleID: id) {
                verdict = .failed(component: failure.key, detail: failure.detail)
            }
        }
        return Candidate(rule: id, alternative: alternative.number, verdict: verdict)
    }
}

/// Rejects every alternative and collects it, so that the walk visits all that match; records the deepest node.
struct CandidateCollector: AlternativeFilter {
    let tables: IndexTables
    private(set) var positions: [UInt32] = []
    /// Matchers below the nodes that the walk entered.
    private(set) var tried = 0
    private var farthest: (node: Int, place: Int, isPath: Bool)?

    init(tables: IndexTables) { self.tables = tables }

    mutating func accepts(_ position: UInt32, _ conditions: ConditionReader) -> Bool {
        positions.append(position)
        return false
    }

    /// Records the node that consumed most of the address; among equals the one with the better position.
    mutating func reached(_ node: Int, _ place: Int, isPath: Bool) {
        let first = tables.firstChild(node)
        var edge = tables.firstChild(node &+ 1)
        while edge > first, tables.nodeLabels[edge &- 1] >= tables.edges.matcher { edge &-= 1 }
        tried &+= tables.firstChild(node &+ 1) &- edge
        if let farthest {
            let old = (farthest.isPath ? 1 : 0, farthest.place)
            let new = (isPath ? 1 : 0, place)
            guard new > old || (new == old && tables.least(node) < tables.least(farthest.node)) else { return }
        }
        farthest = (node, place, isPath)
    }

    /// The best alternative below the deepest node, and the part of the address that does not match.
    func nearestMiss(_ pieces: AddressPieces) -> Candidate? {
        guard let farthest, Int(clamping: tables.least(farthest.node)) < tables.alternativeCount
        else { return nil }
        let alternative = CompiledAlternative(tables, tables.least(farthest.node))
        return Candidate(
            rule: tables.text(alternative.ruleID), alternative: alternative.number,
            verdict: .failed(component: farthest.isPath ? "path" : "host", detail: detail(pieces)))
    }

    private func detail(_ pieces: AddressPieces) -> String {
        guard let farthest else { return "" }
        let place = farthest.place
        let known = KnownParts(tables, below: farthest.node, place: place, isPath: farthest.isPath)
        if !farthest.isPath {
            guard place < pieces.hostCount else { return "The host is too short\(known.goingOn)." }
            return known.mismatch("The host's label", pieces.host(place).bytes.text)
        }
        guard place < pieces.pathCount else {
            return "The path ends after segment \(place)\(known.goingOn)."
        }
        return known.mismatch("Segment \(place + 1)", pieces.segment(place).bytes.text)
    }
}
