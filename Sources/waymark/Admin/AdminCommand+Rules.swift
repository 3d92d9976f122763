import CanonicalJSON

extension AdminCommand {
    static let rules: [Command] = [
        command(
            "rules list", "list the rules of an app's draft",
            options: [
                app, .value("--search", "TEXT", "only rules that hold this text"),
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
        command("rules show", "print one rule", operands: "ID", count: 1...1, options: [app]) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.rulePath())) { [$0.text] }
        },
        command(
            "rules add", "add one rule from a file, or from the standard input", operands: "FILE|-", count: 1...1,
            options: [app]
        ) { call async throws(CommandError) in
            let rule = try call.file(call.arguments.operands[0])
            let answer = try await call.demand("POST", try call.appPath("/draft/rules"), json: rule)
            return call.show(answer) { ["added \($0.word("id"))"] + findings(in: $0) }
        },
        command(
            "rules replace", "replace one rule by a file", operands: "ID FILE|-", count: 2...2, options: [app, force]
        ) { call async throws(CommandError) in
            let path = try call.rulePath()
            let rule = try call.file(call.arguments.operands[1])
            let answer = try await call.demand("PUT", path, json: rule, ifMatch: try await call.draftPrecondition())
            return call.show(answer) { _ in ["replaced \(call.arguments.operands[0])"] }
        },
        command("rules delete", "delete one rule", operands: "ID", count: 1...1, options: [app, force]) {
            call async throws(CommandError) in
            let path = try call.rulePath()
            let answer = try await call.demand("DELETE", path, ifMatch: try await call.draftPrecondition())
            return call.show(answer) { _ in ["deleted \(call.arguments.operands[0])"] }
        },
    ]
}

extension AdminCall {
    /// A rule is edited against its draft's revision.
    fileprivate func draftPrecondition() async throws(CommandError) -> String {
        try await precondition(of: try appPath("/draft/settings"))
    }

    /// The path of the rule that the first operand names.
    fileprivate func rulePath() throws(CommandError) -> String {
        try appPath("/draft/rules/" + Self.escaped(arguments.operands[0]))
    }
}
