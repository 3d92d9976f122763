import RouteModel

/// Parses the words after a command's name.
///
/// `--name value` and `--name=value` mean the same, `--` ends the options, everything else is a positional argument.
/// Options and arguments may be mixed. An option that is not given is read from the environment, then from the
/// configuration file.
struct ArgumentParser {
    let command: Command
    let environment: (String) -> String?

    private var operands: [String] = []
    private var values: [String: [String]] = [:]

    init(_ command: Command, environment: @escaping (String) -> String?) {
        self.command = command
        self.environment = environment
    }

    /// Returns the arguments; nil for `--help` or `-h`.
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
            // `--app --json` is refused: a missing value is more likely than a value that is an option's name.
            guard !command.options.contains(where: { $0.name == value }) else {
                throw missingValue(name, placeholder)
            }
            values[name, default: []].append(value)
        } else {
            throw missingValue(name, placeholder)
        }
    }

    private mutating func readEnvironment() {
        // A token or token file on the command line replaces both variables.
        let hasToken = values["--token"] != nil || values["--token-file"] != nil
        for option in command.options where values[option.name] == nil {
            if hasToken && option.setting?.hasPrefix("token") == true { continue }
            guard let variable = option.environment, let value = environment(variable), !value.isEmpty else { continue }
            values[option.name] = [value]
        }
    }

    /// Reads the options that neither the command line nor the environment gives from the configuration file.
    private mutating func readConfiguration() throws(CommandError) {
        let open = command.options.filter { $0.setting != nil && values[$0.name] == nil }
        guard !open.isEmpty else { return }
        let named = values["--config"]?.last
        let mayBeMissing = command.makesConfiguration
        guard let file = try ClientConfiguration(named, environment, mayBeMissing: mayBeMissing) else { return }
        // A token or token file given otherwise replaces both of the file.
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
            let missing = command.operands.split(separator: " ").dropFirst(operands.count).joined(separator: " ")
            throw CommandError(.usage, "\(missing) is missing")
        }
        if operands.count > command.operandCount.upperBound {
            throw CommandError(
                .usage, "“\(operands[command.operandCount.upperBound])” is one argument too many",
                hint: "put quotes around an argument with spaces or shell characters")
        }
    }

    private func unknownOption(_ name: String) -> CommandError {
        let names = command.options.map(\.name) + ["--help"]
        let key = ContextKey.all.map(\.name).first { "--" + $0.lowercased() == name.lowercased() }
        let context = names.contains("--context") ? key.map { "write --context \($0)=VALUE" } : nil
        return CommandError(
            .usage, "`\(command.name)` has no option \(name)",
            hint: context ?? NearestName.of(name, among: names).map { "did you mean \($0)?" })
    }

    private func missingValue(_ name: String, _ placeholder: String) -> CommandError {
        CommandError(.usage, "\(name) needs a value: \(name) \(placeholder)")
    }
}
