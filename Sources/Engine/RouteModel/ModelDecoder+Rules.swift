package import CanonicalJSON
import RoutePattern
import TargetTemplate

private enum RuleKey: String, CaseIterable, FieldKey {
    case id, match, when, to, priority, enabled, ignoreCase, strictSlash, note, allow, title, description, image
    case fallback, permanent, needs

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
    /// The names to suggest to people: all but `needs`, which only servers write.
    static let names = table.names.filter { $0 != "needs" }
}

private enum ComponentKey: String, CaseIterable, FieldKey {
    case `protocol`, hostname, port, pathname, search

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads one rule without `allow`, which only drafts have; nil if the node is no object.
    ///
    /// `ids` gets its id.
    package mutating func rule(_ node: JSONNode, ids: inout RuleIDs) -> Rule? {
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
        if let node = slots.ignoreCase { rule.ignoreCase = flag(node, "\"ignoreCase\"") ?? false }
        if let node = slots.strictSlash { rule.strictSlash = flag(node, "\"strictSlash\"") ?? false }
        if reading == .lenient {
            // No body has the members below: there they are unknown, and ignored (release.md R5.1).
            guard let node = slots.needs else { return }
            rule.needs = (list(node, "\"needs\"", max: ModelLimits.wordsMax, allowsEmpty: true) ?? []).compactMap {
                text($0, "An entry of \"needs\"", bytesMax: ModelLimits.wordBytesMax)
            }
            return
        }
        if let node = slots.enabled { rule.isEnabled = flag(node, "\"enabled\"") ?? true }
        if let node = slots.note {
            let note = text(node, "\"note\"", bytesMax: ModelLimits.noteBytesMax, allowsEmpty: true)
            rule.note = note?.isEmpty == true ? nil : note
        }
        if let node = slots.needs {
            report(at: node, reason: "unknown-key", "\"needs\" is written by the server.", hint: "Remove it.")
        }
    }

    private mutating func id(_ slot: JSONNode?, _ node: JSONNode, _ rule: Rule, _ ids: inout RuleIDs) -> String {
        if slot == nil, reading == .strict {
            if let required = ids.required { return required }
            return ids.made(from: rule.patterns.first?.stored.spelling ?? "")
        }
        let place = slot ?? node
        guard let id = slot?.stringValue, NameGrammar.isRuleID(id) else {
            report(
                at: place, reason: "invalid-id",
                "A rule's id is 1 to \(ModelLimits.ruleIDBytesMax) of a-z, 0-9, \".\", \"_\" and \"-\".",
                hint: "Begin with a letter or digit, in lower case; or leave the id out.")
            return ""
        }
        if let required = ids.required, required != id {
            report(
                at: place, reason: "other-id", "The document says \"\(id)\", its address says \"\(required)\".",
                hint: "Make them equal, or leave \"id\" out.")
        } else if !ids.take(id) {
            report(
                at: place, reason: "duplicate-id", "Another rule is already called \"\(id)\".",
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
        if slot.kind != .array, reading == .strict { return pattern(slot, options).map { [$0] } ?? [] }
        let nodes = list(slot, "\"match\"", max: ModelLimits.patternsPerRuleMax) ?? []
        var patterns: [Pattern] = []
        patterns.reserveCapacity(nodes.count)
        for node in nodes {
            if let pattern = pattern(node, options) { patterns.append(pattern) }
        }
        return patterns
    }

    /// Reads a pattern; stores it without its alternatives if the draft already has too many.
    private mutating func pattern(_ node: JSONNode, _ options: PatternOptions) -> Pattern? {
        guard let pattern = parsedPattern(node, options) else { return nil }
        // The stored spelling can be longer than the author's, and readers of drafts and bodies get that one.
        let isTooLong = pattern.stored.lengthMax > ModelLimits.patternBytesMax
        if isTooLong || pattern.needsOrigins && lacksOrigins {
            report(
                at: node, reason: isTooLong ? "too-long" : "no-origins",
                isTooLong
                    ? "The pattern is too long in the spelling in which it is stored, with escapes."
                    : "The pattern is a path only, and the body has no origins.",
                hint: "Make it shorter, or write the whole address.")
            return nil
        }
        alternativesRead += pattern.ownWeight
        guard reading == .strict, alternativesRead > ModelLimits.alternativesMax else { return pattern }
        return pattern.compact
    }

    private mutating func parsedPattern(_ node: JSONNode, _ options: PatternOptions) -> Pattern? {
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
                FindingText.sentence(error.detail),
                hint: FindingText.sentence(error.hint))
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
                at: at, offset: offset, reason: error.code.rawValue, FindingText.sentence(error.detail),
                hint: FindingText.sentence(error.hint))
            return nil
        }
    }
}

/// The members of one rule, collected first, so that options are read before the patterns that need them.
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
        case .allow, .title, .description, .image, .fallback, .permanent: break
        case .note: note = node
        case .needs: needs = node
        }
    }
}

extension PatternSource {
    /// The pattern as one text, from which a rule's id is made.
    var spelling: String {
        switch self {
        case .text(let text): text
        case .components(let parts): (parts.hostname ?? "") + (parts.pathname ?? "")
        }
    }
}

// MARK: Destinations

private enum DestinationKey: String, CaseIterable, FieldKey {
    case redirect, query, screen, parameters, transition, block

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
    /// The members that name the kind of destination; exactly one must be there.
    static let kinds: [DestinationKey] = [.redirect, .screen, .block]

    /// The kind of destination that has the member.
    var kind: DestinationKey {
        switch self {
        case .query: .redirect
        case .parameters, .transition: .screen
        default: self
        }
    }
}

extension ModelDecoder {
    mutating func destination(_ node: JSONNode) -> Destination? {
        let lenient = reading == .lenient
        guard let fields = fields(node, DestinationKey.self, "\"to\"", ignoringUnknown: lenient) else { return nil }
        let kinds = fields.filter { DestinationKey.kinds.contains($0.key) }
        guard let kind = kinds.first?.key, kinds.count == 1 else {
            report(
                at: node, reason: kinds.isEmpty ? "missing-key" : "too-many",
                "\"to\" has exactly one of \"redirect\", \"screen\" and \"block\".",
                hint: "Write {\"screen\": NAME}, {\"redirect\": TEMPLATE} or {\"block\": REASON}.")
            return nil
        }
        for (key, node) in fields where key.kind != kind && !lenient {
            report(
                at: node, reason: "misplaced-key",
                "\"\(key.rawValue)\" belongs to \"\(key.kind.rawValue)\", not to \"\(kind.rawValue)\".",
                hint: "Remove it.")
        }
        func slot(_ key: DestinationKey) -> JSONNode? { fields.first { $0.key == key }?.node }
        switch kind {
        case .redirect: return slot(.redirect).flatMap { redirect($0, query: slot(.query)) }
        case .screen: return slot(.screen).flatMap { screen($0, slot(.parameters), slot(.transition)) }
        default:
            return slot(.block).flatMap { text($0, "\"block\"", bytesMax: ModelLimits.textBytesMax) }.map(
                Destination.block)
        }
    }

    private mutating func redirect(_ node: JSONNode, query: JSONNode?) -> Destination? {
        var policy = QueryPolicy.keep
        if let query {
            guard let known = query.stringValue.flatMap(QueryPolicy.init(rawValue:)) else {
                report(
                    at: query, reason: "unknown-value", "\"query\" is \"keep\" or \"drop\".",
                    hint: "Write \"keep\" to append the incoming query, \"drop\" to leave it out.")
                return nil
            }
            policy = known
        }
        guard let text = text(node, "\"redirect\"", bytesMax: ModelLimits.templateBytesMax) else { return nil }
        do {
            return .redirect(try RedirectTemplate(text, query: policy))
        } catch {
            report(
                at: node, offset: node.offset(inText: error.offset), reason: error.code.rawValue,
                FindingText.sentence(error.detail),
                hint: FindingText.sentence(error.hint))
            return nil
        }
    }

    private mutating func screen(_ node: JSONNode, _ parameters: JSONNode?, _ transition: JSONNode?) -> Destination? {
        guard let name = text(node, "\"screen\"", bytesMax: ModelLimits.wordBytesMax) else { return nil }
        var target = ScreenTarget(name: name)
        if let parameters { target.parameters = constants(parameters) }
        if let transition {
            target.transition = text(transition, "\"transition\"", bytesMax: ModelLimits.wordBytesMax)
        }
        return .screen(target)
    }

    private mutating func constants(_ node: JSONNode) -> [ScreenTarget.Constant] {
        guard node.kind == .object else {
            wrongType(node, "\"parameters\"", expected: "an object", hint: "Write {\"name\": \"value\"}.")
            return []
        }
        var constants: [ScreenTarget.Constant] = []
        for member in node.members {
            let name = member.name
            if !NameGrammar.isWord(name) {
                report(
                    at: member.value, offset: member.nameOffset, reason: "invalid-word",
                    "A parameter's name is not a word.",
                    hint: "Write 1 to \(ModelLimits.wordBytesMax) bytes without control characters.")
            }
            if let value = scalar(member.value, "The parameter \"\(name)\"") {
                constants.append(ScreenTarget.Constant(name, value))
            }
        }
        if constants.count > ModelLimits.constantsMax {
            report(
                at: node, reason: "too-many",
                "\"parameters\" has \(constants.count) members; \(ModelLimits.constantsMax) are allowed.",
                hint: "Leave some out.")
            return constants
        }
        constants.sortShort { NameOrder.precedes($0.name, $1.name) }
        return constants
    }

    private mutating func scalar(_ node: JSONNode, _ what: @autoclosure () -> String) -> ScreenTarget.Scalar? {
        switch node.kind {
        case .string: return text(node, what(), bytesMax: ModelLimits.textBytesMax, allowsEmpty: true).map { .text($0) }
        case .bool: return node.boolValue.map { .flag($0) }
        case .number where node.integerValue.map { $0.magnitude <= 1 << 53 } == true:
            return node.integerValue.map { .integer($0) }
        default:
            wrongType(
                node, what(), expected: "a string, an integer, true or false", hint: "Write other values as strings.")
            return nil
        }
    }
}
