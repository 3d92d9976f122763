import CanonicalJSON
import RouteDocuments
import RouteModel

/// `waymark draft …`, `waymark draft check` and `waymark draft diff`.
enum DraftCommands {
    static let all: [Command] = [
        .admin("draft show", "print an app's whole draft", options: [.app]) { call async throws(CommandError) in
            let answer = try await call.demand("GET", try call.appPath("/draft"))
            // Without --json the rules are not shown.
            if call.arguments.has("--json") {
                try call.remember(try WholeDraft.resource(call), answer.json, etag: answer.etag)
            }
            return call.show(answer) { draft in
                let rules = draft["rules"]?.arrayValue ?? []
                return ["revision \(draft.word("revision")), \(rules.count) rules; --json prints them"]
            }
        },
        .admin(
            "draft body", "print the body that a release of the draft would have if it were published now",
            options: [.app]
        ) { call async throws(CommandError) in try await call.print(try call.appPath("/draft/body")) },
        .admin(
            "draft replace", also: ["draft put"], "replace an app's draft by a file in Waymark's format",
            operands: "FILE", count: 1...1,
            options: [.app, .force, .yes],
            discussion: """
                Refuses (3) if the draft was changed after the "revision" that the file has; a file without it is compared \
                with what `draft show --json` printed to you last.
                """
        ) { call async throws(CommandError) in try await WholeDraft.put(call) },
        .admin(
            "draft settings", "show an app's settings, or replace them by a file", operands: "[FILE]", count: 0...1,
            options: [.app, .force, .yes],
            discussion: "Refuses (3) if others changed the settings after this command printed them to you."
        ) { call async throws(CommandError) in
            let settings = Overwritable(
                path: try call.appPath("/draft/settings"), name: "the settings", reader: "draft settings")
            guard let name = call.arguments.operands.first else {
                let current = try await call.demand("GET", settings.path)
                try call.remember(settings, current.json, etag: current.etag)
                return call.show(current) { [$0.prettyText] }
            }
            let file = try SourceFile(name)
            let wanted = try file.value(of: DraftDecoder.settings(file.bytes), call)
            let current = try await call.demand("GET", settings.path)
            if current.json != .object([:]) {
                try call.confirm("this replaces the current settings", unattended: .proceeds)
            }
            let answer = try await call.overwrite(
                settings, now: current, wanted: try? JSONValue(parsing: wanted.canonicalBytes), body: file.bytes)
            return call.show(answer) { ["replaced the settings"] + ProblemText.findings(in: $0) }
        },
        .admin(
            "draft check", also: ["check"], "check an app's draft as a publish would",
            options: [
                .app,
                .value("--address", "URL", "tell instead what the draft would do with this address, and why"),
                .value("--context", "k=v", "with --address, facts about the client", repeats: true),
                .value("--at", "INSTANT", "with --address, the time at which rules apply; now by default"),
            ],
            discussion: "Exits with 1 if a finding would block a publish, or if the address is not opened."
        ) { call async throws(CommandError) in
            if let address = call.arguments.text("--address") {
                return try await ServerResolution(call: call, isDraft: true, isExplaining: true).run(
                    [address], context: try ClientOptions.context(call.arguments),
                    at: try ClientOptions.instant(call.arguments))
            }
            let answer = try await call.demand("POST", try call.appPath("/draft/check"), json: Array("{}".utf8))
            let found = answer.json["findings"]?.arrayValue ?? []
            let allowed = Int(answer.json["allowed"]?.integerValue ?? 0)
            let code = call.show(answer) {
                (found.isEmpty ? ["nothing found"] : ProblemText.findings(in: $0))
                    + (allowed > 0
                        ? [
                            "not listed: \(Count.of(allowed, "warning that a rule allows", "warnings that rules allow"))"
                        ] : [])
            }
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
            // Scripts get the answer of version 0.1.0.
            let texts = call.arguments.has("--json") ? [] : ["texts=1"]
            let against = call.arguments.text("--against").map { ["against=" + AdminCall.escaped($0)] } ?? []
            let query = (texts + (versions.isEmpty ? against : [])).joined(separator: "&")
            let path = versions.isEmpty ? "/draft/diff" : "/releases/\(versions[0])/diff/\(versions[1])"
            return call.show(try await call.demand("GET", try call.appPath(path + (query.isEmpty ? "" : "?" + query))))
            {
                DifferenceText($0).lines
            }
        },
    ]
}
