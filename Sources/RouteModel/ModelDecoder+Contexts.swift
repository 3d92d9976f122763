import CanonicalJSON

extension ContextKey: FieldKey {
    static let all = allCases
    static let table = JSONNameTable(all.map(\.rawValue))
}

extension ModelDecoder {
    mutating func context(_ node: JSONNode) -> Context? {
        guard let fields = fields(node, ContextKey.self, "A context") else { return nil }
        var context = Context()
        for (key, node) in fields {
            if let path = key.text {
                context[keyPath: path] = text(
                    node, "\"\(key.rawValue)\"", bytesMax: ModelLimits.textBytesMax, allowsEmpty: true)
            } else if key == .signedIn {
                context.signedIn = flag(node, "\"signedIn\"")
            } else {
                context.attributes = texts(node, "\"attributes\"", max: ModelLimits.attributesMax)
            }
        }
        return context
    }

    /// An object whose values are all strings.
    mutating func texts(_ node: JSONNode, _ what: String, max: Int) -> [String: String] {
        guard node.kind == .object else {
            wrongType(node, what, expected: "an object", hint: "Write {\"name\": \"value\"}.")
            return [:]
        }
        var texts: [String: String] = [:]
        for member in node.members {
            let name = member.name
            let value = text(member.value, "\"\(name)\"", bytesMax: ModelLimits.textBytesMax, allowsEmpty: true)
            ExactText.set(value, for: name, in: &texts)
        }
        if texts.count > max {
            report(
                at: node, reason: "too-many", "\(what) has \(texts.count) members; \(max) are allowed.",
                hint: "Leave some out.")
        }
        return texts
    }
}
