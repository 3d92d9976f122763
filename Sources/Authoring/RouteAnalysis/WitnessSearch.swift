import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate

/// Adds a witness to findings about one rule.
struct WitnessSearch {
    private let release: CompiledDraft
    private let now: Instant
    private let positions: [String: [Int]]

    /// Codes of findings about one rule that have no witness yet.
    private static let codes: Set<Finding.Code> = [
        .unboundVariable, .unsafeVariable, .destinationNotAllowed, .expired, .notYet,
    ]

    init(release: CompiledDraft, findings: [Finding], now: Instant) {
        self.release = release
        self.now = now
        var positions: [String: [Int]] = [:]
        let ids = Set(findings.filter { Self.codes.contains($0.code) }.flatMap(\.rules))
        if !ids.isEmpty {
            for position in release.entries.indices where ids.contains(release.rule(position).id) {
                positions[release.rule(position).id, default: []].append(position)
            }
        }
        self.positions = positions
    }

    /// The finding with a witness; unchanged if it has one or none was found.
    func withWitness(_ finding: Finding) -> Finding {
        guard !release.work.isSpent, finding.witness == nil, finding.rules.count == 1,
            Self.codes.contains(finding.code),
            let positions = positions[finding.rules[0]], let first = positions.first
        else { return finding }
        var finding = finding
        let rule = release.rule(first)
        let isWindow = finding.code == .expired || finding.code == .notYet
        var demand = rule.demand
        if isWindow { (demand.condition.clauses.after, demand.condition.clauses.before) = (nil, nil) }
        guard let situation = situation(rule: release.entries[first].rule, demand, isWindow) else { return finding }
        let alternatives = positions.map { release.entries[$0].value }
        let unbound = finding.code == .unboundVariable ? alternatives.first { Self.isUnbound($0, rule) } : nil
        finding.witness = (unbound ?? alternatives.first).flatMap { release.samples.first($0) }.map {
            Finding.Witness(address: $0, context: situation.context, at: isWindow ? now : situation.at)
        }
        return finding
    }

    private func situation(
        rule: Int, _ demand: ContextSearch.Demand, _ isWindow: Bool
    ) -> ContextSearch.Situation? {
        guard isWindow else { return release.situation(of: [rule], at: now) }
        guard case .found(let situation) = ContextSearch([demand], at: now, work: release.work).answer() else {
            return nil
        }
        return situation
    }

    /// Whether the rule's template has a variable that an alternative does not capture.
    private static func isUnbound(_ alternative: Alternative, _ rule: Rule) -> Bool {
        guard case .redirect(let template) = rule.destination else { return false }
        return !template.template.variableNames.isSubset(of: alternative.captureNames)
    }
}
