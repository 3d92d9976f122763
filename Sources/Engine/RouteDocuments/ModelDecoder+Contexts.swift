import CanonicalJSON
import RouteModel

private enum ContextField: FieldKey {
    case value(ContextKey)
    case attributes

    static let all = ContextKey.all.map { ContextField.value($0) } + [.attributes]
    static let table = JSONNameTable(Context.keys + [ContextKey.attributes])
}

extension ModelDecoder {
    mutating func context(_ node: JSONNode) -> Context? {
        guard let fields = fields(node, ContextField.self, "A context") else { return nil }
        var context = Context()
        for (field, node) in fields {
            switch field {
            case .value(.flag(let key)): context[key] = flag(node, "\"\(key.rawValue)\"")
            case .value(let key):
                context[key] = text(
                    node, "\"\(key.name)\"", bytesMax: ModelLimits.textBytesMax, allowsEmpty: true)
            case .attributes:
                context.attributes = texts(
                    node, "\"\(ContextKey.attributes)\"", max: ModelLimits.attributesMax)
            }
        }
        return context
    }

    /// The members of an object whose values are all strings.
    mutating func texts(_ node: JSONNode, _ what: String, max: Int) -> [String: String] {
        guard node.kind == .object else {
            wrongType(node, what, expected: "an object", hint: "Write {\"name\": \"value\"}.")
            return [:]
        }
        var texts: [String: String] = [:]
        for member in node.members {
            let name = member.name
            let value = text(member.value, "\"\(name)\"", bytesMax: ModelLimits.textBytesMax, allowsEmpty: true)
            if ExactText.set(value, for: name, in: &texts) { reportTwin(member) }
        }
        if texts.count > max {
            report(
                at: node, reason: "too-many", "\(what) has \(texts.count) members; \(max) are allowed.",
                hint: "Leave some out.")
        }
        return texts
    }

    /// Reports a name that no dictionary keeps beside another one.
    mutating func reportTwin(_ member: JSONMember) {
        report(
            at: member.value, offset: member.nameOffset, reason: "duplicate-name",
            "\"\(member.name)\" is another spelling of a name in the same object: both look alike.",
            hint: "Keep one of them.")
    }
}
