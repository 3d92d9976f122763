import CanonicalJSON
import RouteServer

extension Command {
    /// `waymark token create --database FILE`: the way back in for whoever lost the administrator's token.
    static let tokenCreate = Command(
        name: "token create", summary: "Makes a token on a database that no server has open",
        options: [
            .value("--database", "FILE", "the SQLite file", required: true, environment: "WAYMARK_DATABASE"),
            .value("--name", "NAME", "what people call the token; `recovery` when left out"),
            .value("--role", "ROLE", "viewer, editor, publisher or admin (default)"),
            .value("--app", "APP", "an app that the token is for; all when left out", repeats: true),
            .flag("--json", "print id and secret as JSON"),
        ],
        discussion: "The secret is the only line on the standard output; it is shown this once.",
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            do throws(ServerStartError) {
                let made = try OfflineTokens.create(
                    database: database, name: arguments.text("--name") ?? "recovery",
                    role: arguments.text("--role") ?? "admin", apps: arguments.all("--app"))
                if arguments.has("--json") {
                    terminal.say(JSONValue.object(["id": .string(made.id), "token": .string(made.secret)]).text)
                } else {
                    terminal.note("token \(made.id) was made")
                    terminal.say(made.secret)
                }
                return .done
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
        })
}
