import CanonicalJSON

/// The commands that send requests to a server's control plane.
enum AdminCommand {
    /// All of them, in the order of the help text.
    static let all: [Command] =
        AppCommands.all + DraftCommands.all + RuleCommands.all + RuleSwitchCommands.all + RuleVersionCommands.all
        + RuleCopyCommands.all + FolderCommands.all + ExpectationCommands.all
        + ReleaseCommands.all + ChannelCommands.all + TokenCommands.all + SessionCommands.all + NodeCommands.all
        + ScreenCommands.all
        + HostCommands.all + SurfaceCommands.all + LinkCommands.all + AuditReadCommands.all
        + [ImportCommand.command] + LinuxCommands.verifyAudit + [AuditCutCommand.command] + LinuxCommands.ofBackups
        + [LoginCommands.login, LoginCommands.whoami, LoginCommands.health] + RetentionCommands.all

    /// Options of each of these commands: the server, the token and the form of the answer.
    static let connection: [CommandOption] = [
        .value(
            "--server", "URL", "the server; http://127.0.0.1:8080 by default", environment: "WAYMARK_SERVER",
            setting: "server"),
        .value(
            "--token", "TOKEN", "the token; other users of this machine see it in the list of processes",
            environment: "WAYMARK_TOKEN", setting: "token"),
        .value(
            "--token-file", "FILE", "a file with the token, - for the standard input",
            environment: "WAYMARK_TOKEN_FILE", setting: "tokenFile"),
        .value(
            "--config", "FILE", "a file with server, token and app; ~/.config/waymark/admin.json by default",
            environment: "WAYMARK_ADMIN_CONFIG"),
        .flag("--json", "print the server's answer unchanged, for scripts"),
    ]
}

extension Command {
    /// Makes a command that sends requests to a server; it has the options of `AdminCommand.connection` besides its
    /// own.
    static func admin(
        _ name: String, also aliases: [String] = [], _ summary: String, operands: String = "",
        count: ClosedRange<Int> = 0...0, options: [CommandOption] = [], discussion: String = "",
        _ run: @escaping @Sendable (AdminCall) async throws(CommandError) -> ExitCode
    ) -> Command {
        let own = Set(options.map(\.name))
        return Command(
            name: name, aliases: aliases, summary: summary, operands: operands, operandCount: count,
            options: options + AdminCommand.connection.filter { !own.contains($0.name) },
            discussion: discussion,
            action: .asynchronous { arguments, terminal async throws(CommandError) in
                try await run(AdminCall(arguments: arguments, terminal: terminal))
            })
    }
}

extension CommandOption {
    /// The app that a command is about.
    static let app = CommandOption.value(
        "--app", "APP", "the app", required: true, environment: "WAYMARK_APP", setting: "app")
    /// Answers the question before something is overwritten.
    static let yes = CommandOption.flag("--yes", "overwrite without asking")
    /// Replaces the precondition of a write by `If-Match: *`.
    static let force = CommandOption.flag("--force", "overwrite what is there now, also what others changed")
}
