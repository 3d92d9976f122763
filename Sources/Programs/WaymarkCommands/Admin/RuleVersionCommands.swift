import CanonicalJSON

/// `waymark rules history`, `waymark rules restore` and `waymark draft discard`: back to what was released.
enum RuleVersionCommands {
    static let all: [Command] = [
        .admin(
            "rules history", "show the versions of one rule: the releases that changed it, and its edits",
            operands: "ID", count: 1...1,
            options: [.app, .flag("--edits", "also show the edits of the draft between the releases")]
        ) { call async throws(CommandError) in try await history(call) },
        .admin(
            "rules restore", "put a rule back into the draft as a release has it", operands: "ID", count: 1...1,
            options: [.app, .value("--from", "VERSION", "the release", required: true), .force],
            discussion: "`waymark rules history ID` shows the releases. Nothing is published."
        ) { call async throws(CommandError) in
            guard let version = try call.arguments.integer("--from", in: 1...Int(Int32.max)) else {
                throw .missingOption("--from")
            }
            let id = call.arguments.operands[0]
            let order: JSONValue = ["from": .integer(Int64(version))]
            let answer = try await call.demand(
                "POST", try rulePath(call, "/restore"), json: order.canonicalBytes,
                ifMatch: try await call.precondition(of: try call.appPath("/draft/settings")))
            return call.show(answer) { _ in ["\(id) is in the draft as in release \(version)"] }
        },
        .admin(
            "draft discard", "put the draft, or some of its rules, back to what a channel serves", operands: "[ID…]",
            count: 0...1_000, options: [.app, ReleaseCommands.channel, .yes, .force],
            discussion: "Shows what goes, and asks at a terminal. The audit keeps the discarded texts."
        ) { call async throws(CommandError) in try await discard(call) },
    ]

    private static func rulePath(_ call: AdminCall, _ rest: String) throws(CommandError) -> String {
        try call.appPath("/draft/rules/" + AdminCall.escaped(call.arguments.operands[0]) + rest)
    }

    // MARK: History

    private static func history(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        var (releases, edits, damaged): ([JSONValue], [JSONValue], [JSONValue]) = ([], [], [])
        try await call.pages(try rulePath(call, "/history")) { path async throws(CommandError) in
            let page = try await call.demand("GET", path).json
            releases += page["releases"]?.arrayValue ?? []
            edits += page["edits"]?.arrayValue ?? []
            damaged += page["damaged"]?.arrayValue ?? []
            return page["next"]?.stringValue
        }
        var summary: [String: JSONValue] = [
            "rule": .string(call.arguments.operands[0]), "releases": .array(releases), "edits": .array(edits),
        ]
        if !damaged.isEmpty { summary["damaged"] = .array(damaged) }
        return call.show(.object(summary)) { _ in
            let unknown = damaged.map {
                "release \($0.text) cannot be read: it is not known whether it changed the rule"
            }
            let shown =
                unknown + releases.flatMap(lines) + (call.arguments.has("--edits") ? edits.flatMap(editLines) : [])
            return shown.isEmpty ? ["no release has a rule \(call.arguments.operands[0])"] : shown
        }
    }

    private static func lines(_ release: JSONValue) -> [String] {
        let rule = release["rule"] ?? .null
        return [
            "release \(release.word("version"))  \(release.time("publishedAt"))  \(release.word("author"))  "
                + release.word("message"),
            rule == .null ? "  without this rule" : "  \(rule.text)",
        ]
    }

    private static func editLines(_ edit: JSONValue) -> [String] {
        let sides = [("-", edit["before"]), ("+", edit["after"])].compactMap { sign, side in
            side.map { "  \(sign) \($0.text)" }
        }
        return ["edit \(edit.word("sequence"))  \(edit.time("at"))  \(edit.word("by"))  \(edit.word("action"))"] + sides
    }

    // MARK: Discard

    private static func discard(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let channel = call.arguments.text("--channel") ?? "production"
        let ids = call.arguments.operands
        let summary = try await call.demand(
            "GET", try call.appPath("/draft/summary?channel=" + AdminCall.escaped(channel)))
        if !call.arguments.has("--json"), ids.isEmpty {
            for line in PublishSummary(summary.json).lines.dropFirst() { call.terminal.printError(line) }
        }
        let what = ids.isEmpty ? "all unpublished changes" : "the unpublished changes of \(ids.joined(separator: ", "))"
        try call.confirm("this discards \(what)", unattended: .proceeds)
        let order: JSONValue = ids.isEmpty ? [:] : ["rules": .array(ids.map(JSONValue.string))]
        let answer = try await call.demand(
            "POST", try call.appPath("/draft/discard?channel=" + AdminCall.escaped(channel)),
            json: order.canonicalBytes, ifMatch: call.arguments.has("--force") ? "*" : summary.etag)
        return call.show(answer) {
            ["discarded \(what); the draft is at revision \($0.word("revision"))"]
        }
    }
}
