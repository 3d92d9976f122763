import CanonicalJSON

/// `waymark draft …`, `waymark check` and `waymark diff`.
enum DraftCommands {
    static let all: [Command] = [
        .admin("draft show", "print an app's whole draft", options: [.app]) { call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.appPath("/draft"))) { draft in
                let rules = draft["rules"]?.arrayValue ?? []
                return ["revision \(draft.word("revision")), \(rules.count) rules; --json prints them"]
            }
        },
        .admin(
            "draft put", "replace an app's draft by a file in Waymark's format", operands: "FILE", count: 1...1,
            options: [.app, .force, .yes]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft")
            let file = try call.file(call.arguments.operands[0])
            let ifMatch = try await replacementTag(call)
            let answer = try await call.demand("PUT", path, json: file, ifMatch: ifMatch)
            return call.show(answer) {
                ["the draft is at revision \($0.word("revision"))"] + ProblemText.findings(in: $0)
            }
        },
        .admin(
            "draft settings", "show an app's settings, or replace them by a file", operands: "[FILE]", count: 0...1,
            options: [.app, .force, .yes]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/draft/settings")
            let current = try await call.demand("GET", path)
            guard let name = call.arguments.operands.first else { return call.show(current) { [$0.text] } }
            if current.json != .object([:]) {
                try call.confirm("this replaces the current settings", unattended: .proceeds)
            }
            let ifMatch = call.arguments.has("--force") ? "*" : current.etag
            let answer = try await call.demand("PUT", path, json: try call.file(name), ifMatch: ifMatch)
            return call.show(answer) { ["replaced the settings"] + ProblemText.findings(in: $0) }
        },
        .admin(
            "draft check", also: ["check"], "check an app's draft as a publish would", options: [.app],
            discussion: "Exits with 1 if a finding would block a publish."
        ) { call async throws(CommandError) in
            let answer = try await call.demand("POST", try call.appPath("/draft/check"), json: Array("{}".utf8))
            let found = answer.json["findings"]?.arrayValue ?? []
            let code = call.show(answer) { found.isEmpty ? ["nothing found"] : ProblemText.findings(in: $0) }
            return found.contains { $0["severity"]?.stringValue == "error" } ? .negative : code
        },
        .admin(
            "draft diff", also: ["diff"],
            "show what the draft changes against a release, or what changed between two releases",
            operands: "[VERSION VERSION]", count: 0...2,
            options: [
                .app, .value("--against", "VERSION", "a release or a channel; production by default"),
            ]
        ) { call async throws(CommandError) in
            let versions = call.arguments.operands.map(AdminCall.escaped)
            guard versions.count != 1 else {
                throw CommandError(
                    .usage, "two VERSIONs are needed",
                    hint: "to compare a release with the draft, use --against VERSION")
            }
            let against = call.arguments.text("--against").map { "?against=" + AdminCall.escaped($0) } ?? ""
            let path = versions.isEmpty ? "/draft/diff" + against : "/releases/\(versions[0])/diff/\(versions[1])"
            return call.show(try await call.demand("GET", try call.appPath(path))) {
                DifferenceText($0).lines
            }
        },
    ]

    /// The entity tag for replacing the draft, `*` with `--force`; asks for confirmation if the draft has rules.
    static func replacementTag(_ call: AdminCall, isDryRun: Bool = false) async throws(CommandError) -> String {
        let list = try await call.demand("GET", try call.appPath("/draft/rules?limit=1"))
        let isEmpty = list.json["rules"]?.arrayValue?.isEmpty ?? true
        if !isEmpty, !isDryRun {
            try call.confirm("this replaces the rules that the draft has", unattended: .proceeds)
        }
        if call.arguments.has("--force") { return "*" }
        guard let etag = list.etag else { throw CommandError(.refused, "the draft has no entity tag") }
        return etag
    }
}
