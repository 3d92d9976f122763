import CanonicalJSON

/// Recorded answers: those of ``ContractSession``, and a refusal for each status.
enum ContractAnswers {
    /// The answer to the first request of each operation in the session.
    static let successes: [String: JSONValue] = texts(beginning: "").filter {
        !$0.key.hasPrefix(refusalPrefix)
    }

    /// A refusal of each status.
    static let refusals: [Int: JSONValue] = texts(beginning: refusalPrefix).reduce(into: [:]) { answers, text in
        if let status = Int(text.key) { answers[status] = text.value }
    }

    private static let refusalPrefix = "refusal "

    /// The recorded answers with a prefix in their names, by the rest of the name.
    private static func texts(beginning: String) -> [String: JSONValue] {
        var texts: [String: JSONValue] = [:]
        for part in "\n\(text)".split(separator: "\n== ") {
            guard let end = part.firstIndex(of: "\n"), part.hasPrefix(beginning) else { continue }
            let name = part[..<end].dropFirst(beginning.count)
            guard !name.isEmpty else { continue }
            guard let value = try? JSONValue(parsing: Array(part[end...].utf8)) else {
                preconditionFailure("the example of \(name) is not JSON")
            }
            texts[String(name)] = value
        }
        return texts
    }
}
