import Synchronization

@testable import WaymarkCommands
@testable import waymark

/// A terminal that records its output.
final class Transcript: Sendable {
    private let printed = Mutex((out: "", error: ""))
    private let variables: [String: String]

    init(environment: [String: String] = [:]) { variables = environment }

    var out: String { printed.withLock { $0.out } }
    var error: String { printed.withLock { $0.error } }

    var terminal: Terminal {
        Terminal(
            write: { text in self.printed.withLock { $0.out += text } },
            writeError: { text in self.printed.withLock { $0.error += text } },
            environment: { self.variables[$0] }, variableNames: { Array(self.variables.keys) })
    }

    /// Parses a command line and runs it to its end.
    func run(_ words: [String], in table: CommandTable) async -> ExitCode {
        switch table.plan(words, on: terminal) {
        case .finished(let code): code
        case .blocking(let run): run()
        case .asynchronous(let run): await run()
        }
    }
}
