import CanonicalJSON

#if os(Linux)
import OfflineStore
#endif

/// `waymark token create`: a token made over the API, or in the database file when the administrator's token is lost.
enum TokenCreateCommand {
    static let command = Command.admin(
        "token create", also: ["token make"], "make a token over the API, or in a database that no server has open",
        operands: "[NAME]", count: 0...1,
        options: [
            .value("--role", "ROLE", "viewer, editor, publisher or admin; with --database, admin by default"),
            .value("--app", "APP", "an app that the token is limited to; all apps by default", repeats: true),
            .value(
                "--channel", "APP/CHANNEL", "a channel that the token may publish to and move; no other of that app",
                repeats: true),
            .value("--expires", "INSTANT", "when it expires, such as 2027-01-01T00:00:00Z; never by default"),
            .value(
                "--database", "FILE",
                "make it in this SQLite file; WAYMARK_DATABASE names one if NAME is not given"),
            .value("--name", "NAME", "with --database, the token's name; `recovery` by default"),
        ],
        discussion: "The secret is the only line on the standard output. It cannot be shown again."
    ) { call async throws(CommandError) in
        let name = call.arguments.operands.first
        let database =
            call.arguments.text("--database") ?? (name == nil ? call.terminal.environment("WAYMARK_DATABASE") : nil)
        if let database { return try inDatabase(database, call) }
        guard let name else {
            throw CommandError(
                .usage, "NAME is missing",
                hint: "give a name for the new token; without a server, give --database FILE")
        }
        return try await overAPI(name, call)
    }

    private static func overAPI(_ name: String, _ call: AdminCall) async throws(CommandError) -> ExitCode {
        guard call.arguments.text("--name") == nil else {
            throw CommandError(.usage, "--name needs --database", hint: "the name is the argument NAME")
        }
        guard let role = call.arguments.text("--role") else {
            throw CommandError(
                .usage, "--role is missing", hint: "give --role viewer, editor, publisher or admin")
        }
        var token: [String: JSONValue] = ["name": .string(name), "role": .string(role)]
        let apps = call.arguments.all("--app")
        if !apps.isEmpty { token["apps"] = .array(apps.map(JSONValue.string)) }
        let channels = call.arguments.all("--channel")
        if let channel = channels.first(where: { !$0.contains("/") }) {
            throw CommandError(
                .usage, "\(channel) is not a channel of an app",
                hint: "write --channel APP/CHANNEL, such as --channel \(apps.first ?? "shop")/\(channel)")
        }
        if !channels.isEmpty { token["channels"] = .array(channels.map(JSONValue.string)) }
        if let end = call.arguments.text("--expires") { token["expiresAt"] = .string(end) }
        let answer = try await call.demand("POST", "/v1/tokens", json: JSONValue.object(token).canonicalBytes)
        return call.show(answer) { ["\($0.word("token"))"] }
    }

    #if os(Linux)
    private static func inDatabase(_ database: String, _ call: AdminCall) throws(CommandError) -> ExitCode {
        let (arguments, terminal) = (call.arguments, call.terminal)
        guard arguments.text("--expires") == nil else {
            throw CommandError(.usage, "--expires and --database exclude each other", hint: "make it over the API")
        }
        do throws(OfflineError) {
            let made = try OfflineTokens.create(
                database: database, name: arguments.operands.first ?? arguments.text("--name") ?? "recovery",
                role: arguments.text("--role") ?? "admin", apps: arguments.all("--app"),
                channels: arguments.all("--channel"))
            if arguments.has("--json") {
                terminal.say(JSONValue.object(["id": .string(made.id), "token": .string(made.secret)]).text)
            } else {
                terminal.printError("made the token \(made.id)")
                terminal.say(made.secret)
            }
            return .done
        } catch {
            throw CommandError(.negative, error.detail, hint: error.hint)
        }
    }
    #else
    private static func inDatabase(_ database: String, _ call: AdminCall) throws(CommandError) -> ExitCode {
        throw CommandError(
            .usage, "--database needs the database of a server, and servers run on Linux only",
            hint: "make the token over the API, or run this where the server runs")
    }
    #endif
}
