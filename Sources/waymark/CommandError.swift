/// Why a command stopped: what the process exits with, and what a person reads.
struct CommandError: Error, Sendable, Hashable {
    /// What the process exits with; never `.done`.
    var exit: ExitCode
    /// One sentence without a final full stop, as it stands after `waymark: `.
    var message: String
    /// What to do about it, where that is known.
    var hint: String?

    init(_ exit: ExitCode, _ message: String, hint: String? = nil) {
        precondition(exit != .done, "an error never exits with 0")
        self.exit = exit
        self.message = message
        self.hint = hint
    }
}
