#if os(Linux)
import CanonicalJSON
import RouteServer
import WaymarkCommands

/// `waymark config check`: the settings that the server would run with, and where each was found.
enum ConfigCheckCommand {
    static let command = Command(
        name: "config check", summary: "show the settings that `serve` would have, and test whether it would start",
        options: ServeCommand.settings + [
            ServeCommand.acceptHead, .flag("--json", "print them as JSON"),
            .value("--unit", "FILE", "a systemd unit that runs `serve`, or - to read it: test what it would do"),
        ],
        discussion: """
            Has the options of `serve`, but starts and changes nothing. For a wrong or unknown setting it prints the \
            place and exits with 2. Then it tests addresses, files, rights and the database, and exits with 1 if `serve` \
            would refuse to start. Tokens are not settings and are not shown. `systemctl cat waymark | sudo waymark config \
            check --unit -` tests what the service would do, as root.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            if let unit = try unit(arguments) {
                let more = ["--json", "--accept-head"].filter { arguments.has($0) }
                return try unit.check(more, terminal)
            }
            let sources = try ConfigurationSources(arguments, terminal)
            let choices: [String: ConfigurationSources.Choice]
            let settings: ServerSettings
            do throws(ConfigurationError) {
                choices = try sources.choices()
                settings = try ServerSettings(sources)
            } catch {
                throw CommandError(error)
            }
            let misspelt = ConfigurationSources.misspellings(terminal)
            if let first = misspelt.first {
                throw CommandError(
                    .usage, first.text,
                    hint: misspelt.dropFirst().map { "\n  " + $0.text }.joined() + "correct its name, or unset it")
            }
            let notes: [String]
            let adminToken = try Serving.adminToken(terminal)
            do throws(ServerStartError) {
                notes = try StartCheck.run(
                    settings, adminToken: adminToken, acceptsHead: arguments.has("--accept-head"))
            } catch {
                throw CommandError(.negative, error.detail, hint: error.hint)
            }
            for note in notes { terminal.printError("note: \(note)") }
            if arguments.has("--json") {
                let json = choices.mapValues { choice -> JSONValue in
                    ["value": choice.value, "source": .string(choice.source ?? "default")]
                }
                terminal.say(JSONValue.object(json).text)
                return .done
            }
            var table = TextTable("SETTING", "VALUE", "FROM", "CHANGES BY")
            for setting in SettingTable.all {
                guard let choice = choices[setting.name] else { continue }
                table.add(
                    setting.name, choice.value.text, choice.source ?? "default",
                    setting.isReloadable ? "SIGHUP" : "restart")
            }
            for line in table.lines { terminal.say(line) }
            return .done
        })

    /// The unit of `--unit`, which has all settings.
    private static func unit(_ arguments: Arguments) throws(CommandError) -> ServiceUnit? {
        guard let path = arguments.text("--unit") else { return nil }
        if let flag = SettingTable.all.map(\.flag).first(where: { arguments.text($0) != nil }) {
            throw CommandError(.usage, "the unit has all settings", hint: "leave out \(flag)")
        }
        let bytes = try ConfigurationSources.read(path == "-" ? "/dev/stdin" : path)
        return ServiceUnit(String(decoding: bytes, as: UTF8.self))
    }
}
#endif
