import CanonicalJSON
import RoutePattern

private enum RuleKey: String, CaseIterable, FieldKey {
    case id, match, when, to, priority, enabled, ignoreCase, strictSlash, note, needs

    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
    /// `needs` is written by servers only.
    static let names = table.names.filter { $0 != "needs" }
}

private enum ComponentKey: String, CaseIterable, FieldKey {
    case `protocol`, hostname, port, pathname, search

    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
}

/// The ids that are taken, and the one that a rule must have.
struct RuleIDs {
    var required: String?
    var taken: Set<String>
    /// Ids that stand somewhere in the same document, so that made ones keep out of their way.
    private var reserved: Set<String> = []

    init(required: String?, taken: Set<String>) {
        self.required = required
        self.taken = taken
    }

    /// Notes the ids that authors gave in the same document.
    mutating func reserve(_ rules: [JSONNode]) {
        guard rules.contains(where: { $0["id"] == nil }) else { return }
        reserved = Set(rules.compactMap { $0["id"]?.stringValue })
    }

    func made(from pattern: String) -> String {
        RuleNaming.id(forPattern: pattern, taken: reserved.isEmpty ? taken : taken.union(reserved))
    }
}

extension ModelDecoder {
    mutating func rule(_ node: JSONNode, ids: inout RuleIDs) -> Rule? {
        let lenient = reading == .lenient
        ruleID = ids.required
        guard let fields = fields(node, RuleKey.self, "A rule", ignoringUnknown: lenient) else { return nil }
        var slots = RuleSlots()
        for field in fields { slots.put(field.node, field.key) }
        ruleID = slots.id?.stringValue ?? ids.required
        defer { ruleID = nil }
        var rule = Rule(id: "", patterns: [], destination: .block(""))
        flags(of: &rule, slots)
        rule.patterns = patterns(slots.match, in: node, options(rule))
        rule.id = id(slots.id, node, rule, &ids)
        if let when = slots.when { rule.condition = condition(when) }
        if let to = slots.to {
            rule.destination = destination(to) ?? rule.destination
        } else {
            report(
                at: node, reason: "missing-key", "The rule has no \"to\".",
                hint: "Write \"to\": {\"screen\": NAME}, {\"redirect\": TEMPLATE} or {\"block\": REASON}.")
        }
        return rule
    }

    private func options(_ rule: Rule) -> PatternOptions {
        PatternOptions(ignoreCase: rule.ignoreCase, strictSlash: rule.strictSlash)
    }

    private mutating func flags(of rule: inout Rule, _ slots: RuleSlots) {
        let limit = ModelLimits.priorityMax
        if let node = slots.priority { rule.priority = integer(node, "\"priority\"", in: -limit...limit) ?? 0 }
        if let node = slots.enabled { rule.isEnabled = flag(node, "\"enabled\"") ?? true }
        if let node = slots.ignoreCase { rule.ignoreCase = flag(node, "\"ignoreCase\"") ?? false }
        if let node = slots.strictSlash { rule.strictSlash = flag(node, "\"strictSlash\"") ?? false }
        if let node = slots.note {
            let note = text(node, "\"note\"", bytesMax: ModelLimits.noteBytesMax, allowsEmpty: true)
            rule.note = note?.isEmpty == true ? nil : note
        }
        guard let node = slots.needs else { return }
        if reading == .lenient {
            rule.needs = node.elements.compactMap(\.stringValue)
        } else {
            report(
                at: node, reason: "unknown-key", "\"needs\" is written by the server.", hint: "Remove it.")
        }
    }

    private mutating func id(_ slot: JSONNode?, _ node: JSONNode, _ rule: Rule, _ ids: inout RuleIDs) -> String {
        guard let slot else {
            if let required = ids.required { return required }
            let made = ids.made(from: rule.patterns.first?.stored.spelling ?? "")
            ids.taken.insert(made)
            return made
        }
        guard let id = slot.stringValue, NameGrammar.isRuleID(id) else {
            report(
                at: slot, reason: "invalid-id",
                "A rule's id is 1 to \(ModelLimits.ruleIDBytesMax) of a-z, 0-9, \".\", \"_\" and \"-\".",
                hint: "Begin with a letter or digit, in lower case; or leave the id out.")
            return ""
        }
        if let required = ids.required, required != id {
            report(
                at: slot, reason: "other-id", "The document says \"\(id)\", its address says \"\(required)\".",
                hint: "Make them equal, or leave \"id\" out.")
        } else if !ids.taken.insert(id).inserted {
            report(
                at: slot, reason: "duplicate-id", "Another rule is already called \"\(id)\".",
                hint: "Choose another id, or leave it out.")
        }
        return id
    }

    private mutating func patterns(_ slot: JSONNode?, in node: JSONNode, _ options: PatternOptions) -> [Pattern] {
        guard let slot else {
            report(
                at: node, reason: "missing-key", "The rule has no \"match\".",
                hint: "Write \"match\": [\"https://host/path\"].")
            return []
        }
        if slot.kind != .array { return pattern(slot, options).map { [$0] } ?? [] }
        let nodes = list(slot, "\"match\"", max: ModelLimits.patternsPerRuleMax) ?? []
        var patterns: [Pattern] = []
        patterns.reserveCapacity(nodes.count)
        for node in nodes {
            if let pattern = pattern(node, options) { patterns.append(pattern) }
        }
        return patterns
    }

    private mutating func pattern(_ node: JSONNode, _ options: PatternOptions) -> Pattern? {
        if node.kind == .object { return componentPattern(node, options) }
        guard node.kind == .string else {
            wrongType(
                node, "A pattern", expected: "a string or an object",
                hint: "Write for example \"https://host/path/:id\".")
            return nil
        }
        guard let text = text(node, "A pattern", bytesMax: ModelLimits.patternBytesMax) else { return nil }
        do {
            return try Pattern(text, options: options)
        } catch {
            report(
                at: node, offset: node.offset(inText: error.offset), reason: error.code.rawValue,
                Sentence.of(error.detail),
                hint: Sentence.of(error.hint))
            return nil
        }
    }

    private mutating func componentPattern(_ node: JSONNode, _ options: PatternOptions) -> Pattern? {
        guard let fields = fields(node, ComponentKey.self, "A pattern") else { return nil }
        var components = PatternComponents()
        var nodes: [String: JSONNode] = [:]
        for (key, node) in fields {
            nodes[key.rawValue] = node
            let text = text(node, "\"\(key.rawValue)\"", bytesMax: ModelLimits.patternBytesMax, allowsEmpty: true)
            switch key {
            case .protocol: components.protocol = text
            case .hostname: components.hostname = text
            case .port: components.port = text
            case .pathname: components.pathname = text
            case .search: components.search = text
            }
        }
        do {
            return try Pattern(components: components, options: options)
        } catch {
            let at = error.component.flatMap { nodes[$0] } ?? node
            let offset = at.kind == .string ? at.offset(inText: error.offset) : at.offset
            report(
                at: at, offset: offset, reason: error.code.rawValue, Sentence.of(error.detail),
                hint: Sentence.of(error.hint))
            return nil
        }
    }
}

/// The members of one rule, so that they can be read in the order that their meaning needs.
private struct RuleSlots {
    var id: JSONNode?
    var match: JSONNode?
    var when: JSONNode?
    var to: JSONNode?
    var priority: JSONNode?
    var enabled: JSONNode?
    var ignoreCase: JSONNode?
    var strictSlash: JSONNode?
    var note: JSONNode?
    var needs: JSONNode?

    mutating func put(_ node: JSONNode, _ key: RuleKey) {
        switch key {
        case .id: id = node
        case .match: match = node
        case .when: when = node
        case .to: to = node
        case .priority: priority = node
        case .enabled: enabled = node
        case .ignoreCase: ignoreCase = node
        case .strictSlash: strictSlash = node
        case .note: note = node
        case .needs: needs = node
        }
    }
}

extension PatternSource {
    /// The pattern as one text, for naming and messages.
    var spelling: String {
        switch self {
        case .text(let text): text
        case .components(let parts): (parts.hostname ?? "") + (parts.pathname ?? "")
        }
    }
}
