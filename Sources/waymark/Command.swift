/// One subcommand: what it is called, what it takes, what it does.
///
/// A command is a value in its own file (`extension Command { static let resolve = … }`) and gets its place in
/// `CommandTable`.
struct Command: Sendable {
    /// How a command runs.
    enum Action: Sendable {
        /// On the main thread, before any other thread exists: what masks signals needs that.
        case blocking(@Sendable (Arguments, Terminal) throws(CommandError) -> ExitCode)
        /// On Swift's executors.
        case asynchronous(@Sendable (Arguments, Terminal) async throws(CommandError) -> ExitCode)
    }

    /// One or two words, such as `resolve`, `token create`.
    let name: String
    /// One line for the list of commands, without a full stop.
    let summary: String
    /// What the positional arguments are called in the synopsis, such as `ADDRESS…`; empty for none.
    var operands = ""
    /// How many positional arguments there may be.
    var operandCount: ClosedRange<Int> = 0...0
    /// The options, in the order of the help text.
    ///
    /// `--help` is understood by every command.
    var options: [CommandOption] = []
    /// Paragraphs below the options; may be empty.
    var discussion = ""
    /// What to do.
    let action: Action
    /// Left out of the list of commands: programs call it, not people.
    var isHidden = false

    /// `waymark resolve --server URL … ADDRESS…`.
    var synopsis: String {
        (["waymark", name] + options.map(\.synopsis) + (operands.isEmpty ? [] : [operands])).joined(separator: " ")
    }
}
