import CanonicalJSON

/// `waymark nodes`: the servers that share a database.
enum NodeCommands {
    static let all: [Command] = [
        .admin(
            "nodes", "list the servers that share the database: what each has applied, and when it last said so",
            discussion: """
                POSITION is the last change that the server has; servers with the same one are equal. SEEN is when it last wrote \
                of itself, every few seconds while it reaches the database. The server that answered has a star.
                """
        ) { call async throws(CommandError) in
            call.show(try await call.demand("GET", "/v1/nodes"), lines)
        }
    ]

    private static func lines(_ answer: JSONValue) -> [String] {
        var table = TextTable("NAME", "VERSION", "POSITION", "BEHIND", "SEEN", "STARTED")
        for node in answer["nodes"]?.arrayValue ?? [] {
            let star = node["answers"] == true ? " *" : ""
            table.add(
                node.word("name") + star, node.word("version"), node.word("position"),
                "\(node.word("behindSeconds")) s", node.time("seenAt"), node.time("startedAt"))
        }
        guard answer["away"] == true else { return table.lines }
        return table.lines + ["the database is away: only the server that answered is listed, and writes are refused"]
    }
}
