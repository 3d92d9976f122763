import CanonicalJSON

/// The answers of the session, and a refusal for each status, as the server gave them.
enum OpenAPIAnswers {
    /// Each operation's success: that of its first request in the session.
    static let successes: [EndpointID: JSONValue] = texts(beginning: "").reduce(into: [:]) { answers, text in
        if let id = EndpointID(rawValue: text.key) { answers[id] = text.value }
    }

    /// A refusal of each status.
    static let refusals: [Int: JSONValue] = texts(beginning: "refusal ").reduce(into: [:]) { answers, text in
        if let status = Int(text.key) { answers[status] = text.value }
    }

    /// The texts whose names begin so, under the rest of their names.
    private static func texts(beginning: String) -> [String: JSONValue] {
        var texts: [String: JSONValue] = [:]
        for part in "\n\(text)".split(separator: "\n== ") {
            guard let end = part.firstIndex(of: "\n"), part.hasPrefix(beginning) else { continue }
            let name = part[..<end].dropFirst(beginning.count)
            guard !name.isEmpty else { continue }
            guard let value = try? JSONValue(parsing: Array(part[end...].utf8)) else {
                preconditionFailure("the example of \(name) is no JSON")
            }
            texts[String(name)] = value
        }
        return texts
    }
}
