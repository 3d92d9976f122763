import CanonicalJSON
import RouteDocuments
import RouteModel

/// `waymark channel …`: which release each channel serves.
enum ChannelCommands {
    static let all: [Command] = [
        .admin("channel list", "list an app's channels", options: [.app]) { call async throws(CommandError) in
            call.show(try await call.demand("GET", try call.appPath())) { app in
                var table = TextTable("CHANNEL", "VERSION", "VISIBILITY", "MOVES", "CHANGED")
                for channel in app["channels"]?.arrayValue ?? [] {
                    table.add(
                        channel.word("channel"), channel.word("version"), visibility(channel),
                        channel.word("sequence"), channel.time("changedAt"))
                }
                return table.lines
            }
        },
        .admin(
            "channel show", "show the release that a channel serves", operands: "[NAME]", count: 0...1, options: [.app]
        ) {
            call async throws(CommandError) in
            call.show(try await call.demand("GET", try channelPath(call))) { [text($0)] }
        },
        .admin(
            "channel create", "make a channel, and say whether clients need a token for it", operands: "NAME [VERSION]",
            count: 1...2, options: [.app] + visibility,
            discussion: "It serves release VERSION, by default the newest one. One of --public and --private is needed."
        ) { call async throws(CommandError) in try await create(call) },
        .admin(
            "channel move", "make a channel serve a release, at once", operands: "NAME VERSION", count: 2...2,
            options: [.app] + visibility + [.force],
            discussion: "Without --private and --public the visibility of the channel stays as it is."
        ) { call async throws(CommandError) in
            let version = try version(call, call.arguments.operands[1])
            let now = try await existing(call)
            return try await put(call, version: version, isPublic: try isPublic(call), over: now)
        },
        .admin(
            "channel change", "change whether clients need a token for a channel", operands: "NAME", count: 1...1,
            options: [.app] + visibility + [.force]
        ) { call async throws(CommandError) in
            guard let isPublic = try isPublic(call) else { throw visibilityMissing }
            let now = try await existing(call)
            guard let version = now.json["version"]?.integerValue else {
                throw CommandError(.refused, "the server's answer has no version", hint: "is this a Waymark server?")
            }
            return try await put(call, version: version, isPublic: isPublic, over: now)
        },
        .admin(
            "channel delete", "delete a channel; its clients keep their release", operands: "NAME", count: 1...1,
            options: [.app, .yes, .force],
            discussion: "The last public channel of an app cannot be deleted with --force."
        ) { call async throws(CommandError) in
            let name = call.arguments.operands[0]
            let tag = call.arguments.has("--force") ? "*" : try await existing(call).etag
            try call.confirm(
                "this deletes the channel \(name); clients that follow it get no further releases",
                unattended: .refuses)
            let answer = try await call.demand("DELETE", try channelPath(call), ifMatch: tag)
            return call.show(answer) { _ in ["deleted the channel \(name)"] }
        },
    ]

    /// The channel named by the first operand, as it is; the error for another name has the most similar one.
    private static func existing(_ call: AdminCall) async throws(CommandError) -> ServerAnswer {
        let answer = try await call.ask("GET", try channelPath(call))
        guard answer.status == 404 else {
            guard answer.isSuccess else { throw call.refusal(answer) }
            return answer
        }
        let app = try await call.demand("GET", try call.appPath())
        let names = (app.json["channels"]?.arrayValue ?? []).compactMap { $0["channel"]?.stringValue }
        let name = call.arguments.operands[0]
        let hint =
            NearestName.of(name, among: names).map { "did you mean \($0)?" }
            ?? "`waymark channel create \(name)` makes it; there is \(names.joined(separator: ", "))"
        throw CommandError(
            .refused, "there is no channel \(name) of \(try call.arguments.required("--app"))", hint: hint)
    }

    /// The options that say whether clients need a token.
    static let visibility: [CommandOption] = [
        .flag("--public", "clients need no token"), .flag("--private", "clients need a token"),
    ]

    static let visibilityMissing = CommandError(
        .usage, "--public or --private is missing",
        hint: "give --public if the rules of this channel are no secret, else --private")

    /// What the options say; nil if they say nothing.
    static func isPublic(_ call: AdminCall) throws(CommandError) -> Bool? {
        switch (call.arguments.has("--public"), call.arguments.has("--private")) {
        case (true, true): throw CommandError(.usage, "--private and --public exclude each other")
        case (true, false): return true
        case (false, true): return false
        case (false, false): return nil
        }
    }

    private static func version(_ call: AdminCall, _ text: String) throws(CommandError) -> Int64 {
        guard let version = Int64(text) else {
            throw CommandError(
                .usage, "VERSION must be a number, not “\(text)”", hint: "`waymark release list` shows the numbers")
        }
        return version
    }

    private static func create(_ call: AdminCall) async throws(CommandError) -> ExitCode {
        guard let isPublic = try isPublic(call) else { throw visibilityMissing }
        let name = call.arguments.operands[0]
        let given = try call.arguments.operands.dropFirst().first.map { text throws(CommandError) in
            try version(call, text)
        }
        let there = try await call.ask("GET", try channelPath(call))
        guard !there.isSuccess else {
            throw CommandError(
                .refused, "the channel \(name) exists already", hint: "`waymark channel change` changes its visibility")
        }
        guard there.status == 404 else { throw call.refusal(there) }
        let newest = try await call.demand("GET", try call.appPath("/releases?limit=1"))
        guard let version = given ?? newest.json["releases"]?[0]?["version"]?.integerValue else {
            throw CommandError(
                .refused, "the app has no release that \(name) could serve",
                hint: "publish one: waymark release publish --channel \(name) --create-channel")
        }
        return try await put(call, version: version, isPublic: isPublic, over: nil)
    }

    /// Sets release and visibility of the channel named by the first operand; `now` is the channel as it was read.
    private static func put(
        _ call: AdminCall, version: Int64, isPublic: Bool?, over now: ServerAnswer?
    ) async throws(CommandError) -> ExitCode {
        var order: [String: JSONValue] = ["version": .integer(version)]
        if let isPublic { order["public"] = .bool(isPublic) }
        let isForced = now != nil && call.arguments.has("--force")
        let answer = try await call.demand(
            "PUT", try channelPath(call), json: JSONValue.object(order).canonicalBytes,
            ifMatch: isForced ? "*" : now?.etag ?? "*")
        return call.show(answer) { channel in
            let count = channel["publicReleases"]?.integerValue ?? 0
            let note = "\(count) releases that were public stay readable without a token, by their number and digest"
            return [text(channel)] + (count > 0 ? [note] : [])
        }
    }

    private static func text(_ channel: JSONValue) -> String {
        "\(channel.word("channel")) is at release \(channel.word("version")), \(visibility(channel))"
    }

    /// The visibility of a channel in the words of the options.
    private static func visibility(_ channel: JSONValue) -> String {
        channel["public"] == true ? "public" : "private"
    }

    /// The path of the channel named by the first operand, else of `production`.
    private static func channelPath(_ call: AdminCall) throws(CommandError) -> String {
        try call.appPath("/channels/" + AdminCall.escaped(call.arguments.operands.first ?? "production"))
    }
}
