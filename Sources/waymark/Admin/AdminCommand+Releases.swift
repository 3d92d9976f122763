import CanonicalJSON

extension AdminCommand {
    private static let message = CommandOption.value("--message", "TEXT", "why, for the history", required: true)
    private static let channel = CommandOption.value("--channel", "NAME", "production by default")

    static let releases: [Command] = [
        command(
            "publish", "check the draft, freeze it into a numbered release, and serve it",
            options: [app, message, channel, force],
            discussion: "Exits with 1, and publishes nothing, where a finding blocks."
        ) { call async throws(CommandError) in
            let ifMatch = try await call.precondition(of: try call.appPath("/draft"))
            let answer = try await call.demand(
                "POST", try call.appPath("/releases"), json: try order(call).canonicalBytes, ifMatch: ifMatch)
            return call.show(answer) { release in
                [published(release, call)] + findings(in: release)
            }
        },
        command("history", "list an app's releases, newest first", options: [app]) { call async throws(CommandError) in
            let table = TextTable("VERSION", "PUBLISHED", "BY", "DIGEST", "MESSAGE")
            return try await call.list(try call.appPath("/releases"), member: "releases", table) { table, release in
                table.add(
                    release.word("version"), release.word("publishedAt"), release.word("author"),
                    String(release.word("digest").prefix(12)), release.word("message"))
            }
        },
        command(
            "restore", "publish an old release's content as a new one; the draft follows", operands: "VERSION",
            count: 1...1,
            options: [
                app, message, channel, .flag("--force", "over unpublished edits and findings; the audit says so"),
                yes,
            ]
        ) { call async throws(CommandError) in
            let version = AdminCall.escaped(call.arguments.operands[0])
            try call.confirm("this replaces the draft by release \(version)", unattended: .proceeds)
            let ifMatch = try await call.precondition(of: try call.appPath("/draft"))
            let forced = call.arguments.has("--force") ? "?force=1" : ""
            let answer = try await call.demand(
                "POST", try call.appPath("/releases/\(version)/restore\(forced)"), json: try order(call).canonicalBytes,
                ifMatch: ifMatch)
            return call.show(answer) { [published($0, call)] }
        },
    ]

    static let channels: [Command] = [
        command("channel list", "list an app's channels", options: [app]) { call async throws(CommandError) in
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
        command(
            "channel show", "show the release a channel points at", operands: "[NAME]", count: 0...1, options: [app]
        ) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.channelPath())) { channel in
                [
                    "\(channel.word("channel")) is at release \(channel.word("version")), public: \(channel.word("public"))"
                ]
            }
        },
        command(
            "channel move", "point a channel at a release, at once", operands: "NAME VERSION", count: 2...2,
            options: [app, .flag("--private", "ask clients for a token"), force]
        ) { call async throws(CommandError) in
            guard let version = Int64(call.arguments.operands[1]) else {
                throw CommandError(.usage, "VERSION is a number, not “\(call.arguments.operands[1])”")
            }
            let path = try call.channelPath()
            let now = try await call.ask("GET", path)
            let ifMatch = call.arguments.has("--force") ? "*" : now.etag ?? "*"
            let order: JSONValue = ["version": .integer(version), "public": .bool(!call.arguments.has("--private"))]
            let answer = try await call.demand("PUT", path, json: order.canonicalBytes, ifMatch: ifMatch)
            return call.show(answer) { ["\(call.arguments.operands[0]) is at release \($0.word("version"))"] }
        },
    ]

    private static func order(_ call: AdminCall) throws(CommandError) -> JSONValue {
        [
            "message": .string(try call.arguments.required("--message")),
            "channel": .string(call.arguments.text("--channel") ?? "production"),
        ]
    }

    private static func published(_ release: JSONValue, _ call: AdminCall) -> String {
        let channel = call.arguments.text("--channel") ?? "production"
        return "release \(release.word("version")) is on \(channel), digest \(release.word("digest").prefix(12))"
    }
}

extension AdminCall {
    fileprivate func channelPath() throws(CommandError) -> String {
        try appPath("/channels/" + Self.escaped(arguments.operands.first ?? "production"))
    }
}
