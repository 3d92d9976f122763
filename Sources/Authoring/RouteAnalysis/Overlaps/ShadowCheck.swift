import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern

/// Rules that can never win, because others always come first.
///
/// An alternative that hides another one matches every address of it, so also a sample of it; the index finds the
/// alternatives that match the sample. One rule hides an alternative if its pattern covers the alternative and its
/// condition holds whenever the alternative's does. Several rules hide it together if their conditions cover its
/// condition, or if each of its pieces (one per word of an enumeration, a tail with and without segments) is hidden.
struct ShadowCheck {
    let release: CompiledDraft
    let now: Instant
    /// Pairs of rules that are reported as duplicates, and so not as hidden.
    let duplicates: Set<RulePair>

    /// Results that several rules need.
    private struct Cache {
        /// Many alternatives by the address that they match.
        var matches: [String: MatchingAlternatives] = [:]
        /// Whether a cover of conditions of the present rule was too large to decide.
        var isUndecided = false
    }

    func findings() -> [Finding] {
        var alternatives = [[Int]](repeating: [], count: release.facts.count)
        for position in release.entries.indices { alternatives[release.entries[position].rule].append(position) }
        var cache = Cache()
        var findings: [Finding] = []
        for (rule, positions) in alternatives.enumerated() where !positions.isEmpty {
            if release.work.isSpent || findings.count >= Limits.findingsMax {
                release.work.leaveOut(.steps)
            } else if let finding = finding(rule, positions, &cache) {
                findings.append(finding)
            }
        }
        return findings
    }

    private func finding(_ rule: Int, _ positions: [Int], _ cache: inout Cache) -> Finding? {
        var others: [Int] = []
        cache.isUndecided = false
        // The best alternative is the least likely to be hidden.
        for position in positions {
            guard let hiders = hiders(of: release.entries[position].value, position, &cache) else {
                if cache.isUndecided { release.work.leaveOut(.conditions) }
                return nil
            }
            for hider in hiders where !others.contains(hider) { others.append(hider) }
        }
        guard !others.contains(where: { duplicates.contains(RulePair($0, rule)) }) else { return nil }
        let hidden = release.draft.rules[rule]
        if others.isEmpty {
            return Finding(
                .shadowed, reason: "contradiction", rules: [hidden.id],
                detail: "\"\(hidden.id)\" can never win: no context satisfies its conditions.",
                hint: "Compare its \"not\" with its other keys.")
        }
        let witness = witness(hidden, positions, Set(others.map { release.draft.rules[$0].id }))
        if let witness, release.winner(witness) == hidden.id { return nil }
        let ids = others.map { release.draft.rules[$0].id }
        let names = ids.map { "\"\($0)\"" }.joined(separator: ", ")
        return Finding(
            .shadowed, rules: [hidden.id] + ids,
            detail: ids.count == 1
                ? "\"\(hidden.id)\" can never win: \(names) always comes first."
                : "\"\(hidden.id)\" can never win: one of \(names) always comes first.",
            hint: "Remove the rule, raise its priority, or give the others conditions.", witness: witness)
    }

    /// An address of the hidden rule in a situation in which its condition holds; if possible one that a hiding rule wins.
    private func witness(_ hidden: Rule, _ positions: [Int], _ hiders: Set<String>) -> Finding.Witness? {
        guard let situation = release.situation(of: [release.entries[positions[0]].rule], at: now) else { return nil }
        let witnesses = positions.lazy.prefix { _ in !release.work.isSpent }.flatMap {
            release.samples.all(release.entries[$0].value)
        }
        .map { Finding.Witness($0, situation, hidden) }
        return witnesses.first { release.winner($0).map(hiders.contains) == true } ?? witnesses.first
    }

    // MARK: One alternative

    /// The rules that hide an alternative, or a piece of it, at a position; nil if it may win.
    private func hiders(
        of value: Alternative, _ position: Int, isPiece: Bool = false, _ cache: inout Cache
    ) -> [Int]? {
        guard let contenders = contenders(value, position, isPiece, &cache) else { return nil }
        let own = release.entries[position].rule
        let earlier = contenders.before(position) { release.conditionTraits(position) }
            .filter { release.entries[$0].rule != own }
        release.work.spend(earlier.count / Limits.positionsPerStep)
        if let hiders = hiders(of: value, position, earlier, &cache) { return hiders }
        guard !earlier.isEmpty else { return nil }
        let pieces = value.pieces
        guard pieces.count > 1, pieces.count <= Limits.piecesMax else { return nil }
        var all: [Int] = []
        for piece in pieces {
            guard let hiders = hiders(of: piece, position, isPiece: true, &cache) else { return nil }
            for hider in hiders where !all.contains(hider) { all.append(hider) }
        }
        return all
    }

    /// The alternatives that a sample of this one matches, best first; nil if there is no sample.
    private func contenders(
        _ value: Alternative, _ position: Int, _ isPiece: Bool, _ cache: inout Cache
    ) -> MatchingAlternatives? {
        if !isPiece {
            let found = matches(release.samples.guess(value), &cache)
            // The index proves the sample by finding the alternative itself.
            if found.contains(position) { return found }
        }
        return release.samples.first(value).map { matches($0, &cache) }
    }

    private func matches(_ address: String, _ cache: inout Cache) -> MatchingAlternatives {
        if let known = cache.matches[address] { return known }
        let matches = MatchingAlternatives(release.matches(address), release)
        if matches.positions.count > Limits.undividedMax {
            release.work.spend(matches.positions.count * Limits.stepsPerTraits)
        }
        // A look-up with few matches is as fast as the cache.
        if matches.positions.count > Limits.undividedMax { cache.matches[address] = matches }
        return matches
    }

    private func hiders(of value: Alternative, _ hidden: Int, _ earlier: [Int], _ cache: inout Cache) -> [Int]? {
        let rule = release.entries[hidden].rule
        if earlier.isEmpty, release.facts[rule].isPlain { return nil }
        let wanted = release.facts[rule].condition
        let words = release.facts[rule].wordCount
        var conditional: [Int] = []
        for position in earlier {
            guard !release.work.isSpent else { break }
            release.work.spend(1 + (words + release.fact(position).wordCount) / 4)
            if release.fact(position).isUnconditional {
                if release.covers(position, hidden, piece: value) { return [release.entries[position].rule] }
                continue
            }
            guard conditional.count < Limits.coversMax else { continue }
            guard let condition = release.fact(position).condition else { continue }
            if let wanted, wanted.excludes(condition) { continue }
            guard release.covers(position, hidden, piece: value) else { continue }
            // The same conditions hold at the same time, unless a rollout is salted by each rule's own id.
            if wanted == condition, !condition.isSaltedByRule {
                return [release.entries[position].rule]
            }
            conditional.append(position)
        }
        // Without other rules a condition can only be hidden by its own `not`.
        guard !conditional.isEmpty || wanted?.not != nil, !release.work.isSpent else { return nil }
        let covers = conditional.map { release.rule($0).demand }
        switch ConditionCover(release.draft.rules[rule].demand, by: covers, work: release.work).answer() {
        case .covered(let used): return used.map { release.entries[conditional[$0]].rule }
        case .open: return nil
        case .undecided:
            cache.isUndecided = true
            return nil
        }
    }
}
