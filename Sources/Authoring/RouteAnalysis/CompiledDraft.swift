import RouteDocuments
import RouteIndex
import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// A draft that is checked, compiled as its release would be, with its alternatives in their order.
final class CompiledDraft {
    let draft: Draft
    /// All alternatives in their total order; `rule` is the position in the draft.
    let entries: [RuleOrder.Entry]
    /// The properties of each rule of the draft that comparisons need.
    let facts: [Fact]
    /// The breadth of each alternative, for counting the work of comparing it.
    private let breadths: [Int]
    let index: CompiledIndex
    let samples: AddressSamples
    /// The origins of the settings.
    let origins: Set<OriginKey>
    /// The release; nil where no identity was given.
    let frozen: CheckedRelease?
    /// Counts the work of the checks of this release.
    let work: CheckWork
    /// Finds alternatives where the index would try many; nil if it has few such.
    private let map: LiteralMap?
    private let situations = SituationCache()

    /// The properties of a rule that are needed often; copying the whole rule would take longer than the comparison.
    struct Fact {
        var priority: Int
        var conditionCount: Int
        var condition: Condition?
        var isUnconditional: Bool
        /// Words in the condition, for counting the work of comparing it; most rules are never compared.
        var wordCount: Int { condition?.wordCount ?? 0 }
        var isRedirect: Bool
        /// Its rollouts with their effective salts.
        var arms: [Rollout]
        /// Whether it has no `not`, so that its condition cannot contradict itself.
        var isPlain: Bool
    }

    /// Freezes and compiles.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded or the draft has too many alternatives, `IndexError`
    ///   where the draft is too large.
    init(_ draft: Draft, as identity: CheckedRelease.Identity? = nil, stepsMax: Int? = nil) throws {
        guard !draft.hasTooManyAlternatives else {
            throw ModelError(
                code: .tooLarge, detail: "The rules have more alternatives than a release may have.",
                hint: "A check of the draft says which rule has the most.")
        }
        self.draft = draft
        // By index: a copy of a rule counts references to each of its parts.
        facts = draft.rules.indices.map { draft.rules[$0].fact }
        entries = try draft.orderedAlternatives()
        work = CheckWork(stepsMax: stepsMax ?? Limits.stepsMax)
        origins = Set(draft.settings.origins.compactMap { (try? Address($0.text)).map(OriginKey.init) })
        samples = AddressSamples(authority: draft.settings.authority, work: work)
        breadths = entries.map(\.value.breadth)
        var mixed = 0
        for index in entries.indices where mixed <= Limits.mixedSegmentsMax {
            if entries[index].value.hasMixedSegment { mixed += 1 }
        }
        map = mixed > Limits.mixedSegmentsMax ? LiteralMap(entries.map(\.value)) : nil
        let body = ReleaseBody.freeze(
            draft: draft, ordered: entries, app: identity?.app ?? "trial", version: identity?.version ?? 0,
            publishedAt: identity?.publishedAt ?? Instant(milliseconds: 0))
        guard let identity else {
            let bytes = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
            index = try CompiledIndex(IndexBytes(bytes))
            frozen = nil
            return
        }
        let bytes = body.canonicalBytes
        let digest = identity.digest(bytes)
        let file = try CompiledIndex.compile(body, digest: digest)
        index = try CompiledIndex(IndexBytes(file))
        frozen = CheckedRelease(
            body: body, bytes: bytes, digest: digest, index: index, indexBytes: file,
            surfaces: ReleaseSurfaces(of: draft))
    }

    /// The properties of the rule of an entry that comparisons need.
    func fact(_ position: Int) -> Fact { facts[entries[position].rule] }

    /// The rule of an entry.
    func rule(_ position: Int) -> Rule { draft.rules[entries[position].rule] }

    /// The id of the rule of the alternative at a position, without a copy of the rule.
    func ruleID(_ position: Int) -> String { draft.rules[entries[position].rule].id }

    /// The order position of a rule's alternative.
    func position(_ rule: String, _ alternative: Int) -> Int? {
        entries.indices.first { entries[$0].alternative == alternative && self.rule($0).id == rule }
    }

    /// The positions of the alternatives that an address matches, best first.
    func matches(_ address: String) -> [Int] { (try? Address(address)).map(matches) ?? [] }

    /// The positions of the alternatives that an address matches, best first.
    func matches(_ address: Address) -> [Int] {
        work.spend(Limits.stepsPerLookup)
        if let map {
            let subject = MatchSubject(address, authority: draft.settings.authority)
            if let candidates = map.candidates(subject, most: Limits.candidatesMax) {
                work.spend(candidates.count * Limits.stepsPerCandidate)
                return candidates.filter { entries[$0].value.match(subject) != nil }
            }
        }
        let (positions, tried) = index.search(address)
        work.spend(positions.count + tried / Limits.matchersTriedPerStep)
        return positions
    }

    /// Whether the alternative at a position covers another one, or a piece of that.
    func covers(_ position: Int, _ other: Int, piece: Alternative? = nil) -> Bool {
        work.spend(1 + breadths[position] * breadths[other])
        return entries[position].value.covers(piece ?? entries[other].value)
    }

    /// A context and an instant in which the conditions of some rules of the draft hold; nil if none was found.
    ///
    /// The same rules in the same order are searched for once, and rules without a condition are left out of that. A
    /// search that reached its limits is recorded.
    func situation(of rules: [Int], at now: Instant) -> ContextSearch.Situation? {
        guard case .found(let situation) = answer(for: rules, at: now) else { return nil }
        return situation
    }

    /// Whether no context was found in which the condition of a rule holds, although no limit was reached.
    func isImpossible(_ rule: Int, at now: Instant) -> Bool {
        !facts[rule].isUnconditional && answer(for: [rule], at: now) == .none
    }

    private func answer(for rules: [Int], at now: Instant) -> ContextSearch.Answer {
        let conditional = rules.filter { !facts[$0].isUnconditional }
        return situations.answer(for: conditional, of: facts) {
            work.spend(Limits.stepsPerEvaluation)
            let answer = ContextSearch(conditional.map { draft.rules[$0].demand }, at: now, work: work).answer()
            if answer == .undecided { work.leaveOut(.contexts) }
            return answer
        }
    }

    /// The id of the rule that wins an address in a situation, before redirects.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - situation: The situation.
    ///   - holding: Rules whose conditions are known to hold in it.
    /// - Returns: The id; nil if no rule wins.
    func winner(_ address: String, _ situation: ContextSearch.Situation, holding: [Int] = []) -> String? {
        guard let parsed = try? Address(address) else { return nil }
        if map != nil, let best = matches(parsed).first.map({ entries[$0].rule }),
            facts[best].isUnconditional || holding.contains(best)
        {
            return draft.rules[best].id
        }
        countLookup(parsed)
        return index.firstMatch(parsed, context: situation.context, at: situation.at)?.rule
    }

    /// The id of the rule that wins a witness, before redirects.
    func winner(_ witness: Finding.Witness) -> String? {
        winner(
            witness.address,
            ContextSearch.Situation(context: witness.context, at: witness.at ?? Instant(milliseconds: 0)))
    }

    /// Counts a look-up: it evaluates the conditions of the rules that match, as far as the first that holds.
    private func countLookup(_ address: Address) {
        let (positions, tried) = index.search(address)
        // The search here has tried them, too.
        work.spend(
            Limits.stepsPerLookup + address.href.utf8.count / 8 + positions.count * Limits.stepsPerMatch
                + tried * 2 / Limits.matchersTriedPerStep)
    }

    /// Looks an address up in a situation.
    func resolve(_ address: String, _ situation: ContextSearch.Situation, explaining: Bool = false) -> Resolution {
        if let parsed = try? Address(address) { countLookup(parsed) }
        let resolution = index.resolve(address, context: situation.context, at: situation.at, explaining: explaining)
        work.spend(resolution.hopCount * Limits.stepsPerHop)
        return resolution
    }
}

/// Scheme, host and port of an address (RFC 6454).
struct OriginKey: Hashable {
    private let scheme: String
    private let host: String?
    private let port: UInt16?

    /// The origin of an address.
    init(_ address: Address) {
        (scheme, host, port) = (address.scheme, address.host?.lowercased(), address.port)
    }
}

/// What searches for contexts came to, by the conditions that were to hold.
private final class SituationCache {
    private var answers: [[Int]: ContextSearch.Answer] = [:]
    /// The first rule with each condition, by its canonical JSON, and the number that stands for each rule.
    private var firsts: [[UInt8]: Int] = [:]
    private var numbers: [Int: Int] = [:]

    func answer(
        for rules: [Int], of facts: [CompiledDraft.Fact], search: () -> ContextSearch.Answer
    ) -> ContextSearch.Answer {
        let key = rules.map { number(of: $0, facts) }
        if let known = answers[key] { return known }
        let answer = search()
        answers[key] = answer
        return answer
    }

    /// One number for rules with equal conditions; one of its own where a rollout may be salted by the rule's id.
    private func number(of rule: Int, _ facts: [CompiledDraft.Fact]) -> Int {
        if let known = numbers[rule] { return known }
        var number = rule
        if facts[rule].arms.isEmpty, let condition = facts[rule].condition {
            let bytes = condition.canonicalBytes
            number = firsts[bytes] ?? rule
            firsts[bytes] = number
        }
        numbers[rule] = number
        return number
    }
}

extension Rule {
    /// The properties that comparisons need.
    fileprivate var fact: CompiledDraft.Fact {
        let count = condition?.count ?? 0
        let isRedirect = if case .redirect = destination { true } else { false }
        return CompiledDraft.Fact(
            priority: priority, conditionCount: count, condition: condition, isUnconditional: count == 0,
            isRedirect: isRedirect, arms: arms, isPlain: condition?.not == nil)
    }

    /// Whether it has no condition.
    var isUnconditional: Bool { condition?.isEmpty ?? true }

    /// Its condition with its id, for a search.
    var demand: ContextSearch.Demand { ContextSearch.Demand(condition: condition ?? Condition(), ruleID: id) }
}

extension Alternative {
    /// Whether a path segment has captures and texts: an index has no table of these, and tries one after the other.
    fileprivate var hasMixedSegment: Bool {
        guard case .segments(let matchers, _) = path else { return false }
        return matchers.contains { matcher in
            if matcher.parts.count == 1, case .capture(_, .words) = matcher.parts[0] { return true }
            return matcher.parts.count > 1
        }
    }
}

extension Finding.Witness {
    /// A witness; with the instant only if a condition of the rules depends on the clock.
    init(_ address: String, _ situation: ContextSearch.Situation, _ rules: Rule...) {
        let dependsOnClock = rules.contains { $0.condition?.dependsOnClock == true }
        self.init(address: address, context: situation.context, at: dependsOnClock ? situation.at : nil)
    }
}
