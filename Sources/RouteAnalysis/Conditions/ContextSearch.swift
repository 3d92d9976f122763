import RouteModel

/// Looks for a context and an instant in which all of some conditions hold: the proof that rules can hold together.
///
/// Conditions are independent by key except inside `not`. So values that break a positive clause are dropped key by
/// key, and only what is left is combined; every answer is checked by the model's own evaluation before it is given.
/// An empty answer proves nothing where rollouts or `not` are involved.
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

    private let demands: [Demand]
    private let clauses: [Clauses]
    private let fixed: Context
    private let preferred: Instant

    /// Prepares a search.
    ///
    /// - Parameters:
    ///   - demands: What must hold, all of it.
    ///   - fixed: Values that the context must have.
    ///   - preferred: The instant to try first.
    init(_ demands: [Demand], fixed: Context = Context(), at preferred: Instant) {
        self.demands = demands
        self.fixed = fixed
        self.preferred = preferred
        clauses = demands.flatMap { [$0.condition.clauses] + [$0.condition.not].compactMap(\.self) }
    }

    /// The first situation found.
    func first() -> Situation? {
        for at in instants() {
            if let context = context(at: at) { return Situation(context: context, at: at) }
        }
        return nil
    }

    private func holds(_ context: Context, _ at: Instant) -> Bool {
        demands.allSatisfy { $0.condition.firstFailure(context, at: at, ruleID: $0.ruleID) == nil }
    }

    // MARK: Combination

    private func context(at: Instant) -> Context? {
        var options: [[Context.Assignment]] = []
        for key in keys() {
            let values = domain(of: key).filter { isAllowed($0, at) }
            guard !values.isEmpty else { return nil }
            options.append(Array(values.prefix(Limits.valuesMax)))
        }
        for identifier in identified() {
            let values = identifiers(of: identifier, at)
            guard !values.isEmpty else { return nil }
            options.append(values)
        }
        var tries = 0
        return combine(options[...], fixed, at, &tries)
    }

    private func combine(
        _ options: ArraySlice<[Context.Assignment]>, _ context: Context, _ at: Instant, _ tries: inout Int
    ) -> Context? {
        guard let values = options.first else {
            tries += 1
            return holds(context, at) ? context : nil
        }
        for value in values where tries < Limits.contextsMax {
            var next = context
            next.assign(value)
            if let found = combine(options.dropFirst(), next, at, &tries) { return found }
        }
        return nil
    }

    /// Whether a value breaks no positive clause that asks only this key.
    private func isAllowed(_ value: Context.Assignment, _ at: Instant) -> Bool {
        var context = fixed
        context.assign(value)
        return demands.allSatisfy {
            $0.condition.clauses.only(value.key).firstFailure(context, at: at, ruleID: $0.ruleID) == nil
        }
    }

    // MARK: Domains

    /// The keys that some clause asks, in a fixed order; those of rollouts apart.
    private func keys() -> [Context.Key] {
        var keys = Context.Key.plain.filter { key in clauses.contains { $0.only(key).count > 0 } }
        let names = Set(clauses.flatMap { $0.attributes.map(\.name) }).subtracting(identified().compactMap(\.attribute))
        keys += names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { .attribute($0) }
        return keys
    }

    /// What rollouts count.
    private func identified() -> [Context.Key] {
        let names = Set(clauses.compactMap { $0.rollout?.by }).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return names.map { $0 == Rollout.deviceID ? .deviceID : .attribute($0) }
    }

    private func domain(of key: Context.Key) -> [Context.Assignment] {
        if let value = fixed.value(key) { return [Context.Assignment(key: key, value: value)] }
        var values: [String?] = [nil]
        for clause in clauses { values += clause.samples(of: key) + clause.neighbours(of: key) }
        values.append(key.stranger)
        return values.map { Context.Assignment(key: key, value: $0) }
    }

    private func identifiers(of key: Context.Key, _ at: Instant) -> [Context.Assignment] {
        if let value = fixed.value(key) { return [Context.Assignment(key: key, value: value)] }
        var kept: [Context.Assignment] = []
        let listed = clauses.flatMap { $0.samples(of: key) }
        for number in -listed.count - 1..<Limits.identifiersMax {
            let text: String? = number >= 0 ? "id-\(number)" : number == -1 ? nil : listed[number + listed.count + 1]
            let value = Context.Assignment(key: key, value: text)
            if isAllowed(value, at), areRolloutsHeld(value, at) { kept.append(value) }
            if kept.count >= Limits.identifiersKept { break }
        }
        return kept
    }

    private func areRolloutsHeld(_ value: Context.Assignment, _ at: Instant) -> Bool {
        var context = fixed
        context.assign(value)
        return demands.allSatisfy { demand in
            guard let rollout = demand.condition.clauses.rollout, rollout.key == value.key else { return true }
            var only = Clauses()
            only.rollout = rollout
            return only.firstFailure(context, at: at, ruleID: demand.ruleID) == nil
        }
    }

    /// The preferred instant, then every edge of a window or ramp, then the instants around them.
    private func instants() -> [Instant] {
        var instants = [preferred]
        for clause in clauses {
            for edge in [clause.after, clause.before] {
                guard let edge else { continue }
                instants += [edge, Instant(milliseconds: edge.milliseconds - 1)]
            }
            if case .ramp(let ramp) = clause.rollout?.share { instants += [ramp.start, ramp.end] }
        }
        var seen: Set<Instant> = []
        return instants.filter { seen.insert($0).inserted }.filter { at in
            demands.allSatisfy { demand in
                var only = Clauses()
                (only.after, only.before) = (demand.condition.clauses.after, demand.condition.clauses.before)
                return only.firstFailure(Context(), at: at, ruleID: demand.ruleID) == nil
            }
        }
    }
}
