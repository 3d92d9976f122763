import CanonicalJSON

/// The differences between a folder and the draft on the server.
struct FolderChanges: Sendable {
    let added: [String]
    let changed: [String]
    let removed: [String]
    let settings: Bool
    let expectations: Bool
    /// The ids of the rules in the order they are sent: rules of the draft in their order, then new ones by id.
    let order: [String]

    /// Compares a folder with the draft and the expectations on the server.
    init(_ folder: RuleFolder.Content, draft: JSONValue, expectations: JSONValue) {
        var there: [String: JSONValue] = [:]
        var places: [String] = []
        for rule in draft["rules"]?.arrayValue ?? [] {
            let id = rule["id"]?.stringValue ?? ""
            there[id] = rule
            places.append(id)
        }
        added = folder.rules.keys.filter { !there.keys.contains($0) }.sorted()
        changed = folder.rules.keys.filter { there.keys.contains($0) && there[$0] != folder.rules[$0] }.sorted()
        removed = places.filter { !folder.rules.keys.contains($0) }.sorted()
        settings = folder.settings != draft["settings"] ?? .object([:])
        self.expectations = folder.expectations.map { $0 != expectations } ?? false
        order = places.filter { folder.rules.keys.contains($0) } + added
    }

    /// Whether the folder and the server have the same content.
    var isEmpty: Bool { !changesDraft && !expectations }

    /// Whether the draft itself would change.
    var changesDraft: Bool { settings || !(added.isEmpty && changed.isEmpty && removed.isEmpty) }

    /// Whether a push would replace or remove something.
    var overwrites: Bool { settings || expectations || !changed.isEmpty || !removed.isEmpty }

    /// One line for each change.
    var lines: [String] {
        (settings ? ["~ settings.json"] : []) + (expectations ? ["~ expectations.json"] : [])
            + added.map { "+ rules/\($0).json" } + changed.map { "~ rules/\($0).json" }
            + removed.map { "- rules/\($0).json" }
    }

    /// The changes as members of a JSON object.
    var json: [String: JSONValue] {
        [
            "added": .array(added.map(JSONValue.string)), "changed": .array(changed.map(JSONValue.string)),
            "removed": .array(removed.map(JSONValue.string)), "settings": .bool(settings),
            "expectations": .bool(expectations),
        ]
    }

    /// A finding whose pointer names the rule's file instead of its index in the request.
    func located(_ finding: JSONValue) -> JSONValue {
        guard case .object(var members) = finding, let pointer = members["pointer"]?.stringValue else { return finding }
        let parts = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 2, parts[1] == "rules", let number = Int(parts[2]), order.indices.contains(number) else {
            return finding
        }
        let rest = parts[3...].map { "/\($0)" }.joined()
        members["pointer"] = .string("rules/\(order[number]).json" + (rest.isEmpty ? "" : "#\(rest)"))
        // Line and column are those of the request, which the user does not see.
        members.removeValue(forKey: "line")
        members.removeValue(forKey: "column")
        return .object(members)
    }
}
