import CanonicalJSON

/// `waymark token …` over the API.
enum TokenCommands {
    static let all: [Command] = [
        .admin(
            "token make", "make a token over the API; its secret is shown once", operands: "NAME", count: 1...1,
            options: [
                .value("--role", "ROLE", "viewer, editor, publisher or admin", required: true),
                .value("--app", "APP", "an app that the token is limited to", repeats: true),
                .value(
                    "--channel", "APP/CHANNEL",
                    "a channel that the token may publish to and move; no other of that app",
                    repeats: true),
                .value("--expires", "INSTANT", "when it expires, such as 2027-01-01T00:00:00Z"),
            ]
        ) { call async throws(CommandError) in
            var token: [String: JSONValue] = [
                "name": .string(call.arguments.operands[0]), "role": .string(try call.arguments.required("--role")),
            ]
            let apps = call.arguments.all("--app")
            if !apps.isEmpty { token["apps"] = .array(apps.map(JSONValue.string)) }
            let channels = call.arguments.all("--channel")
            if !channels.isEmpty { token["channels"] = .array(channels.map(JSONValue.string)) }
            if let end = call.arguments.text("--expires") { token["expiresAt"] = .string(end) }
            let answer = try await call.demand("POST", "/v1/tokens", json: JSONValue.object(token).canonicalBytes)
            return call.show(answer) { ["\($0.word("token"))"] }
        },
        .admin("token list", "list tokens, never their secrets") { call async throws(CommandError) in
            let table = TextTable("ID", "NAME", "ROLE", "APPS", "EXPIRES", "LAST USED", "CHANNELS")
            return try await call.list("/v1/tokens", member: "tokens", table) { table, token in
                table.add(
                    token.word("id"), token.word("name"), token.word("role"), token.word("apps"),
                    token.word("expiresAt"), token.word("lastUsedAt"),
                    token.word("channels"))
            }
        },
        .admin(
            "token rotate", "give a token another secret; it is shown once", operands: "ID", count: 1...1,
            options: [
                .value(
                    "--overlap", "SECONDS", "how long the secret before stays valid; 3600 by default, 0 for not at all")
            ]
        ) { call async throws(CommandError) in
            let path = "/v1/tokens/" + AdminCall.escaped(call.arguments.operands[0]) + "/rotate"
            var body: [String: JSONValue] = [:]
            if let seconds = try call.arguments.integer("--overlap", in: 0...30 * 24 * 3600) {
                body["overlapSeconds"] = .integer(Int64(seconds))
            }
            let answer = try await call.demand("POST", path, json: JSONValue.object(body).canonicalBytes)
            return call.show(answer) { ["\($0.word("token"))"] }
        },
        .admin("token revoke", "revoke a token at once", operands: "ID", count: 1...1) {
            call async throws(CommandError) in
            let path = "/v1/tokens/" + AdminCall.escaped(call.arguments.operands[0])
            return call.show(try await call.demand("DELETE", path)) { _ in ["revoked \(call.arguments.operands[0])"] }
        },
    ]
}
