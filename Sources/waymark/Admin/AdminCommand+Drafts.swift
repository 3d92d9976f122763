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
            options: [app, force, yes]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft")
            let file = try call.file(call.arguments.operands[0])
            let ifMatch = try await call.draftToReplace()
            let answer = try await call.demand("PUT", path, json: file, ifMatch: ifMatch)
            return call.show(answer) { ["the draft is at revision \($0.word("revision"))"] + findings(in: $0) }
        },
        command(
            "draft settings", "show an app's settings, or replace them by a file", operands: "[FILE]", count: 0...1,
            options: [app, force, yes]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft/settings")
            let current = try await call.demand("GET", path)
            guard let name = call.arguments.operands.first else { return call.show(current) { [$0.text] } }
            if current.json != .object([:]) {
                try call.confirm("this replaces the settings that are there", unattended: .proceeds)
            }
            let ifMatch = call.arguments.has("--force") ? "*" : current.etag
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
            "diff", "show what the draft changes against a release, or what changed between two releases",
            operands: "[VERSION VERSION]", count: 0...2,
            options: [
                app, .value("--against", "VERSION", "a release or a channel; production by default"),
            ]
        ) { call async throws(CommandError) in
            let versions = call.arguments.operands.map(AdminCall.escaped)
            guard versions.count != 1 else {
                throw CommandError(.usage, "one VERSION is not enough", hint: "--against compares with the draft")
            }
            let against = call.arguments.text("--against").map { "?against=" + AdminCall.escaped($0) } ?? ""
            let path = versions.isEmpty ? "/draft/diff" + against : "/releases/\(versions[0])/diff/\(versions[1])"
            return call.show(try await call.demand("GET", try call.appPath(path))) {
                DifferenceText($0).lines
            }
        },
    ]

    /// The findings of an answer as lines.
    static func findings(in answer: JSONValue) -> [String] {
        let leftOut = answer["findingsLeftOut"]?.integerValue ?? 0
        return (answer["findings"]?.arrayValue ?? []).map(ProblemText.line)
            + (leftOut > 0 ? ["\(leftOut) more findings are not listed"] : [])
    }
}

extension AdminCall {
    /// The entity tag of the draft that is about to be replaced, after a question where it has rules.
    func draftToReplace(unlessDry isDry: Bool = false) async throws(CommandError) -> String {
        let list = try await demand("GET", try appPath("/draft/rules?limit=1"))
        let isEmpty = list.json["rules"]?.arrayValue?.isEmpty ?? true
        if !isEmpty, !isDry { try confirm("this replaces the rules that the draft has", unattended: .proceeds) }
        if arguments.has("--force") { return "*" }
        guard let etag = list.etag else { throw CommandError(.refused, "the draft has no entity tag") }
        return etag
    }
}
