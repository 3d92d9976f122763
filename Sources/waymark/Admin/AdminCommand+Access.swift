import CanonicalJSON

extension AdminCommand {
    static let tokens: [Command] = [
        command(
            "token make", "make a token over the API; it is shown once", operands: "NAME", count: 1...1,
            options: [
                .value("--role", "ROLE", "viewer, editor, publisher or admin", required: true),
                .value("--app", "APP", "limits it to this app", repeats: true),
                .value("--expires", "INSTANT", "when it ends, such as 2027-01-01T00:00:00Z"),
            ]
        ) { call async throws(CommandError) in
            var token: [String: JSONValue] = [
                "name": .string(call.arguments.operands[0]), "role": .string(try call.arguments.required("--role")),
            ]
            let apps = call.arguments.all("--app")
            if !apps.isEmpty { token["apps"] = .array(apps.map(JSONValue.string)) }
            if let end = call.arguments.text("--expires") { token["expiresAt"] = .string(end) }
            let answer = try await call.demand("POST", "/v1/tokens", json: JSONValue.object(token).canonicalBytes)
            return call.show(answer) { ["\($0.word("token"))"] }
        },
        command("token list", "list tokens, never their secrets") { call async throws(CommandError) in
            let table = TextTable("ID", "NAME", "ROLE", "APPS", "EXPIRES", "LAST USED")
            return try await call.list("/v1/tokens", member: "tokens", table) { table, token in
                table.add(
                    token.word("id"), token.word("name"), token.word("role"), token.word("apps"),
                    token.word("expiresAt"), token.word("lastUsedAt"))
            }
        },
        command("token revoke", "end a token at once", operands: "ID", count: 1...1) {
            call async throws(CommandError) in
            let path = "/v1/tokens/" + AdminCall.escaped(call.arguments.operands[0])
            return call.show(try await call.demand("DELETE", path)) { _ in ["revoked \(call.arguments.operands[0])"] }
        },
    ]

    static let screens: [Command] = [
        command("screens list", "list the builds whose screens are stored", options: [app]) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.appPath("/screens"))) { record in
                var table = TextTable("PLATFORM", "VERSION", "SCREENS")
                for build in record["screens"]?.arrayValue ?? [] {
                    let names = (build["screens"]?.objectValue ?? [:]).keys.sorted().joined(separator: ", ")
                    table.add(build.word("platform"), build.word("version"), names)
                }
                return table.rows.isEmpty ? ["there are none"] : table.lines
            }
        },
        command(
            "screens put", "store the screens of a build and the parameters they need",
            operands: "PLATFORM VERSION FILE|-", count: 3...3, options: [app]
        ) { call async throws(CommandError) in
            let names = call.arguments.operands.map(AdminCall.escaped)
            let file = try call.file(call.arguments.operands[2])
            let path = try call.appPath("/screens/\(names[0])/\(names[1])")
            return call.show(try await call.demand("PUT", path, json: file)) {
                ["\($0["screens"]?.objectValue?.count ?? 0) screens of \(names[0]) \(names[1]) are stored"]
            }
        },
        command(
            "screens remove", "forget the screens of a build that nobody has any more", operands: "PLATFORM VERSION",
            count: 2...2, options: [app]
        ) { call async throws(CommandError) in
            let names = call.arguments.operands.map(AdminCall.escaped)
            let path = try call.appPath("/screens/\(names[0])/\(names[1])")
            return call.show(try await call.demand("DELETE", path)) { _ in
                ["the screens of \(names[0]) \(names[1]) are forgotten"]
            }
        },
    ]

    static let whoami = command("whoami", "say what this token may do") { call async throws(CommandError) in
        call.show(try await call.demand("GET", "/v1/whoami")) { [$0.text] }
    }

    static let audit = command(
        "audit", "list who did what, when and from where",
        options: [
            .value("--app", "APP", "only this app"), .value("--limit", "N", "at most so many rows"),
        ]
    ) { call async throws(CommandError) in
        var query: [String] = []
        if let app = call.arguments.text("--app") { query.append("app=" + AdminCall.escaped(app)) }
        if let limit = try call.arguments.integer("--limit", in: 1...1000) { query.append("limit=\(limit)") }
        let path = "/v1/audit" + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        let table = TextTable("SEQ", "AT", "WHO", "FROM", "ACTION", "APP")
        if call.arguments.text("--limit") != nil {
            return call.show(try await call.demand("GET", path)) { page in
                var table = table
                for row in page["audit"]?.arrayValue ?? [] { add(row, to: &table) }
                return table.lines
            }
        }
        return try await call.list(path, member: "audit", table) { add($1, to: &$0) }
    }

    private static func add(_ row: JSONValue, to table: inout TextTable) {
        table.add(
            row.word("sequence"), row.word("at"), row.word("by"), row.word("from"), row.word("action"), row.word("app"))
    }

    static let health = command(
        "health", "exit with 0 where the server is ready, with 1 where it is not",
        discussion: "A container's health check; it needs no token."
    ) { call async throws(CommandError) in
        let answer = try await call.ask("GET", "/readyz")
        _ = call.show(answer) { [$0 == .null ? call.arguments.text("--server") ?? "ready" : $0.text] }
        return answer.isSuccess ? .done : .negative
    }
}
