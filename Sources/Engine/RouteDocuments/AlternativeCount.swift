package import RouteModel
import RoutePattern

extension Rule {
    /// The number of alternatives of the rule with this number of origins; long ones count several times.
    ///
    /// It is the sum of `Pattern.weight(origins:)`; no pattern is expanded.
    package func alternativeCount(origins: Int) -> Int { patterns.weight(origins: origins) }
}

extension Draft {
    /// Whether the enabled rules together, or one of them, have more alternatives than a release may have.
    package var hasTooManyAlternatives: Bool {
        var total = 0
        for index in rules.indices where rules[index].isEnabled {
            // Of its patterns alone: a copy of a rule counts references to each of its parts.
            let count = rules[index].patterns.weight(origins: settings.origins.count)
            guard count <= ModelLimits.alternativesPerRuleMax else { return true }
            total += count
        }
        return total > ModelLimits.alternativesMax
    }
}

/// The alternatives of rules together, counted one rule after the other.
struct AlternativeSum {
    /// The number of origins of the draft.
    let origins: Int
    private var count = 0
    private var most = (rule: 0, count: 0)

    init(origins: Int) { self.origins = origins }

    /// Adds the rule with an index in the draft.
    mutating func add(_ rule: Rule, at index: Int) {
        guard rule.isEnabled else { return }
        let own = rule.alternativeCount(origins: origins)
        count += own
        if own > most.count { most = (index, own) }
    }

    /// The index of the rule with the most alternatives, and the error; nil unless all rules together have too many.
    func excess(of rules: [Rule]) -> (rule: Int, issue: RuleIssue)? {
        guard count > ModelLimits.alternativesMax else { return nil }
        return (most.rule, .tooManyInDraft(count, most: most.count, rules[most.rule].id))
    }
}

extension RuleIssue {
    /// Too many alternatives in one rule.
    static func tooManyInRule(_ count: Int, _ settings: Settings) -> RuleIssue {
        RuleIssue(
            code: .tooManyAlternatives, reason: "rule", subject: .patterns, offset: 0,
            detail: "The rule counts as \(count) alternatives; \(ModelLimits.alternativesPerRuleMax) are allowed. Its "
                + "patterns count once for each form of their optional groups, path-only ones for each of the "
                + "\(settings.origins.count) origins, and long ones several times.",
            hint: "Use fewer optional groups, capture the host as in https://:host.example/, or divide the rule.")
    }

    /// Too many alternatives in all rules together; reported for the rule with the most of them.
    static func tooManyInDraft(_ count: Int, most: Int, _ id: String) -> RuleIssue {
        RuleIssue(
            code: .tooManyAlternatives, reason: "draft", subject: .patterns, offset: 0,
            detail: "The rules count as \(count) alternatives together; \(ModelLimits.alternativesMax) are allowed. "
                + "\"\(id)\" has the most, \(most).",
            hint: "Use fewer optional groups and origins, or divide the rules between two apps.")
    }
}
