import CanonicalJSON

/// What every command that talks to a server's control plane has in common.
enum AdminCommand {
    /// Options that each of these commands takes.
    static let connection: [CommandOption] = [
        .value("--server", "URL", "the server; http://127.0.0.1:8080 by default", environment: "WAYMARK_SERVER"),
        .value("--token", "TOKEN", "the token to show", environment: "WAYMARK_TOKEN"),
        .value("--token-file", "FILE", "a file that holds the token", environment: "WAYMARK_TOKEN_FILE"),
        .flag("--json", "print the server's answer as it is, for scripts"),
    ]

    /// The app that a command is about.
    static let app = CommandOption.value("--app", "APP", "the app", required: true, environment: "WAYMARK_APP")

    /// A command over the API.
    static func command(
        _ name: String, _ summary: String, operands: String = "", count: ClosedRange<Int> = 0...0,
        options: [CommandOption] = [], discussion: String = "",
        _ run: @escaping @Sendable (AdminCall) async throws(CommandError) -> ExitCode
    ) -> Command {
        Command(
            name: name, summary: summary, operands: operands, operandCount: count, options: options + connection,
            discussion: discussion,
            action: .asynchronous { arguments, terminal async throws(CommandError) in
                try await run(AdminCall(arguments: arguments, terminal: terminal))
            })
    }

    /// Every one of them, in the order of the help text.
    static let all: [Command] =
        apps + drafts + rules + releases + channels + tokens + [imports, audit, backup, whoami, health]
}
