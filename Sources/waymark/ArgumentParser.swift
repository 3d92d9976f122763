import RouteModel

/// Reads the words after a subcommand's name.
///
/// `--name value` and `--name=value` mean the same, `--` ends the options, everything else is a positional argument.
/// Options may stand anywhere. What is not given is looked up in the environment.
struct ArgumentParser {
    let command: Command
    let environment: (String) -> String?

    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    init(_ command: Command, environment: @escaping (String) -> String?) {
        self.command = command
        self.environment = environment
    }

    /// The arguments, or nil where the person asked for help.
    mutating func parse(_ words: ArraySlice<String>) throws(CommandError) -> Arguments? {
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            if word == "--help" || word == "-h" { return nil }
            if word.hasPrefix("-") && word != "-" {
                try readOption(word, &rest)
            } else {
                operands.append(word)
            }
        }
        readEnvironment()
        try readConfiguration()
        try checkComplete()
        return Arguments(operands: operands, values: values, command: command)
    }

    private mutating func readOption(_ word: String, _ rest: inout ArraySlice<String>) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw unknownOption(name)
        }
        guard option.repeats || values[name] == nil else {
            throw CommandError(.usage, "\(name) is given twice")
        }
        guard let placeholder = option.value else {
            guard parts.count == 1 else { throw CommandError(.usage, "\(name) takes no value") }
            values[name] = []
            return
        }
        if parts.count == 2 {
            values[name, default: []].append(String(parts[1]))
        } else if let value = rest.popFirst() {
            // `--app --json` is a forgotten value far more often than a value that looks like an option.
            guard !command.options.contains(where: { $0.name == value }) else {
                throw missingValue(name, placeholder)
            }
            values[name, default: []].append(value)
        } else {
            throw missingValue(name, placeholder)
        }
    }

    private mutating func readEnvironment() {
        for option in command.options where values[option.name] == nil {
            guard let variable = option.environment, let value = environment(variable), !value.isEmpty else { continue }
            values[option.name] = [value]
        }
    }

    /// What neither the command line nor the environment says may stand in the configuration file.
    private mutating func readConfiguration() throws(CommandError) {
        let open = command.options.filter { $0.setting != nil && values[$0.name] == nil }
        guard !open.isEmpty, let file = try ClientConfiguration(values["--config"]?.last, environment) else { return }
        // One kind of token is given: the file's would be another person's.
        let hasToken = values["--token"] != nil || values["--token-file"] != nil
        for option in open {
            guard let setting = option.setting, let value = file[setting] else { continue }
            if hasToken && setting.hasPrefix("token") { continue }
            values[option.name] = [value]
        }
    }

    private func checkComplete() throws(CommandError) {
        for option in command.options where option.isRequired && values[option.name] == nil {
            var error = CommandError.missingOption(option.name)
            error.hint = option.environment.map { "give \(option.name) or set \($0)" }
            throw error
        }
        if operands.count < command.operandCount.lowerBound {
            throw CommandError(.usage, "\(command.operands) is missing")
        }
        if operands.count > command.operandCount.upperBound {
            throw CommandError(
                .usage, "“\(operands[command.operandCount.upperBound])” is one argument too many",
                hint: "quote what holds a space or a shell character")
        }
    }

    private func unknownOption(_ name: String) -> CommandError {
        let names = command.options.map(\.name) + ["--help"]
        return CommandError(
            .usage, "`\(command.name)` has no option \(name)",
            hint: NearestName.of(name, among: names).map { "did you mean \($0)?" })
    }

    private func missingValue(_ name: String, _ placeholder: String) -> CommandError {
        CommandError(.usage, "\(name) needs a value: \(name) \(placeholder)")
    }
}
