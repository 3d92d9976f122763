import CanonicalJSON

/// The members of a resource that a write would overwrite: as they were read, as they are now, and as they are wanted.
struct ThreeVersions: Sendable {
    /// Lines for people: each member's name, then its versions.
    let lines: [String]

    /// Compares the versions.
    ///
    /// - Parameters:
    ///   - read: The content that the user read; nil if it is unknown.
    ///   - now: The content on the server; nil if it was deleted.
    ///   - wanted: The content of the user; nil to delete it.
    init(read: JSONValue?, now: JSONValue?, wanted: JSONValue?) {
        let versions = [read, now, wanted].map { $0.map(Self.members) }
        guard now != nil, wanted != nil else {
            lines = Self.texts(read, now, wanted, isReadKnown: read != nil)
            return
        }
        var names: [String] = []
        for name in Set(versions.flatMap { ($0 ?? [:]).keys }).sorted() {
            let (before, there, mine) = (versions[0]?[name], versions[1]?[name], versions[2]?[name])
            if there != mine, read == nil || before != there { names.append(name) }
        }
        var lines: [String] = []
        for name in names.prefix(AdminLimits.versionsShownMax) {
            lines.append("\(name):")
            lines += Self.texts(
                versions[0]?[name], versions[1]?[name], versions[2]?[name], isReadKnown: read != nil
            ).map { "  " + $0 }
        }
        if names.count > AdminLimits.versionsShownMax {
            lines.append("and \(names.count - AdminLimits.versionsShownMax) more")
        }
        self.lines = lines
    }

    private static func texts(
        _ read: JSONValue?, _ now: JSONValue?, _ wanted: JSONValue?, isReadKnown: Bool
    ) -> [String] {
        (isReadKnown ? ["you read  \(text(read))"] : []) + ["now       \(text(now))", "you want  \(text(wanted))"]
    }

    /// A version on one line; the end of a long one is left out.
    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "(nothing)" }
        let text = value.text
        let isLong = text.count > AdminLimits.versionCharactersMax
        return isLong ? text.prefix(AdminLimits.versionCharactersMax) + "…" : text
    }

    /// The parts to compare: of a draft its rules and the members of its settings, of a list its elements, of another
    /// object its members.
    private static func members(_ value: JSONValue) -> [String: JSONValue] {
        if let list = value.arrayValue {
            return Dictionary(list.map { ($0["url"]?.stringValue ?? $0.text, $0) }) { first, _ in first }
        }
        var members = value.objectValue ?? ["": value]
        guard let rules = members["rules"]?.arrayValue else { return members }
        members["rules"] = nil
        members["revision"] = nil
        for (name, setting) in members["settings"]?.objectValue ?? [:] { members["settings.\(name)"] = setting }
        members["settings"] = nil
        for rule in rules { members["rule \(rule["id"]?.stringValue ?? "")"] = rule }
        return members
    }
}
