import RouteModel

/// Situations that together tell apart every combination of rules that hold, of some rules.
///
/// Each key that a condition uses gets one value for each set of clauses that a value satisfies: the listed ones, the
/// versions at and next to each bound, another one, and none; for each instant at and just before an edge, one identifier
/// for each set of shares. The product of these is gone through, and one situation is kept for each set of rules that
/// hold.
struct SituationCells {
    /// A situation, and which of the conditions hold in it.
    struct Cell {
        var situation: ContextSearch.Situation
        var holds: [Bool]
    }

    private let demands: [ContextSearch.Demand]
    private let clauses: [Clause]
    private let now: Instant
    private let work: CheckWork
    /// Whether there were more combinations than the limits allow.
    private(set) var isCut = false

    private struct Clause {
        var clauses: Clauses
        var ruleID: String
    }

    init(_ demands: [ContextSearch.Demand], at now: Instant, work: CheckWork) {
        (self.demands, self.now, self.work) = (demands, now, work)
        clauses = demands.flatMap { demand in
            [demand.condition.clauses, demand.condition.not].compactMap(\.self)
                .map { Clause(clauses: $0, ruleID: demand.ruleID) }
        }
    }

    /// One situation for each set of conditions that hold together and no others.
    mutating func cells() -> [Cell] {
        var cells: [Cell] = []
        var seen: Set<[Bool]> = []
        let identified = ExactText.distinct(clauses.compactMap { $0.clauses.rollout?.by })
            .map { $0 == Rollout.deviceID ? Context.Key.deviceID : .attribute($0) }
        let names = ExactText.distinct(clauses.flatMap { $0.clauses.attributes.map(\.name) })
        let plain =
            Context.Key.plain.filter { key in clauses.contains { $0.clauses.asks(key) } }
            + names.map { .attribute($0) }.filter { !identified.contains($0) }
        let listed = plain.map { dimension($0, values(of: $0), at: now) }
        for at in instants() {
            let hashed = identified.map { dimension($0, identifiers(of: $0, at), at: at) }
            var tries = 0
            let failed = [Bool](repeating: false, count: demands.count)
            let isWhole = combine((listed + hashed)[...], Context(), failed, &tries) { context in
                let holds = demands.map {
                    $0.condition.firstFailure(context, at: at, ruleID: $0.ruleID) == nil
                }
                guard seen.insert(holds).inserted else { return }
                cells.append(Cell(situation: ContextSearch.Situation(context: context, at: at), holds: holds))
            }
            isCut = isCut || !isWhole
        }
        return cells
    }

    /// A key with its values, and the demands that each value fails.
    private struct Dimension {
        var values: [(assignment: Context.Assignment, fails: [Int])]
        /// The demands with a clause on the key.
        var askers: [Int]
    }

    private func dimension(_ key: Context.Key, _ values: [String?], at: Instant) -> Dimension {
        func only(_ clauses: Clauses?) -> Clauses? {
            guard let clauses else { return nil }
            var only = clauses.only(key)
            only.rollout = clauses.rollout.flatMap { $0.key == key ? $0 : nil }
            return only.count == 0 ? nil : only
        }
        let asked = demands.map { (positive: only($0.condition.clauses), negated: only($0.condition.not)) }
        let different = distinct(values, of: key, at: at).map { value in
            let assignment = Context.Assignment(key: key, value: value)
            var context = Context()
            context.assign(assignment)
            let fails = demands.indices.filter { index in
                asked[index].positive?.firstFailure(context, at: at, ruleID: demands[index].ruleID) != nil
            }
            return (assignment: assignment, fails: fails)
        }
        let askers = demands.indices.filter { asked[$0].positive != nil || asked[$0].negated != nil }
        return Dimension(values: different, askers: askers)
    }

    /// Calls the closure for every combination of values that matters; false if a limit was reached.
    ///
    /// If every demand on a key failed already, one value of it is enough.
    private func combine(
        _ dimensions: ArraySlice<Dimension>, _ context: Context, _ failed: [Bool], _ tries: inout Int,
        _ body: (Context) -> Void
    ) -> Bool {
        guard let first = dimensions.first else {
            tries += 1
            work.spend(demands.count * 4)
            body(context)
            return true
        }
        let isDecided = first.askers.allSatisfy { failed[$0] }
        for value in isDecided ? first.values.prefix(1) : first.values[...] {
            guard tries < Limits.contextsMax, !work.isSpent else { return false }
            var (next, lost) = (context, failed)
            next.assign(value.assignment)
            for index in value.fails { lost[index] = true }
            guard combine(dimensions.dropFirst(), next, lost, &tries, body) else { return false }
        }
        return true
    }

    // MARK: Values

    /// The first value for each set of clauses that hold; values that a program can have go before others.
    private func distinct(_ values: [String?], of key: Context.Key, at: Instant) -> [String?] {
        let asking = clauses.compactMap { clause -> Clause? in
            var only = clause.clauses.only(key)
            only.rollout = clause.clauses.rollout.flatMap { $0.key == key ? $0 : nil }
            return only.count == 0 ? nil : Clause(clauses: only, ruleID: clause.ruleID)
        }
        let ordinary = values.filter { $0?.contains("4294967295") != true }
        var seen: Set<[Bool]> = []
        work.spend(values.count * asking.count)
        return (ordinary + values.filter { $0?.contains("4294967295") == true }).filter { value in
            var context = Context()
            context.assign(Context.Assignment(key: key, value: value))
            return seen.insert(asking.map { $0.clauses.firstFailure(context, at: at, ruleID: $0.ruleID) == nil })
                .inserted
        }
    }

    private func values(of key: Context.Key) -> [String?] {
        [nil] + clauses.flatMap { $0.clauses.samples(of: key) + $0.clauses.neighbours(of: key) } + [key.unlistedValue]
    }

    /// None, those that clauses list, some that are hashed, and some computed for each narrow range of buckets, until there
    /// is one for each set of ranges of all salts; sets without any are left out, and `isCut` says so.
    private mutating func identifiers(of key: Context.Key, _ at: Instant) -> [String?] {
        var values = self.values(of: key)
        var bounds: [[UInt8]: Set<Int>] = [:]
        for clause in clauses {
            guard let rollout = clause.clauses.rollout, rollout.key == key else { continue }
            bounds[Array((rollout.salt ?? clause.ruleID).utf8), default: [0, ModelLimits.shareMax]]
                .insert(min(ModelLimits.shareMax, max(0, rollout.percent(at: at))))
        }
        let salts = bounds.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .map { (salt: String(decoding: $0.key, as: UTF8.self), edges: $0.value.sorted()) }
        guard !salts.isEmpty else { return values }
        // More sets than situations are tried need no exact count: `combine` stops, and says so.
        var missing = salts.reduce(1) { min($0 * ($1.edges.count - 1), Limits.contextsMax + 1) }
        var met: Set<[Int]> = []
        func add(_ text: String) {
            let ranges = salts.map { salt, edges in
                let bucket = RolloutBucket.bucket(salt: salt, value: text)
                return edges.lastIndex { $0 <= bucket } ?? 0
            }
            guard met.insert(ranges).inserted else { return }
            values.append(text)
            missing -= 1
        }
        var tries = 0
        while missing > 0, tries < Limits.identifiersMax, tries < Limits.edgeIdentifiersMax || !work.isHalfSpent {
            add("id-\(tries)")
            tries += 1
        }
        for (salt, edges) in salts {
            for (low, high) in zip(edges, edges.dropFirst()) where missing > 0 && high - low <= Limits.narrowShareMax {
                let preimage = BucketPreimage(salt: salt)
                let hashes = BucketPreimage.leastHash(ofBucket: low)..<BucketPreimage.leastHash(ofBucket: high)
                for hash in hashes.prefix(Limits.identifiersMax) where missing > 0 {
                    tries += 1
                    if let text = preimage.identifier(hash: UInt32(truncatingIfNeeded: hash)) { add(text) }
                }
            }
        }
        work.spend(identifiers: tries * salts.count, perStep: Limits.identifiersHashedPerStep)
        isCut = isCut || missing > 0
        return values
    }

    /// The instant of the comparison, every edge of a window or ramp, the instant before it, and the middle of a ramp.
    private func instants() -> [Instant] {
        var instants = [now]
        for clause in clauses.map(\.clauses) {
            for edge in [clause.after, clause.before].compactMap(\.self) {
                instants += edge.bothSides
            }
            if case .ramp(let ramp) = clause.rollout?.share {
                let middle = (ramp.start.milliseconds + ramp.end.milliseconds) / 2
                instants += [ramp.start, Instant(milliseconds: middle), ramp.end]
            }
        }
        var seen: Set<Instant> = []
        return instants.filter { seen.insert($0).inserted }
    }
}
