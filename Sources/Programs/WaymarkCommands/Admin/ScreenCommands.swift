import CanonicalJSON
import RouteDocuments
import RouteModel

/// `waymark screens …`: the screens of each build of an app.
enum ScreenCommands {
    static let all: [Command] = [
        .admin("screens list", "list the builds whose screens are stored", options: [.app]) {
            call async throws(CommandError) in
            let builds = try await call.elements(try call.appPath("/screens"), member: "screens")
            return call.show(["next": .null, "screens": .array(builds)]) { _ in
                var table = TextTable("PLATFORM", "VERSION", "SCREENS")
                for build in builds {
                    let names = (build["screens"]?.objectValue ?? [:]).keys.sorted().joined(separator: ", ")
                    table.add(build.word("platform"), build.word("version"), names)
                }
                return table.rows.isEmpty ? ["there are none"] : table.lines
            }
        },
        .admin(
            "screens show", "print the screens of one build", operands: "PLATFORM VERSION", count: 2...2,
            options: [.app]
        ) {
            call async throws(CommandError) in
            let build = try build(call)
            let answer = try await call.demand("GET", build.path)
            try call.remember(build, answer.json, etag: answer.etag)
            return call.show(answer) { [$0.prettyText] }
        },
        .admin(
            "screens replace", also: ["screens put"], "store the screens of a build and the parameters they need",
            operands: "PLATFORM VERSION FILE|-", count: 3...3, options: [.app, .force, .yes],
            discussion: """
                Refuses (3) if others changed the screens after `screens show` printed them to you; without that it \
                replaces whatever is stored, as the build of an app does.
                """
        ) { call async throws(CommandError) in
            let names = call.arguments.operands
            let file = try SourceFile(names[2])
            let manifest = try file.value(
                of: DraftDecoder.screens(file.bytes, platform: names[0], version: names[1]), call)
            let answer = try await write(call, "PUT", wanted: manifest.json, body: file.bytes)
            return call.show(answer) {
                ["\($0["screens"]?.objectValue?.count ?? 0) screens of \(names[0]) \(names[1]) are stored"]
            }
        },
        .admin(
            "screens delete", also: ["screens remove"], "remove the stored screens of a build that is no longer used",
            operands: "PLATFORM VERSION",
            count: 2...2, options: [.app, .force, .yes],
            discussion: "Refuses (3) if others changed the screens after `screens show` printed them to you."
        ) { call async throws(CommandError) in
            let names = call.arguments.operands
            return call.show(try await write(call, "DELETE", wanted: nil, body: nil)) { _ in
                ["the screens of \(names[0]) \(names[1]) are forgotten"]
            }
        },
    ]

    /// Replaces or deletes the screens of a build: what the user has read, else whatever is stored.
    private static func write(
        _ call: AdminCall, _ method: String, wanted: JSONValue?, body: [UInt8]?
    ) async throws(CommandError) -> ServerAnswer {
        let build = try build(call)
        guard !call.arguments.has("--force"), let reading = try call.remembered(build) else {
            return try await call.demand(method, build.path, json: body)
        }
        let now = try await call.ask("GET", build.path)
        guard now.status != 404 else {
            let versions = ThreeVersions(read: reading.content, now: nil, wanted: wanted)
            throw call.staleError(build.name, versions.lines, nil, reader: "screens list")
        }
        guard now.isSuccess else { throw call.refusal(now) }
        return try await call.overwrite(build, method, now: now, wanted: wanted, body: body)
    }

    /// The build that the first two operands name.
    private static func build(_ call: AdminCall) throws(CommandError) -> Overwritable {
        let operands = call.arguments.operands
        let names = operands.map(AdminCall.escaped)
        return Overwritable(
            path: try call.appPath("/screens/\(names[0])/\(names[1])"),
            name: "the list of screens of \(operands[0]) \(operands[1])",
            reader: "screens show \(operands[0]) \(operands[1])")
    }
}
