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
        /// Whether some cell breaks the `not` of the wanted condition.
        var canBreakWanted = false
    }

    /// The dimensions, in a fixed order.
    private(set) var dimensions: [Dimension] = []
    /// By condition, the dimensions with a positive clause of it.
    private(set) var asking: [[Int]]
    /// By condition, the dimensions with a clause of it inside `not`.
    private(set) var negating: [[Int]]
    /// The conditions with a `not`.
    private(set) var withNot: Members = 0
    /// Whether the wanted condition has a `not`.
    let wantedHasNot: Bool

    /// A condition with its rollouts apart, as cells choose buckets and not identifiers.
    private struct Part {
        var plain: Condition
        var positive: Share?
        var negative: Share?
    }

    /// A share of the buckets that one salt gives to the values of one key.
    private struct Share {
        var source: Source
        var percent: Int

        /// What gives a context its bucket, as bytes: canonically equivalent salts have other buckets.
        struct Source: Hashable {
            var key: [UInt8]
            var salt: [UInt8]
        }
    }

    /// A clause on one key.
    private struct Asked<Clause> {
        /// The index of its condition; nil for the wanted one.
        var member: Int?
        /// Whether it stands inside `not`.
        var isNegated: Bool
        var clause: Clause
    }

    /// Divides contexts into cells; nil if there would be more than the limits allow.
    ///
    /// - Parameters:
    ///   - wanted: The condition whose contexts are divided.
    ///   - others: At most 64 conditions without ramps.
    ///   - work: Counts the comparisons.
    init?(_ wanted: ContextSearch.Demand, others: [ContextSearch.Demand], work: CheckWork) {
        let parts = [Self.widened(wanted)] + others.map(Self.part)
        asking = Array(repeating: [], count: others.count)
        negating = asking
        wantedHasNot = parts[0].plain.not != nil
        for (index, part) in parts.dropFirst().enumerated() where part.plain.not != nil { withNot |= 1 << index }
        let clauses = Self.each(of: parts, positive: \.plain.clauses, negated: \.plain.not)
        let names = ExactText.distinct(clauses.flatMap { $0.clause.attributes.map(\.name) })
        var evaluations = 0
        for key in Context.Key.plain + names.map({ .attribute($0) }) {
            let asked = clauses.compactMap { clause -> Asked<Clauses>? in
                guard clause.clause.asks(key) else { return nil }
                return Asked(member: clause.member, isNegated: clause.isNegated, clause: clause.clause.only(key))
            }
            guard !asked.isEmpty else { continue }
            let values = Self.values(of: key, asked.map(\.clause))
            evaluations += values.count * values.count
            guard evaluations <= Limits.cellComparisonsMax, dimensions.count < Limits.dimensionsMax else { return nil }
            add(plain(key, values, asked))
        }
        let windows = clauses.compactMap { clause in
            clause.clause.window.map { Asked(member: clause.member, isNegated: clause.isNegated, clause: $0) }
        }
        if !windows.isEmpty { add(clock(windows)) }
        let shares = Self.each(of: parts, positive: \.positive, negated: \.negative)
        for ofOneSource in Self.bySource(shares) { add(buckets(ofOneSource)) }
        work.spend(evaluations + parts.count * Limits.stepsPerCoverCondition)
    }

    private mutating func add(_ dimension: Dimension) {
        for member in asking.indices {
            if dimension.uses >> member & 1 == 1 { asking[member].append(dimensions.count) }
            if dimension.negates >> member & 1 == 1 { negating[member].append(dimensions.count) }
        }
        dimensions.append(dimension)
    }

    // MARK: Parts

    private static func part(_ demand: ContextSearch.Demand) -> Part {
        var plain = demand.condition
        let shares = (share(plain.clauses, demand.ruleID), plain.not.flatMap { share($0, demand.ruleID) })
        plain.clauses.rollout = nil
        plain.not?.rollout = nil
        return Part(plain: plain, positive: shares.0, negative: shares.1)
    }

    private static func share(_ clauses: Clauses, _ ruleID: String) -> Share? {
        guard let rollout = clauses.rollout, case .percent(let percent) = rollout.share else { return nil }
        let source = Share.Source(key: Array(rollout.by.utf8), salt: Array((rollout.salt ?? ruleID).utf8))
        return Share(source: source, percent: percent)
    }

    /// What each condition says, and says inside `not`; the first condition is the wanted one.
    private static func each<Clause>(
        of parts: [Part], positive: (Part) -> Clause?, negated: (Part) -> Clause?
    ) -> [Asked<Clause>] {
        var all: [Asked<Clause>] = []
        for (index, part) in parts.enumerated() {
            let member = index == 0 ? nil : index - 1
            if let clause = positive(part) { all.append(Asked(member: member, isNegated: false, clause: clause)) }
            if let clause = negated(part) { all.append(Asked(member: member, isNegated: true, clause: clause)) }
        }
        return all
    }

    /// The shares of each salt and key, in the order in which these first occur.
    private static func bySource(_ shares: [Asked<Share>]) -> [[Asked<Share>]] {
        var places: [Share.Source: Int] = [:]
        var groups: [[Asked<Share>]] = []
        for share in shares {
            if let place = places[share.clause.source] {
                groups[place].append(share)
            } else {
                places[share.clause.source] = groups.count
                groups.append([share])
            }
        }
        return groups
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
        var texts: [String?] = clauses.flatMap { $0.samples(of: key) + $0.neighbours(of: key) }
        texts += [key.unlistedValue ?? (key.isFlag ? nil : "another"), nil]
        // By bytes, as conditions compare: a set of texts would drop one of two canonically equivalent words.
        var seen: Set<[UInt8]?> = []
        return texts.filter { seen.insert($0.map { Array($0.utf8) }).inserted }
    }

    private func plain(_ key: Context.Key, _ values: [String?], _ asked: [Asked<Clauses>]) -> Dimension {
        let contexts = values.map { value in
            var context = Context()
            context.assign(Context.Assignment(key: key, value: value))
            return context
        }
        return dimension(contexts, asked) {
            $0.firstFailure($1, at: Instant(milliseconds: 0), ruleID: "") == nil
        }
    }

    private func clock(_ windows: [Asked<Clauses>]) -> Dimension {
        let edges = windows.flatMap { [$0.clause.after, $0.clause.before].compactMap { $0 } }
        let instants = Set(edges.flatMap(\.bothSides)).sorted()
        return dimension(instants, windows) { $0.firstFailure(Context(), at: $1, ruleID: "") == nil }
    }

    private func buckets(_ shares: [Asked<Share>]) -> Dimension {
        var buckets: [Int?] = []
        for bound in ([0] + shares.map(\.clause.percent)).sorted() where bound < ModelLimits.shareMax {
            if buckets.last != bound { buckets.append(bound) }
        }
        buckets.append(nil)
        return dimension(buckets, shares) { share, bucket in bucket.map { $0 < share.percent } ?? false }
    }

    /// Asks every clause on one key of every value, and merges values with equal answers.
    ///
    /// Cells in which few conditions hold come first, as those may show that a condition is not covered.
    private func dimension<Clause, Value>(
        _ values: [Value], _ asked: [Asked<Clause>], holds: (Clause, Value) -> Bool
    ) -> Dimension {
        var dimension = Dimension()
        for one in asked {
            guard let member = one.member else { continue }
            if one.isNegated { dimension.negates |= 1 << member } else { dimension.uses |= 1 << member }
        }
        var seen: Set<Cell> = []
        for value in values {
            var cell = Cell()
            var isWanted = true
            for one in asked where !holds(one.clause, value) {
                switch (one.member, one.isNegated) {
                case (nil, false): isWanted = false
                case (nil, true): cell.negatesWanted = false
                case (let member?, false): cell.holds &= ~(1 << member)
                case (let member?, true): cell.negated &= ~(1 << member)
                }
            }
            guard isWanted else { continue }
            // A few cells are compared faster than hashed.
            let isFew = dimension.cells.count < Limits.cellsCompared
            if isFew ? !dimension.cells.contains(cell) : seen.insert(cell).inserted { dimension.cells.append(cell) }
            if isFew, dimension.cells.count == Limits.cellsCompared { seen = Set(dimension.cells) }
        }
        dimension.canBreakWanted = dimension.cells.contains { !$0.negatesWanted }
        dimension.cells.sort { $0.holds.nonzeroBitCount < $1.holds.nonzeroBitCount }
        return dimension
    }
}

extension Instant {
    /// An edge of a window, and the instant just before it; without that before the year 0000, which no text says.
    var bothSides: [Instant] {
        let before = Instant(milliseconds: milliseconds - 1)
        return Instant(rfc3339: before.description) == nil ? [self] : [self, before]
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
