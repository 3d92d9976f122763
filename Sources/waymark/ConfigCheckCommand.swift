import CanonicalJSON
import RouteServer

/// `waymark config check`: the settings that the server would run with, and where each was found.
enum ConfigCheckCommand {
    static let command = Command(
        name: "config check", summary: "show the settings that `serve` would have, and where each comes from",
        options: ServeCommand.settings + [.flag("--json", "print them as JSON")],
        discussion: """
            Has the options of `serve`, but starts and changes nothing. For a wrong or unknown setting it prints the \
            place and exits with 2. Tokens are not settings and are not shown.
            """,
        action: .blocking { arguments, terminal throws(CommandError) in
            let sources = try ConfigurationSources(arguments, terminal)
            let choices: [String: ConfigurationSources.Choice]
            do throws(ConfigurationError) {
                choices = try sources.choices()
                _ = try ServerSettings(sources)
            } catch {
                throw CommandError(error)
            }
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
}
