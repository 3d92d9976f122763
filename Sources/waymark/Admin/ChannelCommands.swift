import CanonicalJSON

/// `waymark channel …`: which release each channel serves.
enum ChannelCommands {
    static let all: [Command] = [
        .admin("channel list", "list an app's channels", options: [.app]) { call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.appPath())) { app in
                var table = TextTable("CHANNEL", "VERSION", "PUBLIC", "MOVES", "CHANGED")
                for channel in app["channels"]?.arrayValue ?? [] {
                    table.add(
                        channel.word("channel"), channel.word("version"), channel.word("public"),
                        channel.word("sequence"), channel.word("changedAt"))
                }
                return table.lines
            }
        },
        .admin(
            "channel show", "show the release that a channel serves", operands: "[NAME]", count: 0...1, options: [.app]
        ) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try channelPath(call))) { channel in
                [
                    "\(channel.word("channel")) is at release \(channel.word("version")), public: \(channel.word("public"))"
                ]
            }
        },
        .admin(
            "channel move", "make a channel serve a release, at once", operands: "NAME VERSION", count: 2...2,
            options: [
                .app, .flag("--private", "clients need a token from now on"),
                .flag("--public", "clients need no token from now on"), .force,
            ],
            discussion: "Without --private and --public a channel stays as it is, and a new one is public."
        ) { call async throws(CommandError) in
            guard !call.arguments.has("--private") || !call.arguments.has("--public") else {
                throw CommandError(.usage, "--private and --public exclude each other")
            }
            guard let version = Int64(call.arguments.operands[1]) else {
                throw CommandError(.usage, "VERSION must be a number, not “\(call.arguments.operands[1])”")
            }
            let path = try channelPath(call)
            let now = try await call.ask("GET", path)
            let ifMatch = call.arguments.has("--force") ? "*" : now.etag ?? "*"
            var order: [String: JSONValue] = ["version": .integer(version)]
            if call.arguments.has("--private") {
                order["public"] = false
            } else if call.arguments.has("--public") || now.status == 404 {
                order["public"] = true
            }
            let content = JSONValue.object(order).canonicalBytes
            let answer = try await call.demand("PUT", path, json: content, ifMatch: ifMatch)
            return call.show(answer) { ["\(call.arguments.operands[0]) is at release \($0.word("version"))"] }
        },
        .admin(
            "channel delete", "delete a channel; its clients keep their release", operands: "NAME", count: 1...1,
            options: [.app, .yes, .force],
            discussion: "The last public channel of an app cannot be deleted with --force."
        ) { call async throws(CommandError) in
            let name = call.arguments.operands[0]
            try call.confirm(
                "this deletes the channel \(name); clients that follow it get no further releases",
                unattended: .refuses)
            let path = try channelPath(call)
            let answer = try await call.demand("DELETE", path, ifMatch: try await call.precondition(of: path))
            return call.show(answer) { _ in ["deleted the channel \(name)"] }
        },
    ]

    /// The path of the channel named by the first operand, else of `production`.
    private static func channelPath(_ call: AdminCall) throws(CommandError) -> String {
        try call.appPath("/channels/" + AdminCall.escaped(call.arguments.operands.first ?? "production"))
    }
}
