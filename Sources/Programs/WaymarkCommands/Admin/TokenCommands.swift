import CanonicalJSON

/// `waymark token …` over the API.
enum TokenCommands {
    static let all: [Command] = [
        TokenCreateCommand.command,
        .admin("token list", "list tokens, never their secrets") { call async throws(CommandError) in
            let table = TextTable("ID", "NAME", "ROLE", "APPS", "EXPIRES", "LAST USED", "CHANNELS")
            return try await call.list("/v1/tokens", member: "tokens", table) { table, token in
                table.add(
                    token.word("id"), token.word("name"), token.word("role"), token.word("apps"),
                    token.time("expiresAt"), token.time("lastUsedAt"),
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
