import RouteModel
import RoutePattern

/// Rules that ask for the same, rules that hide each other, and rules between which only their position decides.
struct OverlapCheck {
    let release: TrialRelease
    let now: Instant

    /// Which rule pairs were reported already, and by which other rules each alternative is hidden.
    private struct Progress {
        var findings: [Finding] = []
        var reported: Set<Pair> = []
        var coverers: [[Int]]
        var witnesses: [Int: String] = [:]
    }

    private struct Pair: Hashable {
        var first: Int
        var second: Int
    }

    func findings() -> [Finding] {
        var progress = Progress(coverers: Array(repeating: [], count: release.entries.count))
        for position in release.entries.indices {
            for address in release.samples.all(release.entries[position].value) {
                let matches = release.matches(address)
                // An alternative that its own sample does not find would be a fault of the engine; tests look for it.
                for earlier in Self.contenders(matches.prefix { $0 < position }) {
                    compare(earlier, position, address, &progress)
                }
            }
        }
        return progress.findings + shadowed(progress)
    }

    /// The best of those that come before, which may hide, and the nearest, which may tie: equal keys are neighbours.
    private static func contenders(_ earlier: ArraySlice<Int>) -> [Int] {
        guard earlier.count > Limits.contendersFirst + Limits.contendersNearest else { return Array(earlier) }
        return Array(earlier.prefix(Limits.contendersFirst) + earlier.suffix(Limits.contendersNearest))
    }

    /// Looks at two alternatives that match one address; `first` comes before `second`.
    private func compare(_ first: Int, _ second: Int, _ address: String, _ progress: inout Progress) {
        let (one, other) = (release.entries[first], release.entries[second])
        guard one.rule != other.rule else { return }
        let covers = hides(first, second)
        if covers {
            progress.coverers[second].append(one.rule)
            progress.witnesses[other.rule] = progress.witnesses[other.rule] ?? address
        }
        guard isEqualBeforeOrdinal(first, second) else { return }
        let isDuplicate = one.value.canonical.utf8.elementsEqual(other.value.canonical.utf8)
        guard isDuplicate || !(one.value.covers(other.value) || other.value.covers(one.value)) else { return }
        let pair = Pair(first: min(one.rule, other.rule), second: max(one.rule, other.rule))
        guard !progress.reported.contains(pair) else { return }
        let (a, b) = (release.rule(first), release.rule(second))
        guard let situation = ContextSearch([a.demand, b.demand], at: now).first() else { return }
        progress.reported.insert(pair)
        let witness = Finding.Witness(address, situation, a, b)
        progress.findings.append(isDuplicate ? Self.duplicate(a, b, witness) : Self.tie(a, b, witness))
    }

    /// Whether only the position in the draft puts one before the other.
    private func isEqualBeforeOrdinal(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (release.rule(first), release.rule(second))
        return a.priority == b.priority && a.conditionCount == b.conditionCount
            && release.entries[first].value.key == release.entries[second].value.key
    }

    private static func duplicate(_ a: Rule, _ b: Rule, _ witness: Finding.Witness) -> Finding {
        Finding(
            .duplicate, rules: [b.id, a.id],
            detail: "\"\(b.id)\" matches the same addresses as \"\(a.id)\" under conditions that can hold together.",
            hint: "Remove one of them, or give one more conditions, another pattern or another priority.",
            witness: witness)
    }

    private static func tie(_ a: Rule, _ b: Rule, _ witness: Finding.Witness) -> Finding {
        Finding(
            .tie, rules: [b.id, a.id],
            detail: "\"\(a.id)\" and \"\(b.id)\" both match the witness, and only their position in the draft decides.",
            hint: "Give one of them a higher priority if the order matters.", witness: witness)
    }

    // MARK: Shadows

    /// Whether the second alternative can never win because of the first.
    private func hides(_ first: Int, _ second: Int) -> Bool {
        let (a, b) = (release.rule(first), release.rule(second))
        // The same conditions hold at the same time, unless a rollout is salted by each rule's own id.
        let isSameCondition = a.condition == b.condition && a.condition?.isSaltedByRule != true
        guard a.isUnconditional || isSameCondition else { return false }
        return release.entries[first].value.covers(release.entries[second].value)
    }

    private func shadowed(_ progress: Progress) -> [Finding] {
        var alternatives: [Int: [Int]] = [:]
        for position in release.entries.indices {
            alternatives[release.entries[position].rule, default: []].append(position)
        }
        return alternatives.sorted { $0.key < $1.key }.compactMap { rule, positions in
            guard positions.allSatisfy({ !progress.coverers[$0].isEmpty }) else { return nil }
            let hidden = release.draft.rules[rule]
            // A duplicate is an error of its own and says the same.
            let others = positions.compactMap { progress.coverers[$0].first }.reduce(into: [Int]()) { list, other in
                if !list.contains(other) { list.append(other) }
            }
            guard
                !others.contains(where: {
                    progress.reported.contains(Pair(first: min($0, rule), second: max($0, rule)))
                })
            else { return nil }
            let ids = others.map { release.draft.rules[$0].id }
            let situation = ContextSearch([hidden.demand], at: now).first()
            let witness = progress.witnesses[rule].flatMap { address in
                situation.map { Finding.Witness(address, $0, hidden) }
            }
            let names = ids.map { "\"\($0)\"" }.joined(separator: ", ")
            return Finding(
                .shadowed, rules: [hidden.id] + ids,
                detail: "\"\(hidden.id)\" can never win: \(names) always comes first.",
                hint: "Remove the rule, raise its priority, or give the others conditions.", witness: witness)
        }
    }
}

extension Condition {
    /// Whether some rollout in it takes its salt from the rule.
    var isSaltedByRule: Bool {
        [clauses, not].compactMap(\.self).contains { $0.rollout != nil && $0.rollout?.salt == nil }
    }
}
