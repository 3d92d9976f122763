import CanonicalJSON
import RouteDocuments
import RouteModel

/// `waymark rules …`: one rule of the draft at a time.
enum RuleCommands {
    static let all: [Command] = [
        .admin(
            "rules list", "list the rules of an app's draft",
            options: [
                .app, .value("--search", "TEXT", "only rules that contain this text"),
            ]
        ) { call async throws(CommandError) in
            let search = call.arguments.text("--search").map { "?q=" + AdminCall.escaped($0) } ?? ""
            let table = TextTable("ID", "ENABLED", "PRIORITY", "MATCH", "TO", "WHEN", "NOTE")
            return try await call.list(try call.appPath("/draft/rules" + search), member: "rules", table) {
                table, rule in
                let patterns = rule["match"]?.arrayValue ?? []
                let more = patterns.count > 1 ? " (+\(patterns.count - 1))" : ""
                let match = patterns.first?.stringValue ?? patterns.first?.text ?? "-"
                let isEnabled = rule["enabled"]?.boolValue ?? true
                table.add(
                    rule.word("id"), isEnabled ? "yes" : "no", rule["priority"]?.text ?? "0", match + more,
                    rule.word("to"), rule.word("when"), rule.word("note"))
            }
        },
        .admin("rules show", "print one rule", operands: "ID", count: 1...1, options: [.app]) {
            call async throws(CommandError) in
            let rule = try rule(call.arguments.operands[0], call)
            let answer = try await call.demand("GET", rule.path)
            try call.remember(rule, answer.json, etag: answer.etag)
            return call.show(answer) { [$0.prettyText] }
        },
        .admin(
            "rules add", "add one rule from a file, or from the standard input", operands: "FILE|-", count: 1...1,
            options: [.app]
        ) { call async throws(CommandError) in
            let file = try SourceFile(call.arguments.operands[0])
            _ = try file.value(of: DraftDecoder.rule(file.bytes, settings: Settings()), call)
            let answer = try await call.demand("POST", try call.appPath("/draft/rules"), json: file.bytes)
            if let id = answer.json["id"]?.stringValue {
                try call.remember(try rule(id, call), answer.json, etag: answer.etag)
            }
            return call.show(answer) { ["added \($0.word("id"))"] + ProblemText.findings(in: $0) }
        },
        .admin(
            "rules replace", "replace one rule by a file", operands: "ID FILE|-", count: 2...2,
            options: [.app, .force, .yes],
            discussion: """
                Refuses (3) if others changed the rule after `rules show` printed it to you, and (2) if it is not known \
                that you read it.
                """
        ) { call async throws(CommandError) in try await replace(call) },
        .admin("rules delete", "delete one rule", operands: "ID", count: 1...1, options: [.app, .force, .yes]) {
            call async throws(CommandError) in
            let rule = try rule(call.arguments.operands[0], call)
            let now = try await call.demand("GET", rule.path)
            let answer = try await call.overwrite(rule, "DELETE", now: now, wanted: nil, body: nil)
            return call.show(answer) { _ in ["deleted \(call.arguments.operands[0])"] }
        },
    ]

    private static func replace(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        let id = call.arguments.operands[0]
        let rule = try rule(id, call)
        let file = try SourceFile(call.arguments.operands[1])
        let decoded = try file.value(of: DraftDecoder.rule(file.bytes, settings: Settings(), id: id), call)
        let wanted = try? JSONValue(parsing: decoded.canonicalBytes)
        let now = try await call.ask("GET", rule.path)
        let answer: ServerAnswer
        if now.status == 404 {
            // The rule is new, or others deleted it; a 404 of the app is thrown by the next request.
            let tag = try await call.precondition(of: try call.appPath("/draft/settings"))
            if tag != "*", let reading = try call.remembered(rule) {
                let versions = ThreeVersions(read: reading.content, now: nil, wanted: wanted)
                throw call.staleError(rule.name, versions.lines, nil, reader: "rules list")
            }
            answer = try await call.demand("PUT", rule.path, json: file.bytes, ifMatch: tag)
            try call.remember(rule, answer.json, etag: answer.etag)
        } else {
            guard now.isSuccess else { throw call.refusal(now) }
            answer = try await call.overwrite(rule, now: now, wanted: wanted, body: file.bytes)
        }
        return call.show(answer) { _ in ["replaced \(id)"] }
    }

    /// The rule of that id.
    private static func rule(_ id: String, _ call: AdminCall) throws(CommandError) -> Overwritable {
        let path = try call.appPath("/draft/rules/" + AdminCall.escaped(id))
        return Overwritable(path: path, name: "the rule \(id)", reader: "rules show \(id)")
    }
}
