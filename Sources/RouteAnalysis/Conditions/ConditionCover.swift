import RouteModel

/// Whether for everybody for whom one condition holds some other condition holds too.
///
/// Each key that any of them asks is cut into cells inside which no answer changes: the values that are named, the
/// versions at and just beyond each bound, the instants at and just before each edge, the buckets between two shares,
/// something that nobody names, and nothing. One context per combination of cells stands for all contexts.
struct ConditionCover {
    /// What is known.
    enum Answer: Hashable {
        /// Wherever the condition holds, one of these holds: which of them, and the first of them that does is listed.
        case covered([Int])
        /// Somewhere it holds, and none of the others does.
        case open
        /// Too many combinations.
        case undecided
    }

    private var wanted: Part
    private var covers: [(index: Int, part: Part)] = []
    private var dimensions: [[Cell]] = []

    /// A condition with its rollouts apart, as cells choose buckets and not identifiers.
    private struct Part {
        var plain: Condition
        var positive: Share?
        var negative: Share?
        var ruleID: String
    }

    /// A share of what one salt makes of one identifier.
    private struct Share: Hashable {
        var key: String
        var percent: Int
    }

    /// A value of one dimension.
    private enum Cell {
        case value(Context.Assignment)
        case clock(Instant)
        case bucket(String, Int?)
    }

    /// Where everything is, of one combination.
    private struct Situation {
        var context = Context()
        var at = Instant(milliseconds: 0)
        var buckets: [String: Int] = [:]
    }

    /// - Parameters:
    ///   - wanted: The condition that may be covered.
    ///   - covers: The others, best first; those whose share moves with the clock are left out.
    init(_ wanted: ContextSearch.Demand, by covers: [ContextSearch.Demand]) {
        self.wanted = Self.widened(wanted)
        for (index, cover) in covers.enumerated() where !cover.condition.hasRamp {
            self.covers.append((index, Self.part(cover)))
        }
        dimensions = cells()
    }

    func answer() -> Answer {
        let count = dimensions.reduce(1) { $0.multipliedReportingOverflow(by: max(1, $1.count)).partialValue }
        guard count <= Limits.cellsMax, dimensions.allSatisfy({ $0.count <= Limits.cellsMax }) else {
            return .undecided
        }
        var used: Set<Int> = []
        guard isCovered(dimensions[...], Situation(), &used) else { return .open }
        return .covered(used.sorted())
    }

    private func isCovered(_ rest: ArraySlice<[Cell]>, _ situation: Situation, _ used: inout Set<Int>) -> Bool {
        guard let cells = rest.first else {
            guard Self.holds(wanted, situation) else { return true }
            guard let first = covers.first(where: { Self.holds($0.part, situation) }) else { return false }
            used.insert(first.index)
            return true
        }
        for cell in cells {
            var next = situation
            switch cell {
            case .value(let assignment): next.context.assign(assignment)
            case .clock(let at): next.at = at
            case .bucket(let key, let bucket): next.buckets[key] = bucket
            }
            guard isCovered(rest.dropFirst(), next, &used) else { return false }
        }
        return true
    }

    private static func holds(_ part: Part, _ situation: Situation) -> Bool {
        guard part.plain.clauses.firstFailure(situation.context, at: situation.at, ruleID: part.ruleID) == nil,
            part.positive.map({ holds($0, situation) }) != false
        else { return false }
        guard let not = part.plain.not else { return true }
        return not.firstFailure(situation.context, at: situation.at, ruleID: part.ruleID) != nil
            || part.negative.map { holds($0, situation) } == false
    }

    private static func holds(_ share: Share, _ situation: Situation) -> Bool {
        situation.buckets[share.key].map { $0 < share.percent } ?? false
    }

    // MARK: Parts

    private static func part(_ demand: ContextSearch.Demand) -> Part {
        var plain = demand.condition
        let shares = (share(plain.clauses, demand.ruleID), plain.not.flatMap { share($0, demand.ruleID) })
        plain.clauses.rollout = nil
        plain.not?.rollout = nil
        return Part(plain: plain, positive: shares.0, negative: shares.1, ruleID: demand.ruleID)
    }

    private static func share(_ clauses: Clauses, _ ruleID: String) -> Share? {
        guard let rollout = clauses.rollout, case .percent(let percent) = rollout.share else { return nil }
        return Share(key: rollout.by + "\n" + (rollout.salt ?? ruleID), percent: percent)
    }

    /// The condition without what cells cannot say: it then holds for more, so that what covers it covers the original.
    private static func widened(_ demand: ContextSearch.Demand) -> Part {
        var demand = demand
        if case .ramp = demand.condition.clauses.rollout?.share { demand.condition.clauses.rollout = nil }
        // Nobody is in an empty share, but its author means to widen it.
        if case .percent(0) = demand.condition.clauses.rollout?.share { demand.condition.clauses.rollout = nil }
        if case .ramp = demand.condition.not?.rollout?.share { demand.condition.not = nil }
        return part(demand)
    }

    // MARK: Cells

    private func cells() -> [[Cell]] {
        let parts = [wanted] + covers.map(\.part)
        let clauses = parts.flatMap { [$0.plain.clauses] + [$0.plain.not].compactMap { $0 } }
        var names: [String] = []
        for name in clauses.flatMap({ $0.attributes.map(\.name) }) where !names.contains(name) { names.append(name) }
        var cells: [[Cell]] = []
        for key in Context.Key.plain + names.map({ .attribute($0) }) {
            guard clauses.contains(where: { $0.only(key).count > 0 }) else { continue }
            cells.append(values(of: key, clauses).map { .value($0) })
        }
        let edges = clauses.flatMap { [$0.after, $0.before].compactMap { $0 } }
        if !edges.isEmpty {
            let instants = edges.flatMap { [$0, Instant(milliseconds: $0.milliseconds - 1)] }
            cells.append(Set(instants).sorted().map { .clock($0) })
        }
        let shares = parts.flatMap { [$0.positive, $0.negative].compactMap { $0 } }
        for key in Set(shares.map(\.key)).sorted() {
            let bounds = Set([0] + shares.filter { $0.key == key }.map(\.percent)).sorted()
            let buckets = bounds.filter { $0 < ModelLimits.shareMax }
            cells.append(buckets.map { .bucket(key, $0) } + [.bucket(key, nil)])
        }
        return cells
    }

    /// Values of a key, those left out that the condition itself excludes.
    private func values(of key: Context.Key, _ clauses: [Clauses]) -> [Context.Assignment] {
        var texts: [String?] = clauses.flatMap { $0.samples(of: key) + $0.neighbours(of: key) }
        texts += [key.stranger ?? (key == .signedIn ? nil : "another"), nil]
        var seen: Set<String?> = []
        let only = wanted.plain.clauses.only(key)
        return texts.filter { seen.insert($0).inserted }.map { Context.Assignment(key: key, value: $0) }
            .filter { value in
                var context = Context()
                context.assign(value)
                return only.firstFailure(context, at: Instant(milliseconds: 0), ruleID: "") == nil
            }
    }
}

extension Condition {
    fileprivate var hasRamp: Bool {
        rollouts.contains { rollout in
            if case .ramp = rollout.share { return true }
            return false
        }
    }
}
