package import CanonicalJSON
package import RouteModel

extension Context {
    /// The context as JSON; unknown values are left out.
    package var json: JSONValue {
        var members: [String: JSONValue] = [:]
        for key in ContextKey.all {
            if case .flag(let flag) = key {
                members[key.name] = self[flag].map { .bool($0) }
            } else {
                members[key.name] = .text(self[key])
            }
        }
        if !attributes.isEmpty {
            members[ContextKey.attributes] = .object(attributes.mapValues(JSONValue.string))
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
