import CanonicalJSON

/// `waymark console` and `waymark session …`: who is signed in to the console, over the API.
enum SessionCommands {
    static let all: [Command] = [
        .admin(
            "console", "print a link that signs a browser in to the console, once, within ten minutes",
            discussion: """
                The link has the rights of your token. The first browser that opens it is signed in, so give it to one person only; \
                waymark session list shows who is signed in.
                """
        ) { call async throws(CommandError) in
            let answer = try await call.demand("POST", "/v1/sign-in-links")
            let server = try call.connection().text
            guard let path = answer.json["path"]?.stringValue, path.hasPrefix("/") else {
                throw ServerConnection.impostor(
                    server, "POST", "/v1/sign-in-links", "\(answer.status) and the path “\(answer.json.word("path"))”")
            }
            return call.show(answer) { _ in ["\(server.hasSuffix("/") ? String(server.dropLast()) : server)\(path)"] }
        },
        .admin("session list", "list who is signed in to the console") { call async throws(CommandError) in
            let table = TextTable("ID", "NAME", "ROLE", "SIGNED IN WITH", "FROM", "SINCE", "LAST USED", "ENDS")
            return try await call.list("/v1/sessions", member: "sessions", table) { table, session in
                table.add(
                    session.word("id"), session.word("name"), session.word("role"), session.word("origin"),
                    session.word("address"), session.time("createdAt"), session.time("lastUsedAt"),
                    session.time("endsAt"))
            }
        },
        .admin("session end", "end a session of the console at once", operands: "ID", count: 1...1) {
            call async throws(CommandError) in
            let path = "/v1/sessions/" + AdminCall.escaped(call.arguments.operands[0])
            return call.show(try await call.demand("DELETE", path)) { _ in ["ended \(call.arguments.operands[0])"] }
        },
    ]
}
