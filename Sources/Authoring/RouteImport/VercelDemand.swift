import RouteModel

/// The `has` and `missing` of a Vercel redirect, converted to a host, query constraints and a condition.
struct VercelDemand: Sendable, Equatable {
    /// The host that the address must have; nil for any of the app's origins.
    private(set) var host: String?
    /// Query constraints, each as a pattern writes it.
    private(set) var query: [String] = []
    /// Vercel's names of query captures, with their names in the pattern.
    private(set) var names: [String: String] = [:]
    private var clauses = Clauses()
    private var excluded = Clauses()

    /// The condition of the rule; nil if it has none.
    var condition: Condition? {
        let condition = Condition(clauses, not: excluded.count == 0 ? nil : excluded)
        return condition.isEmpty ? nil : condition
    }

    /// The whole pattern for a path.
    func pattern(_ path: String) -> String {
        let origin = host.map { "http{s}?://\($0)" } ?? ""
        // Escaped: after a name or a repetition a plain `?` would make that optional.
        return origin + path + (query.isEmpty ? "" : #"\?"# + query.joined(separator: "&"))
    }

    /// Adds one item of `has` or `missing`.
    ///
    /// - Returns: The reason why a rule cannot express the item; nil if it can.
    mutating func add(type: String, key: String?, value: String?, isMissing: Bool) -> String? {
        switch (type, key, value) {
        case ("host", _, let value?) where !isMissing && host == nil:
            guard let literal = Self.literal(value) else { return "its host \(value) is a regular expression" }
            host = PatternName.escaped(literal)
        case ("query", let key?, let value):
            guard !isMissing || value == nil else {
                return "it requires that \(key) is not \(value ?? ""), which a rule cannot express"
            }
            return addQuery(PatternName.escaped(key), value, isMissing: isMissing)
        case ("header", "x-vercel-ip-country"?, let value?):
            guard let literal = Self.literal(value) else { return "its country \(value) is a regular expression" }
            if isMissing { excluded.region.append(literal) } else { clauses.region.append(literal) }
        default:
            let what = type.isEmpty ? "something without a type" : "a \(type.prefix(60))"
            return "its \(isMissing ? "missing" : "has") requires \(what), which a rule cannot express"
        }
        return nil
    }

    private mutating func addQuery(_ key: String, _ value: String?, isMissing: Bool) -> String? {
        if isMissing {
            query.append("!" + key)
        } else if let value, let name = Self.captureName(value) {
            let spelt = PatternName.spelt(name)
            names[name] = spelt
            query.append("\(key)=:\(spelt)")
        } else if let value {
            guard let literal = Self.literal(value) else { return "its value \(value) is a regular expression" }
            query.append("\(key)=\(PatternName.escaped(literal))")
        } else {
            query.append(key)
        }
        return nil
    }

    /// The literal text of a value such as `shop\.example\.com`; nil if the value is a regular expression.
    private static func literal(_ value: String) -> String? {
        var text = ""
        var isEscaped = false
        for character in value {
            if isEscaped {
                guard !character.isLetter, !character.isNumber else { return nil }
                text.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if "()[]{}*+?^$|".contains(character) {
                return nil
            } else {
                text.append(character)
            }
        }
        return isEscaped ? nil : text
    }

    /// The name in `(?<name>.*)`; nil for any other value.
    private static func captureName(_ value: String) -> String? {
        guard value.hasPrefix("(?<"), let end = value.firstIndex(of: ">") else { return nil }
        let body = value[value.index(after: end)...]
        guard body == ".*)" || body == ".+)" || body == "[^&]+)" else { return nil }
        return String(value[value.index(value.startIndex, offsetBy: 3)..<end])
    }
}
