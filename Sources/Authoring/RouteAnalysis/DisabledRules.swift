import RouteDocuments
import RouteModel
import RoutePattern
import WebAddress

/// The disabled rules of a draft, for saying which of them a failed test address misses.
struct DisabledRules {
    private let release: CompiledDraft
    /// The alternatives of disabled rules; nil until the first test fails.
    private var alternatives: [(rule: Int, value: Alternative)]?

    init(_ release: CompiledDraft) { self.release = release }

    /// The id of a disabled rule that would take a test address, the one with the expected destination first.
    ///
    /// - Complexity: O(alternatives of disabled rules), at most `Limits.disabledAlternativesMax`; none if the steps of the
    ///   check are used up.
    mutating func rule(for expectation: Expectation, _ situation: ContextSearch.Situation) -> String? {
        guard !release.work.isSpent, let address = try? Address(expectation.url) else { return nil }
        let alternatives = alternatives ?? list()
        self.alternatives = alternatives
        let subject = MatchSubject(address, authority: release.draft.settings.authority)
        release.work.spend(1 + alternatives.count)
        var found: Rule?
        for (place, alternative) in alternatives where alternative.match(subject) != nil {
            let rule = release.draft.rules[place]
            let failure = rule.condition?.firstFailure(situation.context, at: situation.at, ruleID: rule.id)
            guard failure == nil else { continue }
            if Self.leads(rule, to: expectation) { return rule.id }
            found = found ?? rule
        }
        return found?.id
    }

    private func list() -> [(rule: Int, value: Alternative)] {
        var list: [(rule: Int, value: Alternative)] = []
        let origins = release.draft.settings.origins
        for (place, rule) in release.draft.rules.enumerated() where !rule.isEnabled {
            guard list.count < Limits.disabledAlternativesMax else { break }
            guard rule.patterns.weight(origins: origins.count) <= ModelLimits.alternativesPerRuleMax else { continue }
            list += ((try? rule.alternatives(origins: origins)) ?? []).map { (place, $0) }
        }
        return list
    }

    private static func leads(_ rule: Rule, to expectation: Expectation) -> Bool {
        switch (rule.destination, expectation.expect) {
        case (.screen(let target), .screen(let name, _)): ExactText.isSame(target.name, name)
        case (.block, .blocked): true
        case (.redirect, .address): true
        default: false
        }
    }
}
