/// Why a command stopped: the exit code and a message.
package struct CommandError: Error, Sendable, Hashable {
    /// The exit code of the process; never `.done`.
    var exit: ExitCode
    /// One sentence without a final full stop; printed after `waymark: `.
    package var message: String
    /// What to do about it; nil if unknown.
    package var hint: String?

    /// Makes an error; `exit` must not be `.done`.
    package init(_ exit: ExitCode, _ message: String, hint: String? = nil) {
        precondition(exit != .done, "an error never exits with 0")
        self.exit = exit
        self.message = message
        self.hint = hint
    }
}

/// The exit code of a run of `waymark`.
package enum ExitCode: Int32, Sendable {
    /// Success.
    case done = 0
    /// The result is negative, such as findings that block, an address without a rule, invalid JSON in a file, a
    /// database that cannot be opened, or a server that cannot start.
    case negative = 1
    /// The command line or a configuration is wrong, or a local file cannot be read or written.
    case usage = 2
    /// The server refused the request.
    case refused = 3
    /// No server could be reached, or what answered is not Waymark.
    case unreachable = 4
}
