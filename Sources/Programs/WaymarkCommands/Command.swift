/// One subcommand: name, help, options and action.
///
/// A command is a value in its own file (`enum BundleCommand { static let command = … }`) and is listed in
/// `CommandTable`.
package struct Command: Sendable {
    /// How a command runs.
    package enum Action: Sendable {
        /// Runs on the main thread before any other thread exists; `serve` needs that to mask signals in all threads.
        case blocking(@Sendable (Arguments, Terminal) throws(CommandError) -> ExitCode)
        /// Runs on Swift's executors.
        case asynchronous(@Sendable (Arguments, Terminal) async throws(CommandError) -> ExitCode)
    }

    /// A verb such as `resolve`, or a noun and a verb such as `token create`.
    let name: String
    /// Other names that mean the same, such as those of 0.1.0; lists and completion leave them out.
    var aliases: [String] = []
    /// One line for the list of commands, without a full stop.
    let summary: String
    /// The positional arguments as the synopsis shows them, such as `ADDRESS…`; empty for none.
    var operands = ""
    /// How many positional arguments there may be.
    var operandCount: ClosedRange<Int> = 0...0
    /// The options, in the order of the help text; every command also has `--help`.
    package var options: [CommandOption] = []
    /// Text below the options in the help; may be empty.
    var discussion = ""
    /// The code that runs.
    let action: Action
    /// Whether it makes the file of `--config`, which therefore need not exist.
    var makesConfiguration = false
    /// Whether the list of commands leaves it out, because only programs call it.
    var isHidden = false

    /// The name and the aliases, as words.
    var names: [[String]] { ([name] + aliases).map { $0.split(separator: " ").map(String.init) } }

    /// `waymark resolve --server URL … ADDRESS…`.
    var synopsis: String {
        (["waymark", name] + options.map(\.synopsis) + (operands.isEmpty ? [] : [operands])).joined(separator: " ")
    }
}

extension Command {
    /// Makes a command without positional arguments.
    package init(name: String, summary: String, options: [CommandOption], discussion: String, action: Action) {
        self.init(
            name: name, aliases: [], summary: summary, options: options, discussion: discussion, action: action)
    }
}

/// One option of a command: `--name VALUE`, or `--name` alone for a flag.
package struct CommandOption: Sendable, Hashable {
    /// The name with its dashes, such as `--server`.
    let name: String
    /// The placeholder of the value in help texts, such as `URL`; nil for a flag.
    let value: String?
    /// One line of help.
    let help: String
    /// Whether the command fails without it.
    var isRequired = false
    /// Whether it may be given more than once.
    var repeats = false
    /// The environment variable that is read if the option is not given.
    package var environment: String?
    /// The member of the configuration file that is read if neither is given.
    var setting: String?

    /// Makes an option with a value.
    package static func value(
        _ name: String, _ value: String, _ help: String, required: Bool = false, repeats: Bool = false,
        environment: String? = nil, setting: String? = nil
    ) -> CommandOption {
        CommandOption(
            name: name, value: value, help: help, isRequired: required, repeats: repeats, environment: environment,
            setting: setting)
    }

    /// Makes an option without a value.
    package static func flag(_ name: String, _ help: String) -> CommandOption {
        CommandOption(name: name, value: nil, help: help)
    }

    /// The option in a synopsis, such as `[--server URL]`.
    var synopsis: String {
        let shape = value.map { "\(name) \($0)" } ?? name
        return (isRequired ? shape : "[\(shape)]") + (repeats ? "…" : "")
    }
}
