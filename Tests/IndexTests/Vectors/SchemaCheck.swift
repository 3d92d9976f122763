import CanonicalJSON

/// A check of JSON values by the keywords of JSON Schema that `Config/vectors/schema.json` uses.
struct SchemaCheck {
    let schema: JSONValue

    /// The first place that does not fit, as a pointer with the keyword; nil if the value fits.
    func problem(_ value: JSONValue) -> String? { problem(value, schema, "") }

    private func problem(_ value: JSONValue, _ rule: JSONValue, _ place: String) -> String? {
        if let reference = rule["$ref"]?.stringValue {
            let target = reference.split(separator: "/").dropFirst().reduce(schema) { $0[String($1)] ?? false }
            return problem(value, target, place)
        }
        if let choices = rule["oneOf"]?.arrayValue {
            let problems = choices.map { problem(value, $0, place) }
            if problems.filter({ $0 == nil }).count != 1 {
                return "\(place): oneOf: \(problems.compactMap { $0 }.joined(separator: "; "))"
            }
        }
        if let type = rule["type"]?.stringValue, !Self.has(type, value) { return "\(place): is no \(type)" }
        if let words = rule["enum"]?.arrayValue, !words.contains(value) { return "\(place): \(value.text) is unknown" }
        if let word = rule["const"], word != value { return "\(place): is not \(word.text)" }
        for name in rule["required"]?.arrayValue ?? [] where value[name.stringValue ?? ""] == nil {
            return "\(place): has no \(name.text)"
        }
        return members(of: value, rule, place) ?? elements(of: value, rule, place)
    }

    private func members(of value: JSONValue, _ rule: JSONValue, _ place: String) -> String? {
        for (name, member) in (value.objectValue ?? [:]).sorted(by: { $0.key < $1.key }) {
            let known = rule["properties"]?[name] ?? rule["additionalProperties"]
            if known == false { return "\(place): \(name) is unknown" }
            if let known, let problem = problem(member, known, place + "/" + name) { return problem }
        }
        return nil
    }

    private func elements(of value: JSONValue, _ rule: JSONValue, _ place: String) -> String? {
        for (index, element) in (value.arrayValue ?? []).enumerated() {
            guard let known = rule["prefixItems"]?[index] ?? rule["items"] else { continue }
            if let problem = problem(element, known, "\(place)/\(index)") { return problem }
        }
        return nil
    }

    private static func has(_ type: String, _ value: JSONValue) -> Bool {
        switch value {
        case .object: type == "object"
        case .array: type == "array"
        case .string: type == "string"
        case .integer: type == "integer"
        case .bool: type == "boolean"
        default: false
        }
    }
}
