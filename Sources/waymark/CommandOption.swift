/// One option a command takes: `--name VALUE`, or `--name` alone for a flag.
struct CommandOption: Sendable, Hashable {
    /// With its dashes, such as `--server`.
    let name: String
    /// What stands for the value in help texts, such as `URL`; nil makes the option a flag.
    let value: String?
    /// One line of help.
    let help: String
    /// A command without it is a usage error.
    var isRequired = false
    /// It may be given more than once.
    var repeats = false
    /// The environment variable that is read where the option is not given.
    var environment: String?
    /// The member of the configuration file that is read where neither is given.
    var setting: String?

    /// An option with a value.
    static func value(
        _ name: String, _ value: String, _ help: String, required: Bool = false, repeats: Bool = false,
        environment: String? = nil, setting: String? = nil
    ) -> CommandOption {
        CommandOption(
            name: name, value: value, help: help, isRequired: required, repeats: repeats, environment: environment,
            setting: setting)
    }

    /// An option that is there or not.
    static func flag(_ name: String, _ help: String) -> CommandOption {
        CommandOption(name: name, value: nil, help: help)
    }

    /// How the option stands in a synopsis.
    var synopsis: String {
        let shape = value.map { "\(name) \($0)" } ?? name
        return (isRequired ? shape : "[\(shape)]") + (repeats ? "…" : "")
    }
}
