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
