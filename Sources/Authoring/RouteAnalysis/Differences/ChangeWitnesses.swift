import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern

/// Addresses, contexts and instants in which a difference between two drafts could show.
struct ChangeWitnesses {
    let release: CompiledDraft
    /// Ids of the rules that differ; nil where every rule may resolve differently.
    let affected: Set<String>?
    let now: Instant

    /// Calls the closure for every witness until it returns false, or the steps are spent.
    func forEach(_ body: (Finding.Witness) -> Bool) {
        let positions = release.entries.indices.filter { position in
            affected?.contains(release.rule(position).id) ?? true
        }
        // If nearly all rules differ, their own samples are enough.
        let map =
            positions.count <= Limits.overlapsOfMax
            ? AlternativeMap(release, positions: Array(release.entries.indices)) : nil
        for position in positions {
            guard !release.work.isSpent else { return }
            let rule = release.rule(position)
            let base = release.situation(of: [release.entries[position].rule], at: now)
            let situations = ConditionEdges(rule: rule, base: base, now: now).situations()
            let addresses = addresses(position)
            for (index, address) in addresses.enumerated() {
                for situation in index == 0 ? situations[...] : situations.prefix(1) {
                    guard body(witness(address, situation)) else { return }
                }
            }
            for other in map.map({ overlapping(position, $0) }) ?? [] {
                guard let witness = shared(position, other) else { continue }
                guard body(witness) else { return }
            }
        }
    }

    private func witness(_ address: String, _ situation: ContextSearch.Situation) -> Finding.Witness {
        Finding.Witness(address: address, context: situation.context, at: situation.at)
    }

    /// Samples of an alternative and of its pieces.
    private func addresses(_ position: Int) -> [String] {
        let alternative = release.entries[position].value
        let pieces = alternative.pieces
        return release.samples.all(alternative)
            + (pieces.count > 1 ? pieces.compactMap { release.samples.first($0) } : [])
    }

    /// Alternatives of other rules that may overlap one.
    private func overlapping(_ position: Int, _ map: AlternativeMap) -> ArraySlice<Int> {
        let address = SymbolicAddress(release.entries[position].value).address
        let own = release.entries[position].rule
        return (address.map(map.candidates) ?? []).filter { release.entries[$0].rule != own }
            .prefix(Limits.overlapsMax)
    }

    /// An address that two alternatives match, in a situation in which the conditions of both rules hold.
    private func shared(_ one: Int, _ other: Int) -> Finding.Witness? {
        let intersection = PatternIntersection(authority: release.draft.settings.authority, work: release.work)
        let address = intersection.witness(release.entries[one].value, release.entries[other].value)
        guard let address else { return nil }
        let rules = [release.entries[one].rule, release.entries[other].rule]
        return release.situation(of: rules, at: now).map { witness(address, $0) }
    }
}

/// Situations at and next to each bound of a rule's conditions; in the first one all of them hold.
struct ConditionEdges {
    let rule: Rule
    /// A situation in which all of them hold; nil if none was found.
    let base: ContextSearch.Situation?
    let now: Instant

    func situations() -> [ContextSearch.Situation] {
        let base = base ?? ContextSearch.Situation(context: Context(), at: now)
        guard let condition = rule.condition else { return [base] }
        let clauses = [condition.clauses, condition.not].compactMap { $0 }
        var situations = [base]
        var seen: Set<ContextSearch.Situation> = [base]
        func add(_ change: (inout ContextSearch.Situation) -> Void) {
            var situation = base
            change(&situation)
            if seen.insert(situation).inserted { situations.append(situation) }
        }
        for clause in clauses {
            let keys = Context.Key.plain + clause.attributes.map { .attribute($0.name) }
            for key in keys where clause.asks(key) {
                let values = clause.samples(of: key) + clause.neighbours(of: key) + [key.unlistedValue, nil]
                for value in values { add { $0.context.assign(Context.Assignment(key: key, value: value)) } }
            }
            for edge in [clause.after, clause.before].compactMap({ $0 }) {
                add { $0.at = edge }
                add { $0.at = Instant(milliseconds: edge.milliseconds - 1) }
            }
            if let rollout = clause.rollout { addBuckets(rollout, base, add) }
        }
        return situations
    }

    /// Adds the identifier nearest to the bound on each side of it, and no identifier; for a ramp also at start and end.
    private func addBuckets(
        _ rollout: Rollout, _ base: ContextSearch.Situation,
        _ add: ((inout ContextSearch.Situation) -> Void) -> Void
    ) {
        var instants = [base.at]
        if case .ramp(let ramp) = rollout.share { instants += [ramp.start, ramp.end] }
        let identifiers = (0..<Limits.edgeIdentifiersMax).map { "id-\($0)" }
        let buckets = identifiers.map { RolloutBucket.bucket(salt: rollout.salt ?? rule.id, value: $0) }
        for at in instants {
            let percent = rollout.percent(at: at)
            let inside = buckets.indices.filter { buckets[$0] < percent }.max { buckets[$0] < buckets[$1] }
            let outside = buckets.indices.filter { buckets[$0] >= percent }.min { buckets[$0] < buckets[$1] }
            for index in [inside, outside].compactMap({ $0 }) {
                add {
                    $0.at = at
                    $0.context.assign(Context.Assignment(key: rollout.key, value: identifiers[index]))
                }
            }
        }
        add { $0.context.assign(Context.Assignment(key: rollout.key, value: nil)) }
    }
}
