import RouteIndex
import RouteModel
import RoutePattern
import WebAddress

/// A draft frozen and compiled as a release would be, with its alternatives at hand.
struct TrialRelease {
    let draft: Draft
    /// All alternatives in their total order; `rule` is the position in the draft.
    let entries: [RuleOrder.Entry]
    /// What comparisons ask of each rule of the draft.
    let facts: [Fact]
    let index: CompiledIndex
    let samples: AddressSamples
    /// The release itself, where it was said what it is called.
    let ready: ReadyRelease?

    /// The little of a rule that is asked so often that copying the rule would cost more than the answer.
    struct Fact {
        var priority: Int
        var conditionCount: Int
        var condition: Condition?
        var isUnconditional: Bool
        var isRedirect: Bool
        /// Whether nothing but other rules can keep it from winning.
        var isPlain: Bool

        init(_ rule: Rule) {
            priority = rule.priority
            condition = rule.condition
            conditionCount = condition?.count ?? 0
            isUnconditional = conditionCount == 0
            isRedirect = if case .redirect = rule.destination { true } else { false }
            isPlain = condition?.not == nil
        }
    }

    /// Freezes and compiles.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded, `IndexError` where the draft is too large.
    init(_ draft: Draft, as identity: ReadyRelease.Identity? = nil) throws {
        self.draft = draft
        facts = draft.rules.map(Fact.init)
        entries = try draft.orderedAlternatives()
        samples = AddressSamples(authority: draft.settings.authority)
        let body = ReleaseBody.freeze(
            draft: draft, ordered: entries, app: identity?.app ?? "trial", version: identity?.version ?? 0,
            publishedAt: identity?.publishedAt ?? Instant(milliseconds: 0))
        guard let identity else {
            let bytes = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
            index = try CompiledIndex(IndexBytes(bytes))
            ready = nil
            return
        }
        let bytes = body.canonicalBytes
        let digest = identity.digest(bytes)
        index = try CompiledIndex(IndexBytes(try CompiledIndex.compile(body, digest: digest)))
        ready = ReadyRelease(body: body, bytes: bytes, digest: digest, index: index)
    }

    /// What comparisons ask of the rule of an entry.
    func fact(_ position: Int) -> Fact { facts[entries[position].rule] }

    /// The rule of an entry.
    func rule(_ position: Int) -> Rule { draft.rules[entries[position].rule] }

    /// The order position of a rule's alternative.
    func position(_ rule: String, _ alternative: Int) -> Int? {
        entries.indices.first { entries[$0].alternative == alternative && self.rule($0).id == rule }
    }

    /// The positions of the alternatives that an address matches, best first.
    func matches(_ address: String) -> [Int] {
        guard let address = try? Address(address) else { return [] }
        return index.matches(address)
    }

    /// The id of the rule that an address is first taken by, in a situation.
    func winner(_ address: String, _ situation: ContextSearch.Situation) -> String? {
        guard let parsed = try? Address(address) else { return nil }
        return index.firstMatch(parsed, context: situation.context, at: situation.at)?.rule
    }

    /// The id of the rule that a witness is first taken by.
    func winner(_ witness: Finding.Witness) -> String? {
        winner(
            witness.address,
            ContextSearch.Situation(context: witness.context, at: witness.at ?? Instant(milliseconds: 0)))
    }

    /// Looks an address up in a situation.
    func resolve(_ address: String, _ situation: ContextSearch.Situation, explaining: Bool = false) -> Resolution {
        index.resolve(address, context: situation.context, at: situation.at, explaining: explaining)
    }
}

extension Rule {
    /// Whether it asks nothing of the context.
    var isUnconditional: Bool { condition?.isEmpty ?? true }

    /// What it asks of the context, for a search.
    var demand: ContextSearch.Demand { ContextSearch.Demand(condition: condition ?? Condition(), ruleID: id) }
}

extension Finding.Witness {
    /// A witness of an address in a situation; the instant only where some rule depends on the clock.
    init(_ address: String, _ situation: ContextSearch.Situation, _ rules: Rule...) {
        let dependsOnClock = rules.contains { $0.condition?.dependsOnClock == true }
        self.init(address: address, context: situation.context, at: dependsOnClock ? situation.at : nil)
    }
}
