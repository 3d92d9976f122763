import Foundation
import TestSupport

/// A finished run of a program.
struct ProgramResult {
    let status: Int32
    let output: String
    let errors: String
}

/// Runs the executables of this package, curl, and tools of Debian.
enum Program {
    /// The folder of the built executables and the test bundle.
    static let products = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()

    /// Runs one of this package's executables to its end.
    static func run(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> ProgramResult {
        try finish(products.appendingPathComponent(name), arguments, environment, input)
    }

    /// Runs curl, which prints only the answer and errors.
    static func curl(_ arguments: [String]) throws -> ProgramResult {
        try finish(
            URL(fileURLWithPath: "/usr/bin/curl"), ["--silent", "--show-error", "--max-time", "20"] + arguments, [:],
            nil)
    }

    /// Runs a program that Debian installs.
    static func tool(
        _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
    ) throws -> ProgramResult {
        try finish(URL(fileURLWithPath: "/usr/bin/\(name)"), arguments, environment, input)
    }

    private static func finish(
        _ executable: URL, _ arguments: [String], _ environment: [String: String], _ input: String?
    ) throws -> ProgramResult {
        let result = try Command.run(
            executable, arguments, environment: clean(environment), input: input.map { Data($0.utf8) })
        return ProgramResult(status: result.status, output: result.text, errors: result.errors)
    }

    /// The caller's environment without Waymark's settings, which would change the test, and with further variables.
    static func clean(_ more: [String: String]) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("WAYMARK_") }
        environment.merge(more) { _, new in new }
        return environment
    }
}
