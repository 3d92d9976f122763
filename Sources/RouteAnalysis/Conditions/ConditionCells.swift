import RouteModel

/// The contexts that matter to some conditions, as a product of dimensions.
///
/// Each key that a condition uses is one dimension, divided into cells in which no result changes: the listed values,
/// the versions at and next to each bound, the instants at and just before each edge, the buckets between two shares, a
/// value that no condition lists, and no value. A cell records which conditions hold with respect to its key.
struct ConditionCells {
    /// A set of up to 64 conditions, one bit each.
    typealias Members = UInt64

    /// One part of a dimension.
    struct Cell: Hashable {
        /// The conditions of which every positive clause on the key holds.
        var holds: Members = .max
        /// The conditions of which every clause on the key inside `not` holds.
        var negated: Members = .max
        /// Whether every clause on the key inside the `not` of the wanted condition holds.
        var negatesWanted = true
    }

    /// One key.
    struct Dimension {
        /// The different cells in which the positive clauses of the wanted condition hold.
        var cells: [Cell] = []
        /// The conditions with a positive clause on the key.
        var uses: Members = 0
        /// The conditions with a clause on the key inside `not`.
        var negates: Members = 0
        /// Whether the `not` of the wanted condition has a clause on the key.
        var negatesWanted = false
    }

    /// The dimensions, in a fixed order.
    private(set) var dimensions: [Dimension] = []
    /// The conditions with a `not`.
    private(set) var withNot: Members = 0
    /// Whether the wanted condition has a `not`.
    let wantedHasNot: Bool

    private let wanted: Part
    private let others: [Part]

    /// A condition with its rollouts separated, because cells choose buckets and not identifiers.
    private struct Part {
        var plain: Condition
        var positive: Share?
        var negative: Share?
        var ruleID: String
    }

    /// A share of the buckets that one salt gives to the values of one key.
    private struct Share: Hashable {
        var bucketKey: String
        var percent: Int
    }

    /// Divides contexts into cells; nil if there would be more than the limits allow.
    ///
    /// - Parameters:
    ///   - wanted: The condition whose contexts are divided.
    ///   - others: At most 64 conditions without ramps.
    ///   - work: Counts the comparisons.
    init?(_ wanted: ContextSearch.Demand, others: [ContextSearch.Demand], work: CheckWork) {
        self.wanted = Self.widened(wanted)
        self.others = others.map(Self.part)
        wantedHasNot = self.wanted.plain.not != nil
        for (index, part) in self.others.enumerated() where part.plain.not != nil { withNot |= 1 << index }
        let parts = [self.wanted] + self.others
        let clauses = parts.flatMap { [$0.plain.clauses] + [$0.plain.not].compactMap { $0 } }
        let names = Set(clauses.flatMap { $0.attributes.map(\.name) }).sorted()
        var comparisons = 0
        for key in Context.Key.plain + names.map({ .attribute($0) }) {
            let values = Self.values(of: key, clauses)
            guard !values.isEmpty else { continue }
            comparisons += values.count * values.count
            guard comparisons <= Limits.cellComparisonsMax, dimensions.count < Limits.dimensionsMax else { return nil }
            dimensions.append(plainDimension(key, values))
        }
        let edges = clauses.flatMap { [$0.after, $0.before].compactMap { $0 } }
        if !edges.isEmpty { dimensions.append(clockDimension(edges)) }
        let shares = parts.flatMap { [$0.positive, $0.negative].compactMap { $0 } }
        for key in Set(shares.map(\.bucketKey)).sorted() {
            let bounds = Set([0] + shares.filter { $0.bucketKey == key }.map(\.percent)).sorted()
            let buckets = bounds.filter { $0 < ModelLimits.shareMax } + [nil]
            dimensions.append(shareDimension(key, buckets))
        }
        work.spend(comparisons + dimensions.count * parts.count)
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
        // Escaped to ASCII, because canonically equivalent salts have other buckets.
        let key = (rollout.by + "\n" + (rollout.salt ?? ruleID)).unicodeScalars.map { $0.escaped(asASCII: true) }
        return Share(bucketKey: key.joined(), percent: percent)
    }

    /// The condition without parts that cells cannot express.
    ///
    /// It holds in more contexts, so that a cover of it also covers the original.
    private static func widened(_ demand: ContextSearch.Demand) -> Part {
        var demand = demand
        if case .ramp = demand.condition.clauses.rollout?.share { demand.condition.clauses.rollout = nil }
        // A share of 0 % is empty, but its author will probably raise it.
        if case .percent(0) = demand.condition.clauses.rollout?.share { demand.condition.clauses.rollout = nil }
        if case .ramp = demand.condition.not?.rollout?.share { demand.condition.not = nil }
        return part(demand)
    }

    // MARK: Dimensions

    /// Values of a key that some clause uses: the listed ones, their neighbours, another one, and no value.
    private static func values(of key: Context.Key, _ clauses: [Clauses]) -> [String?] {
        guard clauses.contains(where: { $0.only(key).count > 0 }) else { return [] }
        var texts: [String?] = clauses.flatMap { $0.samples(of: key) + $0.neighbours(of: key) }
        texts += [key.unlistedValue ?? (key.isFlag ? nil : "another"), nil]
        // By bytes, as conditions compare: a set of texts would drop one of two canonically equivalent words.
        var seen: Set<[UInt8]?> = []
        return texts.filter { seen.insert($0.map { Array($0.utf8) }).inserted }
    }

    private func plainDimension(_ key: Context.Key, _ values: [String?]) -> Dimension {
        let asked = { (clauses: Clauses) -> Clauses? in
            let only = clauses.only(key)
            return only.count > 0 ? only : nil
        }
        let contexts = values.map { value in
            var context = Context()
            context.assign(Context.Assignment(key: key, value: value))
            return context
        }
        return dimension(
            contexts, positive: { asked($0.plain.clauses) }, negative: { $0.plain.not.flatMap(asked) },
            holds: { $0.firstFailure($1, at: Instant(milliseconds: 0), ruleID: "") == nil })
    }

    private func clockDimension(_ edges: [Instant]) -> Dimension {
        let instants = Set(edges.flatMap { [$0, Instant(milliseconds: $0.milliseconds - 1)] }).sorted()
        return dimension(
            instants, positive: { $0.plain.clauses.window }, negative: { $0.plain.not?.window },
            holds: { $0.firstFailure(Context(), at: $1, ruleID: "") == nil })
    }

    private func shareDimension(_ key: String, _ buckets: [Int?]) -> Dimension {
        dimension(
            buckets, positive: { $0.positive.flatMap { $0.bucketKey == key ? $0 : nil } },
            negative: { $0.negative.flatMap { $0.bucketKey == key ? $0 : nil } },
            holds: { share, bucket in bucket.map { $0 < share.percent } ?? false })
    }

    /// Evaluates all clauses on one key for every value, and merges values with equal results.
    private func dimension<Clause, Value>(
        _ values: [Value], positive: (Part) -> Clause?, negative: (Part) -> Clause?, holds: (Clause, Value) -> Bool
    ) -> Dimension {
        var dimension = Dimension()
        let clauses = others.map { (positive($0), negative($0)) }
        let own = (positive(wanted), negative(wanted))
        dimension.negatesWanted = own.1 != nil
        for (index, pair) in clauses.enumerated() {
            if pair.0 != nil { dimension.uses |= 1 << index }
            if pair.1 != nil { dimension.negates |= 1 << index }
        }
        var seen: Set<Cell> = []
        for value in values where own.0.map({ holds($0, value) }) ?? true {
            var cell = Cell()
            if let negated = own.1 { cell.negatesWanted = holds(negated, value) }
            for (index, pair) in clauses.enumerated() {
                if let clause = pair.0, !holds(clause, value) { cell.holds &= ~(1 << index) }
                if let clause = pair.1, !holds(clause, value) { cell.negated &= ~(1 << index) }
            }
            if seen.insert(cell).inserted { dimension.cells.append(cell) }
        }
        return dimension
    }
}

extension Clauses {
    /// These clauses with the time window alone; nil if they have none.
    var window: Clauses? {
        guard after != nil || before != nil else { return nil }
        var window = Clauses()
        (window.after, window.before) = (after, before)
        return window
    }
}
