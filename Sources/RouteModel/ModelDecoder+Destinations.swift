import CanonicalJSON
import TargetTemplate

private enum DestinationKey: String, CaseIterable, FieldKey {
    case redirect, query, screen, parameters, transition, block

    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
    /// The members of which exactly one decides what kind of destination it is.
    static let kinds: [DestinationKey] = [.redirect, .screen, .block]

    /// The kind that a member belongs to.
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
                    hint: "Write \"keep\" to hand the incoming query on, \"drop\" to leave it out.")
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
                Sentence.of(error.detail),
                hint: Sentence.of(error.hint))
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
        }
        if constants.count > 1 { constants.sort { NameOrder.precedes($0.name, $1.name) } }
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
