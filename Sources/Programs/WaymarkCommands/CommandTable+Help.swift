extension CommandTable {
    /// The text of `waymark help`.
    var overview: String {
        let list = list(commands.filter { !$0.isHidden })
        return """
            waymark \(Self.version): routing rules from a server, resolved on the device

            usage: waymark COMMAND [options] …

            \(list)

            `waymark help COMMAND` shows the options of a command. Options are also read from WAYMARK_* variables.
            Exit codes: 0 done, 1 findings or a negative answer, 2 usage, 3 refused by the server, 4 server unreachable.

            """
    }

    /// The text of `waymark help NOUN` and `waymark NOUN --help`; nil if no command begins with this noun.
    func family(_ noun: String) -> String? {
        let members = commands.filter { !$0.isHidden && $0.name.hasPrefix(noun + " ") }
        guard !members.isEmpty else { return nil }
        return """
            usage: waymark \(noun) VERB [options] …

            \(list(members))

            `waymark help \(members[0].name)` shows the options of a command.

            """
    }

    /// The text of `waymark help COMMAND` and `waymark COMMAND --help`.
    func help(for command: Command) -> String {
        var text = "\(command.summary)\n\nusage: \(command.synopsis)\n"
        let shapes = command.options.map { $0.value.map { [$0] } ?? [] }
        let names = zip(command.options, shapes).map { ([$0.name] + $1).joined(separator: " ") }
        let width = names.map(\.count).max() ?? 0
        if !names.isEmpty { text += "\n" }
        for (option, name) in zip(command.options, names) {
            let variable = option.environment.map { " (or \($0))" } ?? ""
            text += "  \(padded(name, to: width))  \(option.help)\(variable)\n"
        }
        if !command.aliases.isEmpty {
            text += "\nAlso: " + command.aliases.map { "waymark \($0)" }.joined(separator: ", ") + "\n"
        }
        if !command.discussion.isEmpty { text += "\n\(command.discussion)\n" }
        return text
    }

    private func list(_ commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        return commands.map { "  \(padded($0.name, to: width))  \($0.summary)" }.joined(separator: "\n")
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
