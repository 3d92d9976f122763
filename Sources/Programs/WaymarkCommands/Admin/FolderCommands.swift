import CanonicalJSON
import RouteModel

/// `waymark draft pull` and `waymark draft push`: the draft as a folder of files.
enum FolderCommands {
    static let all: [Command] = [
        .admin(
            "draft pull", also: ["pull"], "write an app's draft into a folder of rule files, for git", operands: "DIR",
            count: 1...1,
            options: [.app, .yes],
            discussion: """
                Writes settings.json, expectations.json and rules/ID.json for each rule into DIR, and .waymark.json for \
                the next push. Files that differ are \
                replaced, and files of rules that the draft does not have are removed, after a question or with --yes.
                """
        ) { call async throws(CommandError) in try await pull(call) },
        .admin(
            "draft push", also: ["push"], "bring the changes of a folder of rule files into an app's draft",
            operands: "DIR", count: 1...1,
            options: [
                .app, .flag("--check", "change nothing; show what would change and what a publish would find"),
                .flag("--publish", "publish it"),
                .value("--message", "TEXT", "the release's message in the history; needed to publish"), .yes, .force,
                .flag("--prune", "also remove rules that the folder does not have and that its pull did not know"),
            ],
            discussion: """
                Prints + for new rules, ~ for changed ones, - for removed ones, and = for what others changed since the \
                pull, which stays. Refuses (3) if others changed what the folder changes. With --check it exits with 1 if \
                a finding would block a publish. The file .waymark.json in DIR has what the last pull or push knew; \
                without it a push needs --force to replace rules. With --publish one request writes and publishes the \
                draft. If expectations.json changed, too, the draft is written first, then the test addresses, then the \
                release is made: if one of these is refused, nothing is published, what is done is printed, and the same \
                command goes on from there.
                """
        ) { call async throws(CommandError) in try await FolderPush(call).run() },
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
                throw CommandError(.unreachable, "the server sent a rule with the invalid id “\(id)”")
            }
            content.rules[id] = rule
        }
        let folder = RuleFolder(path: call.arguments.operands[0])
        try folder.refuseFile("`waymark draft show --json` prints the draft for one file")
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
        try FolderState(
            app: try call.arguments.required("--app"), revision: draft.json["revision"]?.integerValue ?? 0,
            settings: content.settings ?? .object([:]), expectations: content.expectations ?? .array([]),
            rules: content.rules
        ).write(into: folder)
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
}
