import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern

/// Pairs of rules between which only the position in the draft decides: duplicates and ties.
///
/// Alternatives with equal keys are next to each other in the order. In such a run only alternatives with the same
/// literals at the same places can overlap, and only rules whose conditions can hold together are compared.
struct TieCheck {
    let release: CompiledDraft
    let now: Instant

    /// The result.
    struct Result {
        var findings: [Finding] = []
        /// The pairs of rules that are duplicates, the lower position first.
        var duplicates: Set<RulePair> = []
    }

    private struct Progress {
        var result = Result()
        var reported: Set<RulePair> = []
        var canonicals: [Int: String] = [:]
    }

    func run() -> Result {
        var progress = Progress()
        for run in runs() where run.count > 1 {
            var places: [Literals: Int] = [:]
            var groups: [[Int]] = []
            for position in run {
                let literals = Literals(release.entries[position].value)
                if let place = places[literals] {
                    groups[place].append(position)
                } else {
                    places[literals] = groups.count
                    groups.append([position])
                }
            }
            for group in groups where group.count > 1 { compare(group, &progress) }
        }
        return progress.result
    }

    /// Positions of equal priority, key and number of conditions.
    private func runs() -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for position in release.entries.indices.dropFirst() {
            let (a, b) = (release.entries[position - 1].rule, release.entries[position].rule)
            let isEqual =
                release.facts[a].priority == release.facts[b].priority
                && release.facts[a].conditionCount == release.facts[b].conditionCount
                && release.entries[position - 1].rank == release.entries[position].rank
            guard !isEqual else { continue }
            runs.append(start..<position)
            start = position
        }
        return runs + [start..<release.entries.count]
    }

    private func compare(_ group: [Int], _ progress: inout Progress) {
        let pairs = PairSelection(group.map { release.traits($0) })
        release.work.spend(group.count * Limits.stepsPerTraits)
        release.work.leaveOut(.pairs, pairs.leftOut)
        for (index, (first, second)) in pairs.pairs.enumerated() {
            guard !release.work.isSpent, progress.result.findings.count < Limits.findingsMax else {
                return release.work.leaveOut(.pairs, pairs.pairs.count - index)
            }
            compare(group[first], group[second], &progress)
        }
    }

    /// Compares two alternatives; `first` comes before `second`.
    private func compare(_ first: Int, _ second: Int, _ progress: inout Progress) {
        let (one, other) = (release.entries[first], release.entries[second])
        let pair = RulePair(one.rule, other.rule)
        guard one.rule != other.rule, !progress.reported.contains(pair) else { return }
        let facts = (release.fact(first), release.fact(second))
        release.work.spend(Limits.stepsPerPair + facts.0.wordCount + facts.1.wordCount)
        if let one = facts.0.condition, let other = facts.1.condition, one.excludes(other) { return }
        let finding: Finding?
        if canonical(first, &progress).utf8.elementsEqual(canonical(second, &progress).utf8) {
            guard facts.0.arms == facts.1.arms else { return }
            finding = duplicate(first, second)
            if finding != nil { progress.result.duplicates.insert(pair) }
        } else {
            guard !release.covers(first, second), !release.covers(second, first) else { return }
            finding = tie(first, second)
        }
        guard let finding else { return }
        progress.reported.insert(pair)
        progress.result.findings.append(finding)
    }

    private func canonical(_ position: Int, _ progress: inout Progress) -> String {
        if let known = progress.canonicals[position] { return known }
        let text = release.entries[position].value.canonical
        progress.canonicals[position] = text
        return text
    }

    // MARK: Findings

    private func duplicate(_ first: Int, _ second: Int) -> Finding? {
        let (a, b) = (release.rule(first), release.rule(second))
        let rules = [release.entries[first].rule, release.entries[second].rule]
        guard let situation = release.situation(of: rules, at: now) else { return nil }
        let address = release.samples.first(release.entries[second].value)
        return Finding(
            .duplicate, rules: [b.id, a.id],
            detail: "\"\(b.id)\" matches the same addresses as \"\(a.id)\" under conditions that can hold together.",
            hint: "Remove one of them, or give one more conditions, another pattern or another priority.",
            witness: address.map { Finding.Witness($0, situation, a, b) })
    }

    /// A tie with a witness that both match and the first one wins; nil if no such witness was found.
    private func tie(_ first: Int, _ second: Int) -> Finding? {
        let (a, b) = (release.rule(first), release.rule(second))
        let rules = [release.entries[first].rule, release.entries[second].rule]
        let intersection = PatternIntersection(authority: release.draft.settings.authority, work: release.work)
        var situation: ContextSearch.Situation?
        for variant in 0..<Limits.variantsMax {
            guard
                let address = intersection.witness(
                    release.entries[first].value, release.entries[second].value, variant: variant)
            else { return nil }
            situation = situation ?? release.situation(of: rules, at: now)
            guard let situation else { return nil }
            guard release.winner(address, situation, holding: rules) == a.id else { continue }
            return Finding(
                .tie, rules: [b.id, a.id],
                detail:
                    "\"\(a.id)\" and \"\(b.id)\" both match the witness, and only their position in the draft decides.",
                hint: "Give one of them a higher priority if the order matters.",
                witness: Finding.Witness(address, situation, a, b))
        }
        return nil
    }
}

/// Two rules in any order.
struct RulePair: Hashable {
    private let low: Int
    private let high: Int

    init(_ one: Int, _ other: Int) { (low, high) = (min(one, other), max(one, other)) }
}

/// The literal texts of an alternative, as a hash (FNV-1a): alternatives with equal keys that overlap have the same ones.
///
/// Alternatives with the same hash and other texts are compared, and found not to overlap.
private struct Literals: Hashable {
    private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ alternative: Alternative) {
        switch alternative.scheme {
        case .any: break
        case .literal(let scheme): add(scheme)
        }
        if case .literal(let port) = alternative.port { add(UInt64(port) + 256) }
        if case .labels(let labels, _) = alternative.host {
            for label in labels.reversed() { add(label) }
        }
        if case .segments(let segments, _) = alternative.path {
            for segment in segments { add(segment) }
        }
        if case .opaque(let text, false) = alternative.path { add(text) }
    }

    /// Adds the only text that a matcher matches, without ASCII letter case; `:` if it matches several.
    private mutating func add(_ matcher: SegmentMatcher) {
        if matcher.parts.count == 1, case .literal(let literal) = matcher.parts[0] { return add(literal) }
        var text = ""
        for part in matcher.parts {
            switch part {
            case .literal(let literal): text += literal
            case .capture(_, .words(let words)) where words.count == 1: text += words[0]
            case .capture: return add(":")
            }
        }
        add(text)
    }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { add(UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)) }
        add(256)
    }

    private mutating func add(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01B3 }
}
