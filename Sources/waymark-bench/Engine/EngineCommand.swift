import Foundation
import SystemIO

/// `waymark-bench engine` as it is typed.
enum EngineCommand {
    static let usage = """
        engine \(BenchOptions.flags)
              Measures addresses, matching, indexes, JSON and checks at several numbers of rules.
        """

    /// Runs it; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        let options = try BenchOptions(arguments)
        var bench = EngineBench(program: try ownProgram())
        if options.isQuick {
            bench.sizes = [10, 100]
            bench.rounds = 2
            bench.budget = .milliseconds(1)
        }
        bench.sizes = options.sizes ?? bench.sizes
        bench.rounds = options.rounds ?? bench.rounds
        bench.seed = options.seed
        bench.only = options.only
        try bench.run(progress: Report.note).print(asJSON: options.isJSON)
        return 0
    }

    private static func ownProgram() throws -> URL {
        URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }
}
