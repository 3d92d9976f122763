import RouteModel

/// Searches for a context and an instant in which all given conditions hold, as proof that rules can hold together.
///
/// Conditions are independent by key except inside `not`. So values that violate a positive clause are dropped key by
/// key, and only the remaining ones are combined. Every result is verified with the model's own evaluation.
struct ContextSearch {
    /// A rule's condition, with the id that salts its rollout.
    struct Demand {
        var condition: Condition
        var ruleID: String
    }

    /// A context and an instant.
    struct Situation: Hashable {
        var context: Context
        var at: Instant
    }

    /// The result of a search.
    enum Answer: Hashable {
        /// All conditions hold here.
        case found(Situation)
        /// The conditions hold for none of the relevant values: a proof, except if a `not` has several keys.
        case none
        /// Nothing was found before a limit was reached.
        case undecided
    }

    private let demands: [Demand]
    private let clauses: [Clauses]
    private let fixed: Context
    private let preferred: Instant
    private let work: CheckWork
    private let evaluationSteps: Int

    /// The number of remaining attempts, for all instants together.
    private struct Progress {
        var tries = 0
        var isCut = false
    }

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - demands: The conditions that must all hold.
    ///   - fixed: Values that the context must have.
    ///   - preferred: The instant to try first.
    ///   - work: Counts the values and combinations that are tried.
    init(_ demands: [Demand], fixed: Context = Context(), at preferred: Instant, work: CheckWork) {
        self.demands = demands
        self.fixed = fixed
        self.preferred = preferred
        self.work = work
        evaluationSteps = demands.reduce(0) { $0 + Limits.stepsPerEvaluation + $1.condition.wordCount }
        clauses = demands.flatMap { [$0.condition.clauses] + [$0.condition.not].compactMap(\.self) }
    }

    /// The first situation found.
    func answer() -> Answer {
        guard !work.isSpent else { return .undecided }
        var progress = Progress()
        let identified = identified()
        guard let options = options(except: identified, &progress) else { return work.isSpent ? .undecided : .none }
        for at in instants() {
            if let context = context(at: at, options, identified, &progress) {
                return .found(Situation(context: context, at: at))
            }
        }
        return progress.isCut ? .undecided : .none
    }

    // MARK: Combination

    /// By key, the values that violate no clause on it, without rollouts and the clock; nil if a key has none.
    private func options(except identified: [Context.Key], _ progress: inout Progress) -> [[Context.Assignment]]? {
        var options: [[Context.Assignment]] = []
        for key in keys(except: identified) {
            let tests = tests(of: key)
            var values: [Context.Assignment] = []
            for value in domain(of: key) {
                guard !work.isSpent else { return nil }
                guard isAllowed(value, tests) else { continue }
                if values.count == Limits.valuesMax {
                    progress.isCut = true
                    break
                }
                values.append(value)
            }
            guard !values.isEmpty else { return nil }
            options.append(values)
        }
        return options
    }

    private func context(
        at: Instant, _ options: [[Context.Assignment]], _ identified: [Context.Key], _ progress: inout Progress
    ) -> Context? {
        var options = options
        for key in identified {
            let values = identifiers(of: key, at, &progress)
            guard !values.isEmpty else { return nil }
            options.append(values)
        }
        return combine(options[...], fixed, at, &progress)
    }

    private func combine(
        _ options: ArraySlice<[Context.Assignment]>, _ context: Context, _ at: Instant, _ progress: inout Progress
    ) -> Context? {
        guard let values = options.first else {
            progress.tries += 1
            work.spend(evaluationSteps)
            let holds = demands.allSatisfy {
                $0.condition.firstFailure(context, at: at, ruleID: $0.ruleID) == nil
            }
            return holds ? context : nil
        }
        for value in values {
            guard progress.tries < Limits.contextsMax, !work.isSpent else {
                progress.isCut = true
                return nil
            }
            var next = context
            next.assign(value)
            if let found = combine(options.dropFirst(), next, at, &progress) { return found }
        }
        return nil
    }

    /// What one demand asks of one key alone.
    private struct KeyTest {
        /// The clauses on the key.
        var clauses: Clauses
        /// The clauses of a `not` on this key alone, which must fail; nil if there is no such `not`.
        var negated: Clauses?
        var ruleID: String
        /// Steps of one value.
        var steps: Int
    }

    /// What the demands ask of a key alone.
    private func tests(of key: Context.Key) -> [KeyTest] {
        demands.map { demand in
            let only = demand.condition.clauses.only(key)
            let negated = demand.condition.not.flatMap { $0.count == 1 ? $0.only(key) : nil }
            return KeyTest(
                clauses: only, negated: negated?.count == 0 ? nil : negated, ruleID: demand.ruleID,
                steps: 1 + only.samples(of: key).count)
        }
    }

    /// Whether a value violates no clause that uses only its key.
    private func isAllowed(_ value: Context.Assignment, _ tests: [KeyTest]) -> Bool {
        var context = fixed
        context.assign(value)
        return tests.allSatisfy { test in
            work.spend(test.steps)
            guard test.clauses.firstFailure(context, at: preferred, ruleID: test.ruleID) == nil else { return false }
            guard let negated = test.negated else { return true }
            return negated.firstFailure(context, at: preferred, ruleID: test.ruleID) != nil
        }
    }

    // MARK: Domains

    /// The keys that some clause uses, in a fixed order, without those that rollouts count.
    private func keys(except identified: [Context.Key]) -> [Context.Key] {
        let plain = Context.Key.plain.filter { key in clauses.contains { $0.asks(key) } }
        let names = ExactText.distinct(clauses.flatMap { $0.attributes.map(\.name) })
        return plain + names.map { .attribute($0) }.filter { !identified.contains($0) }
    }

    /// The keys that rollouts count, in a fixed order.
    private func identified() -> [Context.Key] {
        ExactText.distinct(clauses.compactMap { $0.rollout?.by })
            .map { $0 == Rollout.deviceID ? .deviceID : .attribute($0) }
    }

    private func domain(of key: Context.Key) -> [Context.Assignment] {
        if let value = fixed.value(key) { return [Context.Assignment(key: key, value: value)] }
        var values: [String?] = [nil]
        for clause in clauses { values += clause.samples(of: key) + clause.neighbours(of: key) }
        values.append(key.unlistedValue)
        // By bytes, as conditions compare.
        var seen: Set<[UInt8]?> = []
        return values.filter { seen.insert($0.map { Array($0.utf8) }).inserted }
            .map { Context.Assignment(key: key, value: $0) }
    }

    /// Values of a key that rollouts count: those that attributes name, none, and computed ones.
    private func identifiers(
        of key: Context.Key, _ at: Instant, _ progress: inout Progress
    ) -> [Context.Assignment] {
        if let value = fixed.value(key) { return [Context.Assignment(key: key, value: value)] }
        let search = IdentifierSearch(demands, key: key, at: at)
        guard !search.isImpossible else { return [] }
        let listed: [String?] = clauses.flatMap { $0.samples(of: key) } + [nil]
        let tests = tests(of: key)
        var kept = listed.map { Context.Assignment(key: key, value: $0) }
            .filter { isAllowed($0, tests) && isInShares($0, at) }
        // If conditions list the values, no other one is allowed.
        let isListed = demands.contains { !$0.condition.clauses.samples(of: key).isEmpty }
        guard !isListed, kept.count < Limits.identifiersKept else { return Array(kept.prefix(Limits.identifiersKept)) }
        kept += search.identifiers(Limits.identifiersKept - kept.count, work: work)
            .map { Context.Assignment(key: key, value: $0) }
        if kept.isEmpty { progress.isCut = true }
        return kept
    }

    private func isInShares(_ value: Context.Assignment, _ at: Instant) -> Bool {
        var context = fixed
        context.assign(value)
        work.spend(demands.count)
        return demands.allSatisfy { demand in
            guard let rollout = demand.condition.clauses.rollout, rollout.key == value.key else { return true }
            var only = Clauses()
            only.rollout = rollout
            return only.firstFailure(context, at: at, ruleID: demand.ruleID) == nil
        }
    }

    /// The preferred instant, then every edge of a window or ramp and the instant before it, as far as windows allow.
    private func instants() -> [Instant] {
        var instants = [preferred]
        for clause in clauses {
            for edge in [clause.after, clause.before] {
                guard let edge else { continue }
                instants += edge.bothSides
            }
            if case .ramp(let ramp) = clause.rollout?.share { instants += [ramp.start, ramp.end] }
        }
        var seen: Set<Instant> = []
        return instants.filter { seen.insert($0).inserted }.filter { at in
            demands.allSatisfy { demand in
                let window = demand.condition.clauses.window
                return window?.firstFailure(Context(), at: at, ruleID: demand.ruleID) == nil
            }
        }
    }
}
