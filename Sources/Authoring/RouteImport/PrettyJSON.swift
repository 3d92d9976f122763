package import CanonicalJSON

/// JSON for files that people edit: two spaces per level, short lists on one line, members in the order of the
/// documentation.
package enum PrettyJSON {
    /// The members of rules and settings in the order of the documentation; others follow by name.
    private static let order = [
        "server", "token", "app", "id", "match", "when", "to", "rules", "priority", "enabled", "note", "url", "context",
        "at", "expect", "origins", "destinations", "schemes",
    ]
    /// Longest line that a list or an object of one member may take.
    private static let columnsMax = 100

    /// The text, with a newline at its end.
    package static func text(_ value: JSONValue) -> String { text(value, indent: 0) + "\n" }

    private static func text(_ value: JSONValue, indent: Int) -> String {
        let line = compact(value)
        if line.utf8.count + 2 * indent <= columnsMax, isShort(value) { return line }
        let inner = String(repeating: "  ", count: indent + 1)
        let outer = String(repeating: "  ", count: indent)
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = sorted(members).map { name, value in
                "\(inner)\(compact(.string(name))): \(text(value, indent: indent + 1))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + text($0, indent: indent + 1) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
        default:
            return line
        }
    }

    /// Whether a value may be written on one line: it contains no object with more than one member.
    private static func isShort(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let members): members.count <= 1 && members.values.allSatisfy(isShort)
        case .array(let elements):
            elements.allSatisfy { if case .object = $0 { false } else { isShort($0) } }
        default: true
        }
    }

    private static func compact(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            let parts = sorted(members).map { "\(compact(.string($0.key))): \(compact($0.value))" }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        case .array(let elements): return "[\(elements.map(compact).joined(separator: ", "))]"
        default: return value.text
        }
    }

    private static func sorted(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { first, second in
            let ranks = [first.key, second.key].map { order.firstIndex(of: $0) ?? order.count }
            return ranks[0] == ranks[1] ? first.key < second.key : ranks[0] < ranks[1]
        }
    }
}
