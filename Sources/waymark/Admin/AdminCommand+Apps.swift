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
            "app change", "change an app's title, or how often its clients ask", operands: "APP", count: 1...1,
            options: [
                .value("--title", "TEXT", "what people call it"),
                .value("--poll-interval", "SECONDS", "how often clients ask"),
                .value("--poll-jitter", "SECONDS", "how far they spread"),
            ]
        ) { call async throws(CommandError) in
            var change: [String: JSONValue] = [:]
            if let title = call.arguments.text("--title") { change["title"] = .string(title) }
            var poll: [String: JSONValue] = [:]
            for name in ["interval", "jitter"] {
                let seconds = try call.arguments.integer("--poll-\(name)", in: 0...86_400)
                if let seconds { poll[name] = .integer(Int64(seconds)) }
            }
            if !poll.isEmpty { change["poll"] = .object(poll) }
            guard !change.isEmpty else { throw CommandError(.usage, "nothing is to be changed", hint: "give --title") }
            let path = "/v1/apps/" + AdminCall.escaped(call.arguments.operands[0])
            let ifMatch = try await call.precondition(ofUnforced: path)
            let answer = try await call.demand(
                "PATCH", path, json: JSONValue.object(change).canonicalBytes, ifMatch: ifMatch)
            return call.show(answer) { ["\($0.word("app")): \($0.word("title")), polled \($0.word("poll"))"] }
        },
        command(
            "app delete", "delete an app; its name is never used again", operands: "APP", count: 1...1,
            options: [yes, .flag("--force", "whatever changed meanwhile")]
        ) { call async throws(CommandError) in
            let app = call.arguments.operands[0]
            try call.confirm("this deletes \(app) and all its releases, and its name for ever", unattended: .refuses)
            let path = "/v1/apps/" + AdminCall.escaped(app)
            let answer = try await call.demand("DELETE", path, ifMatch: try await call.precondition(of: path))
            return call.show(answer) { _ in ["deleted \(app)"] }
        },
    ]
}
