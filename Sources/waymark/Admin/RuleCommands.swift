import CanonicalJSON

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
            let table = TextTable("ID", "MATCH", "TO", "WHEN")
            return try await call.list(try call.appPath("/draft/rules" + search), member: "rules", table) {
                table, rule in
                let patterns = rule["match"]?.arrayValue ?? []
                let more = patterns.count > 1 ? " (+\(patterns.count - 1))" : ""
                let match = patterns.first?.stringValue ?? patterns.first?.text ?? "-"
                table.add(rule.word("id"), match + more, rule.word("to"), rule.word("when"))
            }
        },
        .admin("rules show", "print one rule", operands: "ID", count: 1...1, options: [.app]) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try rulePath(call))) { [$0.text] }
        },
        .admin(
            "rules add", "add one rule from a file, or from the standard input", operands: "FILE|-", count: 1...1,
            options: [.app]
        ) { call async throws(CommandError) in
            let rule = try call.file(call.arguments.operands[0])
            let answer = try await call.demand("POST", try call.appPath("/draft/rules"), json: rule)
            return call.show(answer) { ["added \($0.word("id"))"] + ProblemText.findings(in: $0) }
        },
        .admin(
            "rules replace", "replace one rule by a file", operands: "ID FILE|-", count: 2...2, options: [.app, .force]
        ) { call async throws(CommandError) in
            let path = try rulePath(call)
            let rule = try call.file(call.arguments.operands[1])
            let answer = try await call.demand("PUT", path, json: rule, ifMatch: try await draftTag(call))
            return call.show(answer) { _ in ["replaced \(call.arguments.operands[0])"] }
        },
        .admin("rules delete", "delete one rule", operands: "ID", count: 1...1, options: [.app, .force]) {
            call async throws(CommandError) in
            let path = try rulePath(call)
            let answer = try await call.demand("DELETE", path, ifMatch: try await draftTag(call))
            return call.show(answer) { _ in ["deleted \(call.arguments.operands[0])"] }
        },
    ]

    /// The entity tag of the draft for the precondition of an edit, `*` with `--force`.
    private static func draftTag(_ call: AdminCall) async throws(CommandError) -> String {
        try await call.precondition(of: try call.appPath("/draft/settings"))
    }

    /// The path of the rule named by the first operand.
    private static func rulePath(_ call: AdminCall) throws(CommandError) -> String {
        try call.appPath("/draft/rules/" + AdminCall.escaped(call.arguments.operands[0]))
    }
}
