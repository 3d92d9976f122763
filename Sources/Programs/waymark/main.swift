import WaymarkCommands

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

// The command line is parsed on the main thread before any other exists; see `Command.Action`.
switch CommandTable.standard.plan(Array(CommandLine.arguments.dropFirst()), on: .process) {
case .finished(let code): exit(code.rawValue)
case .blocking(let run): exit(run().rawValue)
case .asynchronous(let run): exit(await run().rawValue)
}

extension CommandTable {
    /// All commands of this binary, in the order of the help text.
    static let standard: CommandTable = CommandTable(
        commands: ofServer + CommandTable.withoutServer + [CompletionCommand.complete(in: .standard)])

    /// The commands that need the server's code; on macOS there are none.
    #if os(Linux)
    private static let ofServer: [Command] = [ServeCommand.command, ConfigCheckCommand.command]
    #else
    private static let ofServer: [Command] = []
    #endif
}
