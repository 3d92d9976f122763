import RoutePattern

extension Rule {
    /// The number of alternatives of the rule with this number of origins; long ones count several times.
    ///
    /// It is the sum of `Pattern.weight(origins:)`; no pattern is expanded.
    package func alternativeCount(origins: Int) -> Int {
        patterns.indices.reduce(0) { $0 + patterns[$1].weight(origins: origins) }
    }
}

extension Draft {
    /// The number of alternatives of all enabled rules, counted as for one rule; no pattern is expanded.
    package var alternativeCount: Int {
        // By index: a copy of a rule costs more than the count.
        rules.indices.reduce(0) {
            $0 + (rules[$1].isEnabled ? rules[$1].alternativeCount(origins: settings.origins.count) : 0)
        }
    }

    /// Whether the enabled rules together, or one of them, have more alternatives than a release may have.
    package var hasTooManyAlternatives: Bool {
        var total = 0
        for index in rules.indices where rules[index].isEnabled {
            let count = rules[index].alternativeCount(origins: settings.origins.count)
            guard count <= ModelLimits.alternativesPerRuleMax else { return true }
            total += count
        }
        return total > ModelLimits.alternativesMax
    }

    /// The index of the rule with the most alternatives, and the error; nil unless all rules together have too many.
    var excess: (rule: Int, issue: RuleIssue)? {
        let count = alternativeCount
        guard count > ModelLimits.alternativesMax else { return nil }
        let enabled = rules.indices.filter { rules[$0].isEnabled }
        let counts = enabled.map { rules[$0].alternativeCount(origins: settings.origins.count) }
        guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }) else { return nil }
        return (enabled[most], .tooManyInDraft(count, most: counts[most], rules[enabled[most]].id))
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
