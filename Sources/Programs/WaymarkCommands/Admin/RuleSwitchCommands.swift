import CanonicalJSON

/// `waymark rules disable` and `waymark rules enable`: one rule, at once, and nothing else.
enum RuleSwitchCommands {
    static let all: [Command] = [
        command("disable", isEnabling: false, "switch a rule off in the draft; with --publish also for clients"),
        command("enable", isEnabling: true, "switch a rule on in the draft; with --publish also for clients"),
    ]

    private static func command(_ verb: String, isEnabling: Bool, _ summary: String) -> Command {
        .admin(
            "rules \(verb)", summary, operands: "ID", count: 1...1,
            options: [
                .app, .flag("--publish", "release this change, and no other of the draft"),
                .value("--message", "TEXT", "the release's message in the history; `\(verb) ID` by default"),
                ReleaseCommands.channel,
            ]
        ) { call async throws(CommandError) in try await run(call, verb, isEnabling) }
    }

    private static func run(
        _ call: AdminCall, _ verb: String, _ isEnabling: Bool
    ) async throws(CommandError) -> ExitCode {
        let id = call.arguments.operands[0]
        let isPublishing = call.arguments.has("--publish")
        guard isPublishing || (call.arguments.text("--message") ?? call.arguments.text("--channel")) == nil else {
            throw CommandError(.usage, "--message and --channel need --publish")
        }
        let path = try call.appPath("/draft/rules/" + AdminCall.escaped(id))
        let there = try await call.demand("GET", path)
        var last = there
        if (there.json["enabled"]?.boolValue ?? true) != isEnabling {
            var rule = there.json.objectValue ?? [:]
            rule["enabled"] = .bool(isEnabling)
            last = try await call.demand(
                "PUT", path, json: JSONValue.object(rule).canonicalBytes, ifMatch: there.etag)
        }
        let done = "\(id) is \(isEnabling ? "enabled" : "disabled") in the draft"
        guard isPublishing else { return call.show(last) { _ in [done] } }
        // The rule is named, so that it may be the last one, too.
        let order: JSONValue = [
            "allowShrink": true,
            "channel": .string(call.arguments.text("--channel") ?? "production"),
            "message": .string(call.arguments.text("--message") ?? "\(verb) \(id)"),
            "only": [.string(id)],
        ]
        let answer = try await call.ask(
            "POST", try call.appPath("/releases"), json: order.canonicalBytes, ifMatch: last.etag)
        guard answer.isSuccess else {
            var error = call.refusal(answer)
            error.hint = [done + ", and not published", error.hint].compactMap { $0 }.joined(separator: "\n  ")
            throw error
        }
        return call.show(answer) { [done, ReleaseCommands.published($0, call)] }
    }
}
