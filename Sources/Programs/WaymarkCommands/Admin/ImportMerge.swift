import CanonicalJSON

/// The rules of a table combined with those of a draft.
struct ImportMerge: Sendable {
    /// The draft that the import makes: the rules that stay, then those of the table in its order.
    let draft: JSONValue
    let added: [String]
    let changed: [String]
    /// The rules of the draft that the table does not have, and that go.
    let removed: [String]
    /// How many rules of the draft stay that the table does not have.
    let keptCount: Int

    /// Combines the rules.
    ///
    /// - Parameters:
    ///   - imported: The draft that the table alone would be, with the settings it needs.
    ///   - draft: The draft that is there now.
    ///   - replaces: Whether the rules that the table does not have go.
    init(_ imported: JSONValue, into draft: JSONValue, replacing replaces: Bool) {
        let rules = imported["rules"]?.arrayValue ?? []
        let there = draft["rules"]?.arrayValue ?? []
        let ids = { (rule: JSONValue) in rule["id"]?.stringValue ?? "" }
        let before = Dictionary(there.map { (ids($0), $0) }) { first, _ in first }
        let new = Set(rules.map(ids))
        let others = there.filter { !new.contains(ids($0)) }
        added = rules.map(ids).filter { before[$0] == nil }
        changed = rules.filter { rule in before[ids(rule)].map { $0 != rule } ?? false }.map(ids)
        removed = replaces ? others.map(ids) : []
        keptCount = replaces ? 0 : others.count
        self.draft = [
            "settings": imported["settings"] ?? .object([:]), "rules": .array((replaces ? [] : others) + rules),
        ]
    }

    /// One line for each kind of change.
    var lines: [String] {
        let lists = [("added", added), ("changed", changed), ("removed", removed)].filter { !$0.1.isEmpty }
        return lists.map { word, ids in
            let shown = ids.prefix(AdminLimits.idsShownMax).joined(separator: ", ")
            let more = ids.count - AdminLimits.idsShownMax
            return "\(word) (\(ids.count)): \(shown)" + (more > 0 ? " and \(more) more" : "")
        } + (keptCount > 0 ? ["\(keptCount) other rule\(keptCount == 1 ? " stays" : "s stay")"] : [])
    }

    /// The changes as members of a JSON object.
    var json: [String: JSONValue] {
        let list = { (ids: [String]) in JSONValue.array(ids.map(JSONValue.string)) }
        return ["added": list(added), "changed": list(changed), "removed": list(removed)]
    }
}
