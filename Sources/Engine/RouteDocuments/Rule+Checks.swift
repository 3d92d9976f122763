import CanonicalJSON
package import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// An error of a rule whose parts are valid each for itself; the place is relative to the rule, not to a document.
struct RuleIssue {
    /// The part of the rule with the error.
    enum Subject {
        case pattern(Int)
        case patterns
        case template
    }

    var code: Finding.Code
    var reason: String?
    var subject: Subject
    /// The offset in the pattern or template, in UTF-8 bytes.
    var offset: Int
    var detail: String
    var hint: String
}

extension Rule {
    /// The errors of language.md section 5, path-only patterns without origins, and too many alternatives.
    func issues(_ settings: Settings) -> [RuleIssue] {
        var issues: [RuleIssue] = []
        if settings.origins.isEmpty {
            for (index, pattern) in patterns.enumerated() where pattern.needsOrigins {
                issues.append(.noOrigins(index))
            }
        }
        let count = alternativeCount(origins: settings.origins.count)
        if count > ModelLimits.alternativesPerRuleMax { issues.append(.tooManyInRule(count, settings)) }
        guard case .redirect(let template) = destination else { return issues }
        if !settings.allows(template) { issues.append(.notAllowed(template)) }
        if issues.isEmpty, !template.template.expressions.isEmpty { issues += variableIssues(template) }
        return issues
    }

    /// Variables that an alternative does not bind, or that could change the structure of the address.
    ///
    /// Origins have no captures, so the alternatives without origins give the same issues.
    private func variableIssues(_ template: RedirectTemplate) -> [RuleIssue] {
        let alternatives = patterns.flatMap { $0.own }
        let bound = alternatives.map { Set($0.captureNames) }
        let names = bound.reduce(into: Set<String>()) { $0.formUnion($1) }
        let safe = names.filter { name in
            alternatives.allSatisfy { !$0.captureNames.contains(name) || $0.reservedSafeNames.contains(name) }
        }
        return template.issues(alternatives: bound, safeForReserved: safe).map { issue in
            RuleIssue(
                code: Finding.Code(rawValue: issue.code.rawValue), subject: .template, offset: issue.offset,
                detail: FindingText.sentence(issue.detail), hint: FindingText.sentence(issue.hint))
        }
    }
}

extension Settings {
    /// Whether the literal start of a redirect is on the allow-list.
    func allows(_ template: RedirectTemplate) -> Bool {
        guard !ForbiddenSchemes.contains(template.literalScheme),
            case .literal(let text) = template.template.parts.first, let address = try? Address(text)
        else {
            return false
        }
        return destinations.allows(address)
    }
}

extension RuleIssue {
    static func noOrigins(_ pattern: Int) -> RuleIssue {
        RuleIssue(
            code: .syntax, reason: ModelError.Code.noOrigins.rawValue, subject: .pattern(pattern), offset: 0,
            detail: "The pattern has only a path, and the settings name no origins.",
            hint: "Add the app's addresses to \"origins\" in the settings, or write the pattern with its host.")
    }

    static func notAllowed(_ template: RedirectTemplate) -> RuleIssue {
        if ForbiddenSchemes.contains(template.literalScheme) {
            return RuleIssue(
                code: .destinationNotAllowed, reason: "forbidden-scheme", subject: .template, offset: 0,
                detail: ForbiddenSchemes.refusal(of: template.literalScheme.lowercased()), hint: ForbiddenSchemes.hint)
        }
        let place = template.literalScheme + ":" + (template.literalHost.map { "//" + $0 } ?? "")
        return RuleIssue(
            code: .destinationNotAllowed, subject: .template, offset: 0,
            detail: "Redirects to \(place) are not allowed.",
            hint: "Add \"\(place)\" to \"destinations\" in the settings, if that is where the rule should lead.")
    }
}

extension Draft {
    /// The errors of the settings and of all enabled rules, and too many alternatives of all together; pointers refer to
    /// the draft's JSON.
    package func findings() -> [Finding] {
        var findings: [Finding] = []
        func report(_ issue: RuleIssue, _ index: Int) {
            let tokens = ["rules", String(index)] + issue.subject.pointer(listed: true).tokens
            findings.append(
                Finding(
                    issue.code, reason: issue.reason, rules: [rules[index].id],
                    pointer: JSONPointer(tokens).description, detail: issue.detail, hint: issue.hint))
        }
        for (index, entry) in settings.destinations.texts.enumerated() {
            guard let scheme = ForbiddenSchemes.scheme(of: entry) else { continue }
            findings.append(
                Finding(
                    .destinationNotAllowed, reason: "forbidden-scheme", pointer: "/settings/destinations/\(index)",
                    detail: ForbiddenSchemes.refusal(of: scheme), hint: "Remove the entry."))
        }
        var sum = AlternativeSum(origins: settings.origins.count)
        var issues: [(issue: RuleIssue, rule: Int)] = []
        for (index, rule) in rules.enumerated() where rule.isEnabled {
            sum.add(rule, at: index)
            for issue in rule.issues(settings) { issues.append((issue, index)) }
        }
        if let excess = sum.excess(of: rules) { report(excess.issue, excess.rule) }
        for (issue, index) in issues { report(issue, index) }
        return findings
    }
}

extension RuleIssue.Subject {
    /// The place inside a rule; `listed` is false for a single pattern that is not in a list.
    func pointer(listed: Bool) -> JSONPointer {
        switch self {
        case .template: JSONPointer(["to", "redirect"])
        case .patterns: JSONPointer(["match"])
        case .pattern(let index): listed ? JSONPointer(["match", String(index)]) : JSONPointer(["match"])
        }
    }
}
