import CanonicalJSON

extension AdminCommand {
    static let apps: [Command] = [
        command(
            "app create", "make an app: a namespace of rules with a draft, releases and channels", operands: "APP",
            count: 1...1, options: [.value("--title", "TEXT", "what people call it")]
        ) { call async throws(CommandError) in
            var app: [String: JSONValue] = ["app": .string(call.arguments.operands[0])]
            if let title = call.arguments.text("--title") { app["title"] = .string(title) }
            let answer = try await call.demand("POST", "/v1/apps", json: JSONValue.object(app).canonicalBytes)
            return call.show(answer) { _ in ["made the app \(call.arguments.operands[0])"] }
        },
        command("app list", "list the apps this token may see") { call async throws(CommandError) in
            try await call.list("/v1/apps", member: "apps", TextTable("APP", "TITLE")) { table, app in
                table.add(app.word("app"), app.word("title"))
            }
        },
        command("app show", "show one app", operands: "APP", count: 1...1) { call async throws(CommandError) in
            let path = "/v1/apps/" + AdminCall.escaped(call.arguments.operands[0])
            return call.show(try await call.demand("GET", path)) { app in
                let poll = app["poll"]
                return [
                    "\(app.word("app")): \(app.word("title"))",
                    "clients ask every \(poll?.word("interval") ?? "?") s, spread over \(poll?.word("jitter") ?? "?") s",
                ]
            }
        },
        command(
            "app delete", "delete an app; its name is never used again", operands: "APP", count: 1...1,
            options: [.flag("--yes", "do it"), .flag("--force", "whatever changed meanwhile")]
        ) { call async throws(CommandError) in
            let app = call.arguments.operands[0]
            guard call.arguments.has("--yes") else {
                throw CommandError(.usage, "this deletes \(app) and all its releases", hint: "add --yes to do it")
            }
            let path = "/v1/apps/" + AdminCall.escaped(app)
            let answer = try await call.demand("DELETE", path, ifMatch: try await call.precondition(of: path))
            return call.show(answer) { _ in ["deleted \(app)"] }
        },
    ]
}
