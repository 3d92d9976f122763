import CanonicalJSON

/// `waymark publish`, `waymark history` and `waymark restore`.
enum ReleaseCommands {
    static let message = CommandOption.value(
        "--message", "TEXT", "the release's message in the history", required: true)
    static let channel = CommandOption.value("--channel", "NAME", "the channel; production by default")

    static let all: [Command] = [
        .admin(
            "release publish", also: ["publish"], "check the draft, make a numbered release of it, and serve it",
            options: [
                .app, message, channel, .flag("--create-channel", "make the channel; needs --public or --private"),
            ] + ChannelCommands.visibility + [.yes, .force],
            discussion: """
                If a finding blocks, it publishes nothing and exits with 1. A channel that does not exist is made only \
                with --create-channel; a publish never changes whether clients need a token for a channel.
                """
        ) { call async throws(CommandError) in
            let ifMatch = try await call.precondition(of: try call.appPath("/draft"))
            let answer = try await call.demand(
                "POST", try call.appPath("/releases"), json: try order(call).canonicalBytes, ifMatch: ifMatch)
            return call.show(answer) { release in
                [published(release, call)] + ProblemText.findings(in: release)
            }
        },
        .admin(
            "release list", also: ["history"], "list an app's releases, newest first", options: [.app]
        ) { call async throws(CommandError) in
            let table = TextTable("VERSION", "PUBLISHED", "BY", "DIGEST", "MESSAGE")
            return try await call.list(try call.appPath("/releases"), member: "releases", table) { table, release in
                table.add(
                    release.word("version"), release.word("publishedAt"), release.word("author"),
                    String(release.word("digest").prefix(12)), release.word("message"))
            }
        },
        RestoreCommand.command,
    ]

    /// The body of a publish or a restore.
    static func order(_ call: AdminCall) throws(CommandError) -> JSONValue {
        var order: [String: JSONValue] = [
            "message": .string(try call.arguments.required("--message")),
            "channel": .string(call.arguments.text("--channel") ?? "production"),
        ]
        guard call.arguments.isGiven("--create-channel") else { return .object(order) }
        guard let isPublic = try ChannelCommands.isPublic(call) else { throw ChannelCommands.visibilityMissing }
        order["createChannel"] = true
        order["public"] = .bool(isPublic)
        return .object(order)
    }

    /// A line about a new release.
    static func published(_ release: JSONValue, _ call: AdminCall) -> String {
        let channel = call.arguments.text("--channel") ?? "production"
        return "release \(release.word("version")) is on \(channel), digest \(release.word("digest").prefix(12))"
    }
}
