import CanonicalJSON
import RouteModel

/// `waymark release publish`, `waymark release list` and `waymark release restore`.
enum ReleaseCommands {
    static let message = CommandOption.value(
        "--message", "TEXT", "the release's message in the history", required: true)
    static let channel = CommandOption.value("--channel", "NAME", "the channel; production by default")

    static let base = CommandOption.value(
        "--base", "N", "refuse if the channel is not at this position, as `channel show` and a summary give it")

    /// The answers of each hour, added up by release.
    private static let adoption = Command.admin(
        "release adoption", "show how often clients downloaded each release, had it, and left it",
        options: [.app, .value("--days", "N", "how many days back; 14 by default, the most that are kept")]
    ) { call async throws(CommandError) in
        let days = call.arguments.text("--days").map { "?days=" + AdminCall.escaped($0) } ?? ""
        return call.show(try await call.demand("GET", try call.appPath("/adoption" + days))) { adoption in
            let members = ["received", "unchanged", "heads", "streams", "replaced"]
            var sums: [Int64: [Int64]] = [:]
            for hour in adoption["hours"]?.arrayValue ?? [] {
                // 0 stands for the releases that the server does not count apart.
                let version = hour["version"]?.integerValue ?? 0
                let numbers = members.map { hour[$0]?.integerValue ?? 0 }
                sums[version] = zip(sums[version] ?? members.map { _ in 0 }, numbers).map { $0 + $1 }
            }
            var table = TextTable("VERSION", "DOWNLOADS", "HAD IT", "TOLD OF IT", "STREAMS", "LEFT IT")
            for (version, numbers) in sums.sorted(by: { $0.key > $1.key }) {
                let counts = numbers.map { String($0) }
                table.add(
                    version == 0 ? "others" : String(version), counts[0], counts[1], counts[2], counts[3], counts[4])
            }
            let watchers = (adoption["watchers"]?.arrayValue ?? []).map {
                "\($0["count"]?.text ?? "0") clients watch \($0.word("channel")) now"
            }
            return (table.rows.isEmpty ? ["no client asked in this time"] : table.lines) + watchers
        }
    }

    static let all: [Command] = [
        PublishCommand.command, adoption,
        .admin(
            "release list", also: ["history"], "list an app's releases, newest first",
            options: [
                .app,
                .value("--since", "TIME", "only releases of this time or later, such as 2030-06-01, a day in UTC"),
                .value("--by", "NAME", "only releases of this author"),
                .value("--rule", "ID", "only releases that changed this rule"),
            ]
        ) { call async throws(CommandError) in
            let since = try call.arguments.text("--since").map { text throws(CommandError) in
                try TimeText.instant(text, of: "--since")
            }
            let author = call.arguments.text("--by")
            let rule = call.arguments.text("--rule").map { "/draft/rules/\(AdminCall.escaped($0))/history" }
            let table = TextTable("VERSION", "PUBLISHED", "BY", "DIGEST", "MESSAGE")
            return try await call.list(
                try call.appPath(rule ?? "/releases"), member: "releases", table,
                where: { release in
                    let at = release["publishedAt"]?.stringValue.flatMap { Instant(rfc3339: $0) }
                    return (since.map { since in at.map { $0 >= since } ?? false } ?? true)
                        && (author.map { $0 == release["author"]?.stringValue } ?? true)
                },
                { table, release in
                    table.add(
                        release.word("version"), release.time("publishedAt"), release.word("author"),
                        String(release.word("digest").prefix(12)), release.word("message"))
                })
        },
        .admin(
            "release show", "show one release without its rules", operands: "VERSION", count: 1...1, options: [.app]
        ) { call async throws(CommandError) in
            let path = try call.appPath("/releases/" + AdminCall.escaped(call.arguments.operands[0]))
            return call.show(try await call.demand("GET", path)) { release in
                let notes = release["notes"]?.stringValue
                return [
                    "release \(release.word("version")) of \(release.word("app")): \(release.word("message"))",
                    "published \(release.time("publishedAt")) by \(release.word("author"))",
                    "digest \(release.word("digest"))",
                ] + (notes.map { ["notes: \($0)"] } ?? [])
            }
        },
        .admin(
            "release body", "print the body of a release, as clients get it, also of a private channel",
            operands: "VERSION", count: 1...1, options: [.app]
        ) { call async throws(CommandError) in
            let path = "/releases/\(AdminCall.escaped(call.arguments.operands[0]))/body"
            return try await call.print(try call.appPath(path))
        },
        RestoreCommand.command,
    ]

    /// The body of a publish or a restore.
    static func order(_ call: AdminCall) throws(CommandError) -> JSONValue {
        var order: [String: JSONValue] = [
            "message": .string(try call.arguments.required("--message")),
            "channel": .string(call.arguments.text("--channel") ?? "production"),
        ]
        if call.arguments.isGiven("--notes"), let notes = call.arguments.text("--notes") {
            order["notes"] = .string(notes)
        }
        if let base = try call.arguments.integer("--base", in: 0...Int(Int32.max)) {
            order["base"] = .integer(Int64(base))
        }
        if call.arguments.isGiven("--allow-shrink") { order["allowShrink"] = true }
        if call.arguments.isGiven("--only") {
            order["only"] = .array(call.arguments.all("--only").map(JSONValue.string))
        }
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
