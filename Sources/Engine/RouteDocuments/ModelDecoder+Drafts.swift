import CanonicalJSON
import RouteModel

private enum DraftKey: String, CaseIterable, FieldKey {
    case settings, rules, revision

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    mutating func draft(_ node: JSONNode) -> Draft? {
        guard let fields = fields(node, DraftKey.self, "A draft") else { return nil }
        var draft = Draft()
        // The settings are read first, also if they follow in the text, because the rules are checked with them.
        for field in fields where field.key == .settings { draft.settings = draftSettings(field.node) ?? Settings() }
        let areSettingsValid = syntaxCount == 0
        for field in fields where field.key == .rules {
            draft.rules = rules(field.node, checkedWith: areSettingsValid ? draft.settings : nil)
        }
        return draft
    }

    /// Reads rules and checks them with the settings; skips the checks if `settings` is nil.
    private mutating func rules(_ node: JSONNode, checkedWith settings: Settings?) -> [Rule] {
        guard let nodes = list(node, "\"rules\"", max: ModelLimits.rulesMax, allowsEmpty: true) else { return [] }
        var ids = RuleIDs(required: nil, capacity: nodes.count)
        ids.reserve(nodes)
        var rules: [Rule] = []
        rules.reserveCapacity(nodes.count)
        var places: [JSONNode] = []
        var sum = AlternativeSum(origins: settings?.origins.count ?? 0)
        for node in nodes {
            let before = syntaxCount
            guard let rule = draftRule(node, ids: &ids) else { continue }
            if let settings, syntaxCount == before { check(rule, at: node, settings) }
            sum.add(rule, at: rules.count)
            rules.append(consume rule)
            places.append(node)
        }
        if settings != nil, let excess = sum.excess(of: rules) {
            report(excess.issue, of: rules[excess.rule], at: places[excess.rule])
        }
        return rules
    }

    /// Reports the errors that a rule has with these settings, at their places in the document.
    mutating func check(_ rule: Rule, at node: JSONNode, _ settings: Settings) {
        for issue in rule.issues(settings) { report(issue, of: rule, at: node) }
    }

    private mutating func report(_ issue: RuleIssue, of rule: Rule, at node: JSONNode) {
        ruleID = rule.id
        defer { ruleID = nil }
        let place = node.descendant(issue.subject.pointer(listed: node["match"]?.kind == .array)) ?? node
        let offset = place.kind == .string ? place.offset(inText: issue.offset) : place.offset
        checksReported += 1
        report(issue.code, at: place, offset: offset, reason: issue.reason, issue.detail, hint: issue.hint)
    }
}
