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
            "screens replace", also: ["screens put"], "store the screens of a build and the parameters they need",
            operands: "PLATFORM VERSION FILE|-", count: 3...3, options: [.app]
        ) { call async throws(CommandError) in
            let names = call.arguments.operands
            let file = try SourceFile(names[2])
            _ = try file.value(
                of: DraftDecoder.screens(file.bytes, platform: names[0], version: names[1]), call)
            let path = try screensPath(call)
            return call.show(try await call.demand("PUT", path, json: file.bytes)) {
                ["\($0["screens"]?.objectValue?.count ?? 0) screens of \(names[0]) \(names[1]) are stored"]
            }
        },
        .admin(
            "screens delete", also: ["screens remove"], "remove the stored screens of a build that is no longer used",
            operands: "PLATFORM VERSION",
            count: 2...2, options: [.app]
        ) { call async throws(CommandError) in
            let names = call.arguments.operands
            let path = try screensPath(call)
            return call.show(try await call.demand("DELETE", path)) { _ in
                ["the screens of \(names[0]) \(names[1]) are forgotten"]
            }
        },
    ]

    /// The path of the screens of the build named by the first two operands.
    private static func screensPath(_ call: AdminCall) throws(CommandError) -> String {
        let names = call.arguments.operands.map(AdminCall.escaped)
        return try call.appPath("/screens/\(names[0])/\(names[1])")
    }
}
