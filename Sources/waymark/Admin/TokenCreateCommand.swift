import CanonicalJSON
import OfflineStore

/// `waymark token create`: a token made in the database file itself, for when the administrator's token is lost.
enum TokenCreateCommand {
    static let command = Command(
        name: "token create", summary: "make a token in a database that no server has open",
        options: [
            .value("--database", "FILE", "the SQLite file", required: true, environment: "WAYMARK_DATABASE"),
            .value("--name", "NAME", "the token's name; `recovery` by default"),
            .value("--role", "ROLE", "viewer, editor, publisher or admin; admin by default"),
            .value("--app", "APP", "an app that the token is limited to; all apps by default", repeats: true),
            .value(
                "--channel", "APP/CHANNEL", "a channel that the token may publish to and move; no other of that app",
                repeats: true),
            .flag("--json", "print id and secret as JSON"),
        ],
        discussion: "The secret is the only line on the standard output. It cannot be shown again.",
        action: .blocking { arguments, terminal throws(CommandError) in
            let database = try arguments.required("--database")
            do throws(OfflineError) {
                let made = try OfflineTokens.create(
                    database: database, name: arguments.text("--name") ?? "recovery",
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
        })
}
