import CanonicalJSON

/// A stored draft as the texts of its rules and settings: to compare drafts and to take rules over without decoding
/// patterns and conditions.
package struct DraftText: Sendable, Hashable {
    /// The rules in their order.
    package var rules: [RuleText]
    /// Canonical JSON of the settings.
    package var settings: [UInt8]
    /// Ids of the rules that are disabled.
    private(set) var disabled: Set<String>

    /// A draft without rules and settings.
    package static let empty = DraftText(rules: [], settings: Array("{}".utf8), disabled: [])

    /// Reads a stored draft, `{"rules":[…],"settings":{…}}`, canonical; nil if it is none.
    package init?(_ content: [UInt8]) {
        let limits = JSONLimits(bytesMax: StoreLimits.auditPieceBytesMax)
        guard let document = try? JSONDocument(parsing: content, limits: limits), document.root.kind == .object else {
            return nil
        }
        rules = []
        disabled = []
        if let list = document.root["rules"] {
            for node in list.elements {
                guard let id = node["id"]?.stringValue else { return nil }
                rules.append(RuleText(id: id, json: Array(document.bytes[node.range])))
                if node["enabled"]?.boolValue == false { disabled.insert(id) }
            }
        }
        settings = document.root["settings"].map { Array(document.bytes[$0.range]) } ?? Self.empty.settings
    }

    private init(rules: [RuleText], settings: [UInt8], disabled: Set<String>) {
        self.rules = rules
        self.settings = settings
        self.disabled = disabled
    }

    /// The draft as canonical JSON, as the store keeps it.
    package var bytes: [UInt8] {
        var writer = CanonicalWriter(reserving: rules.reduce(settings.count + 32) { $0 + $1.json.count + 1 })
        writer.beginObject()
        writer.name("rules")
        writer.beginArray()
        for rule in rules { writer.raw(rule.json) }
        writer.endArray()
        writer.name("settings")
        writer.raw(settings)
        writer.endObject()
        return writer.bytes
    }

    /// Ids of the rules that are not disabled: those that clients get.
    package var enabledIDs: Set<String> { Set(rules.map(\.id)).subtracting(disabled) }

    /// The same of a stored draft, without copying the texts of its rules; nil if it is none.
    package static func enabledIDs(in content: [UInt8]) -> Set<String>? {
        let limits = JSONLimits(bytesMax: StoreLimits.auditPieceBytesMax)
        guard let document = try? JSONDocument(parsing: content, limits: limits), let rules = document.root["rules"]
        else { return nil }
        var ids: Set<String> = []
        for node in rules.elements {
            guard let id = node["id"]?.stringValue else { return nil }
            if node["enabled"]?.boolValue != false { ids.insert(id) }
        }
        return ids
    }

    /// The rule with an id, or nil.
    func rule(_ id: String) -> RuleText? { rules.first { $0.id == id } }

    /// The text of one rule of a stored draft, without reading the texts of the others; nil if there is no such rule.
    package static func rule(_ id: String, in content: [UInt8]) -> [UInt8]? {
        let limits = JSONLimits(bytesMax: StoreLimits.auditPieceBytesMax)
        guard let document = try? JSONDocument(parsing: content, limits: limits) else { return nil }
        let found = document.root["rules"]?.elements.first { $0["id"]?.stringValue == id }
        return found.map { Array(document.bytes[$0.range]) }
    }

    /// The draft with some rules as another draft has them.
    ///
    /// A rule that both have keeps its place, one that the other lacks is removed, and one that only the other has
    /// comes behind the rule that precedes it there, as far as that is here.
    ///
    /// - Parameters:
    ///   - ids: The rules to take over; ids that neither draft has are ignored.
    ///   - other: The other draft; its settings are not taken over.
    /// - Returns: This draft with these rules.
    /// - Complexity: O(n) for n rules of both.
    package func taking(_ ids: Set<String>, from other: DraftText) -> DraftText {
        let theirs = Dictionary(other.rules.map { ($0.id, $0) }) { first, _ in first }
        var followers: [String?: [RuleText]] = [:]
        var known = Set(rules.map(\.id)).subtracting(ids.filter { theirs[$0] == nil })
        var previous: String?
        for rule in other.rules {
            if !known.contains(rule.id), ids.contains(rule.id) {
                followers[previous, default: []].append(rule)
                known.insert(rule.id)
            } else if known.contains(rule.id) {
                previous = rule.id
            }
        }
        var taken: [RuleText] = followers[nil] ?? []
        for rule in rules {
            guard ids.contains(rule.id) else {
                taken.append(rule)
                taken += followers[rule.id] ?? []
                continue
            }
            if let theirs = theirs[rule.id] { taken.append(theirs) }
            taken += followers[rule.id] ?? []
        }
        let disabled = disabled.subtracting(ids).union(other.disabled.intersection(ids))
        return DraftText(rules: taken, settings: settings, disabled: disabled)
    }
}
