import CanonicalJSON
import Foundation
import SystemIO

/// `waymark-bench engine` as it is typed.
enum EngineCommand {
    static let usage = """
        engine [--quick] [--sizes N,N] [--rounds N] [--seed N] [--json]
              Measures addresses, matching, indexes, JSON and checks at several numbers of rules.
        """

    /// Runs it; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        var bench = EngineBench(program: try ownProgram())
        var isJSON = false
        var rest = arguments[...]
        while let flag = rest.popFirst() {
            switch flag {
            case "--quick":
                bench.sizes = [10, 100]
                bench.rounds = 2
                bench.budget = .milliseconds(1)
            case "--json": isJSON = true
            case "--sizes": bench.sizes = try sizes(rest.popFirst())
            case "--rounds": bench.rounds = try number(flag, rest.popFirst())
            case "--seed": bench.seed = UInt64(try number(flag, rest.popFirst()))
            default: throw BenchError("engine does not know \(flag)")
            }
        }
        let report = try bench.run { try? Files.writeAll(Files.standardError, Array("\($0)\n".utf8)) }
        try Files.writeAll(1, isJSON ? report.json.canonicalBytes + [0x0A] : Array(report.text.utf8))
        return 0
    }

    private static func sizes(_ text: String?) throws -> [Int] {
        let sizes = (text ?? "").split(separator: ",").compactMap { Int($0) }.filter { (10...1_000_000).contains($0) }
        guard !sizes.isEmpty else { throw BenchError("--sizes wants numbers from 10 to 1000000, with commas between") }
        return sizes
    }

    private static func number(_ flag: String, _ text: String?) throws -> Int {
        guard let number = text.flatMap({ Int($0) }), number > 0 else { throw BenchError("\(flag) wants a number") }
        return number
    }

    private static func ownProgram() throws -> URL {
        URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    }
}
