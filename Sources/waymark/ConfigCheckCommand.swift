import CanonicalJSON
import RouteServer

extension Command {
    /// `waymark config check`: what the server would run with, and why.
    static let configCheck = Command(
        name: "config check", summary: "Shows the settings that `serve` would have, and where each stands",
        options: settings + [.flag("--json", "print them as JSON")],
        discussion: """
            Takes what `serve` takes, starts nothing and touches nothing: a setting that is wrong or unknown is named with \
            its place, and the exit code is 2. Tokens are no settings and are not shown.
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
