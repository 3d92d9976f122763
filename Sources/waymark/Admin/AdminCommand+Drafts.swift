import CanonicalJSON

extension AdminCommand {
    static let force = CommandOption.flag("--force", "overwrite whatever is there now")

    static let drafts: [Command] = [
        command("draft show", "print an app's whole draft", options: [app]) { call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.appPath("/draft"))) { draft in
                let rules = draft["rules"]?.arrayValue ?? []
                return ["revision \(draft.word("revision")), \(rules.count) rules; --json prints them"]
            }
        },
        command(
            "draft put", "replace an app's draft by a file in Waymark's format", operands: "FILE", count: 1...1,
            options: [app, force]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft")
            let file = try call.file(call.arguments.operands[0])
            let answer = try await call.demand("PUT", path, json: file, ifMatch: try await call.precondition(of: path))
            return call.show(answer) { ["the draft is at revision \($0.word("revision"))"] + findings(in: $0) }
        },
        command(
            "draft settings", "show an app's settings, or replace them by a file", operands: "[FILE]", count: 0...1,
            options: [app, force]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft/settings")
            guard let name = call.arguments.operands.first else {
                return call.show(try await call.demand("GET", path)) { [$0.text] }
            }
            let ifMatch = try await call.precondition(of: path)
            let answer = try await call.demand("PUT", path, json: try call.file(name), ifMatch: ifMatch)
            return call.show(answer) { ["replaced the settings"] + findings(in: $0) }
        },
        command(
            "check", "check an app's draft as a publish would", options: [app],
            discussion: "Exits with 1 where a finding would block."
        ) { call async throws(CommandError) in
            let answer = try await call.demand("POST", try call.appPath("/draft/check"), json: Array("{}".utf8))
            let found = answer.json["findings"]?.arrayValue ?? []
            let code = call.show(answer) { found.isEmpty ? ["nothing found"] : findings(in: $0) }
            return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
        },
        command(
            "diff", "show what the draft changes against a release",
            options: [
                app, .value("--against", "VERSION", "a release; the latest by default"),
            ]
        ) { call async throws(CommandError) in
            let against = call.arguments.text("--against").map { "?against=" + AdminCall.escaped($0) } ?? ""
            return call.show(try await call.demand("GET", try call.appPath("/draft/diff" + against))) { difference in
                ["added", "changed", "removed"].map { "\($0): \(difference.word($0))" }
                    + (difference["addresses"]?.arrayValue ?? []).map(\.text)
            }
        },
    ]

    /// The findings of an answer as lines.
    static func findings(in answer: JSONValue) -> [String] {
        (answer["findings"]?.arrayValue ?? []).map(ProblemText.line)
    }
}
