import RouteServer
import SystemIO

extension Command {
    /// `waymark serve`: the server.
    static let serve = Command(
        name: "serve", summary: "Runs the server",
        options: settings,
        discussion: """
            Settings come from flags, then WAYMARK_* variables, then the configuration file. The first start makes an \
            administrator's token beside the database, unless WAYMARK_ADMIN_TOKEN or WAYMARK_ADMIN_TOKEN_FILE gives one. \
            SIGTERM and SIGINT stop it, SIGHUP reads the configuration again. A service manager is told when the server \
            is ready, reloads and stops, and that it works (sd_notify). There is no --json, because there is no answer: with \
            --log-format json each line of the log is an object.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in try Serving(arguments, terminal).run() })

    /// The options that say how to serve.
    static let settings: [CommandOption] =
        [.value("--config", "FILE", "the configuration file", environment: "WAYMARK_CONFIG")]
        + SettingTable.all.map { setting in .value(setting.flag, placeholder(setting), setting.meaning) }

    private static func placeholder(_ setting: Setting) -> String {
        switch setting.kind {
        case .integer: "NUMBER"
        case .words(let words): words.joined(separator: "|")
        case .list: "LIST"
        case .text where setting.name == "database": "FILE"
        case .optionalText where ["logFile", "accessLog"].contains(setting.name): "FILE"
        case .text where setting.name == "socketMode": "MODE"
        case .text, .optionalText: "ADDRESS"
        }
    }
}
