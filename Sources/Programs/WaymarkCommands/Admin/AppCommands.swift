import CanonicalJSON

/// `waymark app …`: apps.
enum AppCommands {
    static let all: [Command] = [
        .admin(
            "app create", "make an app: a namespace of rules with a draft, releases and channels", operands: "[APP]",
            count: 0...1,
            options: [
                // Not from the environment: `waymark app create` alone should not make an app.
                .value("--app", "APP", "the app, in place of the operand"),
                .value("--title", "TEXT", "a title for people"),
            ]
        ) { call async throws(CommandError) in
            let name = try newApp(call.arguments)
            var app: [String: JSONValue] = ["app": .string(name)]
            if let title = call.arguments.text("--title") { app["title"] = .string(title) }
            let answer = try await call.demand("POST", "/v1/apps", json: JSONValue.object(app).canonicalBytes)
            return call.show(answer) { _ in ["made the app \(name)"] }
        },
        .admin("app list", "list the apps this token may see") { call async throws(CommandError) in
            try await call.list("/v1/apps", member: "apps", TextTable("APP", "TITLE")) { table, app in
                table.add(app.word("app"), app.word("title"))
            }
        },
        .admin("app show", "show one app", operands: "APP", count: 1...1) { call async throws(CommandError) in
            let path = "/v1/apps/" + AdminCall.escaped(call.arguments.operands[0])
            return call.show(try await call.demand("GET", path)) { app in
                let poll = app["poll"]
                return [
                    "\(app.word("app")): \(app.word("title"))",
                    "clients poll every \(poll?.word("interval") ?? "?") s, plus a random time of up to \(poll?.word("jitter") ?? "?") s",
                ]
            }
        },
        .admin(
            "app change", "change an app's title, how often its clients poll, or which releases are kept",
            operands: "APP", count: 1...1,
            options: [
                .value("--title", "TEXT", "a title for people"),
                .value("--poll-interval", "SECONDS", "the time between two polls of a client"),
                .value("--poll-jitter", "SECONDS", "the largest random time added to it"),
                .value("--retention-releases", "COUNT", "newest releases that are kept; default for the server's"),
                .value(
                    "--retention-days", "DAYS", "how long a release is kept after its use; default for the server's"),
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
            for (option, member) in [
                ("--retention-releases", "retentionReleases"), ("--retention-days", "retentionDays"),
            ] where call.arguments.text(option) != nil {
                let isDefault = call.arguments.text(option) == "default"
                let number = isDefault ? nil : try call.arguments.integer(option, in: 0...1_000_000)
                change[member] = number.map { .integer(Int64($0)) } ?? .null
            }
            guard !change.isEmpty else {
                throw CommandError(
                    .usage, "no change is given", hint: "give one of the options of waymark help app change")
            }
            let path = "/v1/apps/" + AdminCall.escaped(call.arguments.operands[0])
            let ifMatch = try await call.precondition(ofUnforced: path)
            let answer = try await call.demand(
                "PATCH", path, json: JSONValue.object(change).canonicalBytes, ifMatch: ifMatch)
            return call.show(answer) { ["\($0.word("app")): \($0.word("title")), polled \($0.word("poll"))"] }
        },
        .admin(
            "app delete", "delete an app; its name cannot be used again", operands: "APP", count: 1...1,
            options: [.yes, .force]
        ) { call async throws(CommandError) in
            let app = call.arguments.operands[0]
            let path = "/v1/apps/" + AdminCall.escaped(app)
            let ifMatch = try await call.precondition(of: path)
            try call.confirm(
                "this deletes \(app) and all its releases; the name cannot be used again", unattended: .refuses)
            let answer = try await call.demand("DELETE", path, ifMatch: ifMatch)
            return call.show(answer) { _ in ["deleted \(app)"] }
        },
    ]
    /// The name of the app to make: the operand, or the value of `--app`.
    private static func newApp(_ arguments: Arguments) throws(CommandError) -> String {
        let option = arguments.text("--app")
        guard let name = arguments.operands.first ?? option else {
            throw CommandError(
                .usage, "APP is missing", hint: "name the app that is made, such as waymark app create shop")
        }
        if let option, option != name {
            throw CommandError(
                .usage, "the operand names the app \(name), and --app names \(option)", hint: "give one of the two")
        }
        return name
    }
}
