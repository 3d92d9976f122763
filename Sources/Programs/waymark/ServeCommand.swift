#if os(Linux)
import RouteServer
import SystemIO
import WaymarkCommands

/// `waymark serve`: the server.
enum ServeCommand {
    static let command = Command(
        name: "serve", summary: "run the server",
        options: settings + [acceptHead],
        discussion: """
            Settings come from flags, then WAYMARK_* variables, then the configuration file. The first start writes an \
            administrator's token beside the database, unless WAYMARK_ADMIN_TOKEN or WAYMARK_ADMIN_TOKEN_FILE gives one. \
            SIGTERM and SIGINT stop the server, SIGHUP reloads the configuration. It notifies a service manager of start, \
            reload, stop and its watchdog (sd_notify). There is no --json, because there is no answer; with \
            --log-format json each line of the log is a JSON object.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in try Serving(arguments, terminal).run() })

    /// Opens a database whose head file does not fit; not a setting, because it is for one start.
    static let acceptHead = CommandOption.flag(
        "--accept-head",
        "open the database this once although its -head file is missing, damaged or too old, or the database server has "
            + "another store than the one that this node has served")

    /// The options of `serve`: the configuration file and one flag for each setting.
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
        case .text where setting.name == "nodeFolder": "DIR"
        case .optionalText where ["backupFolder", "consoleFolder"].contains(setting.name): "DIR"
        case .text where setting.name == "socketMode": "MODE"
        case .text, .optionalText: "ADDRESS"
        }
    }
}
#endif
