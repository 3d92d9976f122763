import CanonicalJSON

/// The differences between a folder and the draft on the server, and how a push combines them.
struct FolderChanges: Sendable {
    private(set) var added: [String] = []
    private(set) var changed: [String] = []
    private(set) var removed: [String] = []
    /// The rules that others added, changed or removed since the pull, and that stay so.
    private(set) var kept: [String] = []
    let settings: FolderMerge
    let expectations: FolderMerge
    /// The rules by id.
    let rules: [String: FolderMerge]
    /// The ids of the rules in the order they are sent: rules of the draft in their order, then new ones by id.
    let order: [String]

    /// How a push treats what it does not know.
    struct Options: Sendable {
        /// The folder's content replaces what others changed.
        var isForced = false
        /// Rules that the folder does not have are removed, also those of others.
        var prunes = false
    }

    /// Compares a folder with the draft and the expectations on the server, and with the last pull.
    init(
        _ folder: RuleFolder.Content, draft: JSONValue, expectations there: JSONValue, since state: FolderState?,
        _ options: Options
    ) {
        var now: [String: JSONValue] = [:]
        var places: [String] = []
        for rule in draft["rules"]?.arrayValue ?? [] {
            let id = rule["id"]?.stringValue ?? ""
            now[id] = rule
            places.append(id)
        }
        var rules: [String: FolderMerge] = [:]
        for id in Set(places).union(folder.rules.keys).union((state?.rules ?? [:]).keys) {
            let mine = folder.rules[id]
            let isPruned = options.prunes && mine == nil
            rules[id] = FolderMerge(
                "rules/\(id).json", read: isPruned ? now[id] : state?.rules[id], isReadKnown: state != nil,
                now: now[id], mine: mine, isForced: options.isForced || isPruned)
        }
        settings = Self.whole(
            "settings.json", .object([:]), read: state?.settings, now: draft["settings"], mine: folder.settings,
            options)
        expectations = Self.whole(
            "expectations.json", .array([]), read: state?.expectations, now: there, mine: folder.expectations, options)
        for (id, rule) in rules {
            switch rule.outcome {
            case .same: break
            case .theirs: kept.append(id)
            case .mine, .conflict:
                if rule.now == nil {
                    added.append(id)
                } else if rule.mine == nil {
                    removed.append(id)
                } else {
                    changed.append(id)
                }
            }
        }
        (added, changed, removed, kept) = (added.sorted(), changed.sorted(), removed.sorted(), kept.sorted())
        self.rules = rules
        order = places.filter { rules[$0]?.result != nil } + added
    }
}

extension FolderChanges {
    /// Combines the settings, or the list of expectations: a missing file leaves the server's, and empty ones are nothing
    /// that could be lost.
    private static func whole(
        _ file: String, _ empty: JSONValue, read: JSONValue?, now: JSONValue?, mine: JSONValue?, _ options: Options
    ) -> FolderMerge {
        let now = now ?? empty
        let known = read ?? (now == empty ? empty : nil)
        return FolderMerge(
            file, read: known, isReadKnown: known != nil, now: now, mine: mine ?? now, isForced: options.isForced)
    }

    /// Whether the draft itself would change.
    var changesDraft: Bool { changesSettings || !(added.isEmpty && changed.isEmpty && removed.isEmpty) }

    /// Whether the settings would change.
    var changesSettings: Bool { settings.outcome == .mine || settings.outcome == .conflict }

    /// Whether the list of expectations would change.
    var changesExpectations: Bool { expectations.outcome == .mine || expectations.outcome == .conflict }

    /// Whether a push changes nothing.
    var isEmpty: Bool { !changesDraft && !changesExpectations }

    /// Whether a push would replace or remove something.
    var overwrites: Bool { changesSettings || changesExpectations || !changed.isEmpty || !removed.isEmpty }

    /// The parts that a push refuses to overwrite, in the order of their files.
    var conflicts: [FolderMerge] {
        ([settings, expectations] + rules.values.sorted { $0.file < $1.file }).filter { $0.outcome == .conflict }
    }

    /// The body of the request that replaces the draft.
    var body: [UInt8] {
        JSONValue.object([
            "settings": settings.result ?? .object([:]), "rules": .array(order.compactMap { rules[$0]?.result }),
        ]).canonicalBytes
    }

    /// One line for each change.
    var lines: [String] {
        (changesSettings ? ["~ settings.json"] : []) + (changesExpectations ? ["~ expectations.json"] : [])
            + added.map { "+ rules/\($0).json" } + changed.map { "~ rules/\($0).json" }
            + removed.map { "- rules/\($0).json" }
    }

    /// One line for each part that stays as others left it.
    var keptLines: [String] {
        let parts = [settings, expectations].filter { $0.outcome == .theirs } + kept.compactMap { rules[$0] }
        return parts.map(\.keptLine)
    }

    /// The changes as members of a JSON object.
    var json: [String: JSONValue] {
        let list = { (ids: [String]) in JSONValue.array(ids.map(JSONValue.string)) }
        var members: [String: JSONValue] = [
            "added": list(added), "changed": list(changed), "removed": list(removed),
            "settings": .bool(changesSettings), "expectations": .bool(changesExpectations),
        ]
        if !kept.isEmpty { members["kept"] = list(kept) }
        return members
    }

    /// The folder's state after a push.
    func state(app: String, revision: Int64) -> FolderState {
        FolderState(
            app: app, revision: revision, settings: settings.known ?? .object([:]),
            expectations: expectations.known ?? .array([]), rules: rules.compactMapValues(\.known))
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
