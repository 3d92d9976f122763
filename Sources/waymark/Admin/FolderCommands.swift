import CanonicalJSON
import RouteModel

/// `waymark pull` and `waymark push`: the draft as a folder of files.
enum FolderCommands {
    static let all: [Command] = [
        .admin(
            "pull", "write an app's draft into a folder of rule files, for git", operands: "DIR", count: 1...1,
            options: [.app, .yes],
            discussion: """
                Writes settings.json, expectations.json and rules/ID.json for each rule into DIR. Files that differ are \
                replaced, and files of rules that the draft does not have are removed, after a question or with --yes.
                """
        ) { call async throws(CommandError) in try await pull(call) },
        .admin(
            "push", "replace an app's draft by a folder of rule files", operands: "DIR", count: 1...1,
            options: [
                .app, .flag("--check", "change nothing; show what would change and what a publish would find"),
                .flag("--publish", "publish it in the same transaction"),
                .value("--message", "TEXT", "the release's message in the history; needed to publish"), .yes,
            ],
            discussion: """
                Prints + for new rules, ~ for changed ones, - for removed ones. With --check it exits with 1 if a \
                finding would block a publish. If the draft is changed meanwhile, the push is refused and overwrites \
                nothing.
                """
        ) { call async throws(CommandError) in try await push(call) },
    ]

    private static func pull(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let expectations = try await call.demand("GET", try call.appPath("/expectations"))
        var content = RuleFolder.Content(
            settings: draft.json["settings"] ?? .object([:]), expectations: expectations.json["expectations"],
            rules: [:])
        for rule in draft.json["rules"]?.arrayValue ?? [] {
            let id = rule["id"]?.stringValue ?? ""
            // The id becomes a file name, and the server must not choose a path outside of the folder.
            guard NameGrammar.isRuleID(id) else {
                throw CommandError(.refused, "the server sent a rule with the invalid id “\(id)”")
            }
            content.rules[id] = rule
        }
        let folder = RuleFolder(path: call.arguments.operands[0])
        let files = RuleFolder.files(of: content)
        var stale: [String: [UInt8]] = [:]
        var replaced: [String] = []
        for (name, bytes) in files {
            let there = try folder.bytes(name)
            if there != bytes { stale[name] = bytes }
            if let there, there != bytes { replaced.append(name) }
        }
        let removed = try folder.ruleFiles().filter { files[$0] == nil }
        if !replaced.isEmpty || !removed.isEmpty {
            for name in replaced.sorted() { call.terminal.printError("~ \(name)") }
            for name in removed { call.terminal.printError("- \(name)") }
            try call.confirm(
                "\(replaced.count) files would be replaced and \(removed.count) removed", unattended: .refuses)
        }
        try folder.write(stale, removing: removed)
        let revision = draft.json.word("revision")
        let summary: JSONValue = [
            "revision": draft.json["revision"] ?? .null, "rules": .integer(Int64(content.rules.count)),
            "written": .array(stale.keys.sorted().map(JSONValue.string)),
            "removed": .array(removed.map(JSONValue.string)),
        ]
        return call.show(summary) { _ in
            [
                "\(content.rules.count) rules of revision \(revision): \(stale.count) files written, \(removed.count) removed"
            ]
        }
    }

    private static func push(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let isPublishing = call.arguments.has("--publish")
        guard !isPublishing || call.arguments.text("--message") != nil else {
            throw CommandError(.usage, "--publish needs --message", hint: "give the release's message in the history")
        }
        let content = try RuleFolder(path: call.arguments.operands[0]).read()
        let draft = try await call.demand("GET", try call.appPath("/draft"))
        let expectations = try await call.demand("GET", try call.appPath("/expectations"))
        let changes = FolderChanges(
            content, draft: draft.json, expectations: expectations.json["expectations"] ?? .array([]))
        if !call.arguments.has("--json") { changes.lines.forEach(call.terminal.say) }
        let body = JSONValue.object([
            "settings": content.settings, "rules": .array(changes.order.compactMap { content.rules[$0] }),
        ]).canonicalBytes
        if call.arguments.has("--check") { return try await check(call, changes, body, draft) }
        guard !changes.isEmpty || isPublishing else {
            return call.show(.object(changes.json)) { _ in ["nothing to push: the draft equals the folder"] }
        }
        if changes.overwrites { try call.confirm("this replaces content of the draft", unattended: .proceeds) }
        if changes.expectations, let list = content.expectations {
            _ = try await call.demand(
                "PUT", try call.appPath("/expectations"), json: JSONValue.object(["expectations": list]).canonicalBytes,
                ifMatch: expectations.etag)
        }
        let message = call.arguments.text("--message").map { "&message=" + AdminCall.escaped($0) } ?? ""
        let path = try call.appPath("/draft" + (isPublishing ? "?publish=1\(message)" : ""))
        let answer = try await call.ask("PUT", path, json: body, ifMatch: draft.etag)
        guard answer.isSuccess else { throw call.refusal(answer, locating: changes.located) }
        let members = changes.json.merging(answer.json.objectValue ?? [:]) { mine, _ in mine }
        return call.show(.object(members)) {
            let release = answer.json["release"].map { ", published as release \($0.word("version"))" } ?? ""
            return ["the draft is at revision \(answer.json.word("revision"))\(release)"] + ProblemText.findings(in: $0)
        }
    }

    private static func check(
        _ call: AdminCall, _ changes: FolderChanges, _ body: [UInt8], _ draft: ServerAnswer
    ) async throws(CommandError) -> ExitCode {
        let answer = try await call.ask(
            "PUT", try call.appPath("/draft?dryRun=1"), json: body, ifMatch: draft.etag)
        guard answer.isSuccess else { throw call.refusal(answer, locating: changes.located) }
        let found = (answer.json["findings"]?.arrayValue ?? []).map(changes.located)
        var members = changes.json
        members["findings"] = .array(found)
        _ = call.show(.object(members)) {
            ProblemText.findings(in: $0) + [
                "\(changes.lines.count) changes, \(found.count) findings; nothing was changed"
            ]
        }
        return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : .done
    }
}
