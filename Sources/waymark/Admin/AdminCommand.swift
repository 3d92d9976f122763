import CanonicalJSON

/// What every command that talks to a server's control plane has in common.
enum AdminCommand {
    /// Options that each of these commands takes.
    static let connection: [CommandOption] = [
        .value(
            "--server", "URL", "the server; http://127.0.0.1:8080 by default", environment: "WAYMARK_SERVER",
            setting: "server"),
        .value(
            "--token", "TOKEN", "the token to show; others see it in the list of processes",
            environment: "WAYMARK_TOKEN", setting: "token"),
        .value(
            "--token-file", "FILE", "a file that holds the token, - for the standard input",
            environment: "WAYMARK_TOKEN_FILE", setting: "tokenFile"),
        .value(
            "--config", "FILE", "server, token and app, else ~/.config/waymark/admin.json",
            environment: "WAYMARK_ADMIN_CONFIG"),
        .flag("--json", "print the server's answer as it is, for scripts"),
    ]

    /// The app that a command is about.
    static let app = CommandOption.value(
        "--app", "APP", "the app", required: true, environment: "WAYMARK_APP", setting: "app")
    /// Answers the question before something is overwritten.
    static let yes = CommandOption.flag("--yes", "do not ask before something is overwritten")

    /// A command over the API.
    static func command(
        _ name: String, _ summary: String, operands: String = "", count: ClosedRange<Int> = 0...0,
        options: [CommandOption] = [], discussion: String = "",
        _ run: @escaping @Sendable (AdminCall) async throws(CommandError) -> ExitCode
    ) -> Command {
        let own = Set(options.map(\.name))
        return Command(
            name: name, summary: summary, operands: operands, operandCount: count,
            options: options + connection.filter { !own.contains($0.name) },
            discussion: discussion,
            action: .asynchronous { arguments, terminal async throws(CommandError) in
                try await run(AdminCall(arguments: arguments, terminal: terminal))
            })
    }

    /// Every one of them, in the order of the help text.
    static let all: [Command] =
        apps + drafts + rules + folders + expectations + releases + channels + tokens
        + screens + [imports, audit, auditVerify, backup, restoreBackup, login, whoami, health]
}
