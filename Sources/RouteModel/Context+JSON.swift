package import CanonicalJSON

extension Context {
    /// The context as JSON, without what is unknown.
    package var json: JSONValue {
        var members: [String: JSONValue] = [:]
        for key in ContextKey.allCases {
            if let path = key.text { members[key.rawValue] = .text(self[keyPath: path]) }
        }
        if let signedIn { members[ContextKey.signedIn.rawValue] = .bool(signedIn) }
        if !attributes.isEmpty {
            members[ContextKey.attributes.rawValue] = .object(attributes.mapValues(JSONValue.string))
        }
        return .object(members)
    }
}

extension Finding {
    /// The finding as JSON, as the HTTP interface and the command line show it.
    package var json: JSONValue {
        .members([
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "reason": .text(reason),
            "rules": rules.isEmpty ? .none : .some(.texts(rules)), "pointer": .text(pointer),
            "line": line.map { .integer(Int64($0)) }, "column": column.map { .integer(Int64($0)) },
            "detail": .string(detail), "hint": hint.isEmpty ? .none : .some(.string(hint)), "witness": witness?.json,
        ])
    }
}

extension Finding.Witness {
    /// The witness as JSON.
    package var json: JSONValue {
        .members(["address": .string(address), "context": context.json, "at": .text(at?.description)])
    }
}
