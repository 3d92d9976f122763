import CanonicalJSON
import RouteDocuments
import RouteModel

/// `rules copy` and `rules rename-screen`: many rules of a draft in one write.
enum RuleCopyCommands {
    static let all: [Command] = [
        .admin(
            "rules copy", "copy rules into the draft of another app", operands: "ID…",
            count: 1...AdminLimits.copiedRulesMax,
            options: [
                .app, .value("--to", "APP", "the app that gets the rules", required: true),
                .flag("--dry-run", "show what would be copied, and change nothing"), .force, .yes,
            ],
            discussion: """
                Settings and screens are not copied. If the other app has a different rule of the same id, nothing is \
                changed unless --force is given.
                """
        ) { call async throws(CommandError) in try await copy(call) },
        .admin(
            "rules rename-screen", "write another screen into all rules and test addresses that open one",
            operands: "OLD NEW", count: 2...2,
            options: [.app, .flag("--dry-run", "show what would change, and change nothing"), .yes],
            discussion: "Lists the rules, then asks; scripts need --yes."
        ) { call async throws(CommandError) in try await rename(call) },
    ]

    private static func copy(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let target = "/v1/apps/" + AdminCall.escaped(try call.arguments.required("--to")) + "/draft"
        let source = try await call.demand("GET", try call.appPath("/draft"))
        let rules = source.json["rules"]?.arrayValue ?? []
        let ids = rules.compactMap { $0["id"]?.stringValue }
        for id in call.arguments.operands where !ids.contains(id) {
            let nearest = NearestName.of(id, among: ids).map { "did you mean \($0)?" }
            throw CommandError(.negative, "there is no rule \(id)", hint: nearest)
        }
        let chosen = rules.filter { call.arguments.operands.contains($0["id"]?.stringValue ?? "") }
        let draft = try await call.demand("GET", target)
        let settings = draft.json["settings"] ?? .object([:])
        let merge = ImportMerge(["settings": settings, "rules": .array(chosen)], into: draft.json, replacing: false)
        if !merge.changed.isEmpty, !call.arguments.has("--force") {
            throw CommandError(
                .refused,
                "the other app has different rules \(merge.changed.joined(separator: ", ")); nothing was changed",
                hint: "add --force to overwrite them")
        }
        guard !call.arguments.has("--dry-run") else {
            return call.show(.object(merge.json)) { _ in merge.lines + ["nothing was changed"] }
        }
        let answer = try await call.demand("PUT", target, json: merge.draft.canonicalBytes, ifMatch: draft.etag)
        let members = merge.json.merging(answer.json.objectValue ?? [:]) { mine, _ in mine }
        return call.show(.object(members)) { _ in
            merge.lines + ["copied \(chosen.count.counted("rule"))"]
        }
    }

    private static func rename(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let (old, new) = (call.arguments.operands[0], call.arguments.operands[1])
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let list = try await call.demand("GET", try call.appPath("/expectations"))
        let rules = draft.json["rules"]?.arrayValue ?? []
        let items = list.json["expectations"]?.arrayValue ?? []
        let renamed = rules.map { $0.renaming("to", old, new) }
        let ids = zip(rules, renamed).filter { $0 != $1 }.map { $0.0.word("id") }
        let renamedItems = items.map { $0.renaming("expect", old, new) }
        let itemCount = zip(items, renamedItems).count { $0 != $1 }
        guard !ids.isEmpty || itemCount > 0 else {
            let screens = rules.compactMap { $0["to"]?["screen"]?.stringValue }
            throw CommandError(
                .negative, "no rule opens the screen \(old)",
                hint: NearestName.of(old, among: Set(screens)).map { "did you mean \($0)?" })
        }
        let isDryRun = call.arguments.has("--dry-run")
        let what = "\(ids.count.counted("rule")) and \(itemCount.counted("test address", "test addresses"))"
        if isDryRun || !call.arguments.has("--json") { ids.forEach { call.terminal.printError("~ \($0)") } }
        let summary: JSONValue = [
            "changed": .array(ids.map(JSONValue.string)), "expectations": .integer(Int64(itemCount)),
        ]
        guard !isDryRun else { return call.show(summary) { _ in ["would change \(what); nothing was changed"] } }
        try call.confirm("this writes \(new) instead of \(old) into \(what)", unattended: .refuses)
        if !ids.isEmpty {
            let body: JSONValue = ["settings": draft.json["settings"] ?? .object([:]), "rules": .array(renamed)]
            _ = try await call.demand(
                "PUT", try call.appPath("/draft"), json: body.canonicalBytes, ifMatch: draft.etag)
        }
        if itemCount > 0 {
            let body: JSONValue = ["expectations": .array(renamedItems)]
            let answer = try await call.ask(
                "PUT", try call.appPath("/expectations"), json: body.canonicalBytes, ifMatch: list.etag)
            guard answer.isSuccess else {
                var error = call.refusal(answer)
                error.hint = [
                    error.hint, "done before: \(ids.count) rules; run the command again for the test addresses",
                ]
                .compactMap { $0 }.joined(separator: "\n  ")
                throw error
            }
        }
        return call.show(summary) { _ in ["changed \(what)"] }
    }
}

extension JSONValue {
    /// The value with another screen in one of its members, if that opens the old one.
    fileprivate func renaming(_ member: String, _ old: String, _ new: String) -> JSONValue {
        guard case .object(var members) = self, case .object(var target)? = members[member],
            target["screen"] == .string(old)
        else { return self }
        target["screen"] = .string(new)
        members[member] = .object(target)
        return .object(members)
    }
}
