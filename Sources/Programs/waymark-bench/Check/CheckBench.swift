import Foundation
import RouteAnalysis
import RouteDocuments
import RouteModel
import SystemIO

/// `waymark-bench check`: the cost of checking drafts that are made to be expensive.
///
/// Each case runs in a process of its own, so that its peak memory can be read.
enum CheckCommand {
    static let usage = """
        check [PART-OF-A-NAME | --case NAME | --file FILE]
              Checks drafts that are made to be expensive: CPU time, steps and peak resident memory of each.
        """

    /// Runs all cases, or those whose names contain a text; returns the exit code.
    static func run(_ arguments: [String]) throws -> Int32 {
        if arguments.first == "--case", let name = arguments.dropFirst().first {
            guard let found = CheckCase.named(name) else { throw BenchError("no case is named \(name)") }
            try check(name, found.draft())
            return 0
        }
        if arguments.first == "--file", let path = arguments.dropFirst().first {
            try check(path, try Files.read(path, bytesMax: 64 << 20))
            return 0
        }
        var rows = [["", "KB", "rules", "CPU ms", "steps", "of", "ns/step", "peak MB", "findings"]]
        for known in CheckCase.all where arguments.first.map({ known.name.contains($0) }) ?? true {
            rows.append([known.name] + (try measure(known.name)))
        }
        Report.print(Report.aligned(rows))
        return 0
    }

    /// Starts this program again for one case; returns its cells.
    private static func measure(_ name: String) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: OwnProgram.path)
        process.arguments = ["check", "--case", name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("\(name): the check failed") }
        return text.split(separator: "\n").last.map { $0.split(separator: "\t").map { String($0) } } ?? []
    }

    /// Checks a draft and prints the cells of its row, separated by tabs.
    private static func check(_ name: String, _ json: [UInt8]) throws {
        let start = Stopwatch.now
        let decoded = DraftDecoder.draft(json)
        guard let draft = decoded.value else { throw BenchError("\(name): \(decoded.findings.prefix(3))") }
        let decodedAt = Stopwatch.now
        let outcome = ReleaseCheck(draft: draft, at: EngineSubject.now).run()
        let spent = Stopwatch.now - decodedAt
        var counts: [String: Int] = [:]
        for finding in outcome.findings {
            counts[finding.code.rawValue + (finding.reason.map { " (\($0))" } ?? ""), default: 0] += 1
        }
        let cells = [
            Report.decimal(Double(json.count) / 1_000, 1), "\(draft.rules.count)",
            Report.decimal((Stopwatch.now - start) / .milliseconds(1), 1), Report.grouped(Double(outcome.steps)),
            Report.grouped(Double(outcome.stepsMax)),
            Report.decimal(spent / .nanoseconds(1) / Double(max(1, outcome.steps)), 1),
            Report.decimal(try peakMegabytes(), 1),
            "c" + counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", "),
        ]
        Report.print(cells.joined(separator: "\t"))
    }

    /// The peak resident memory of this process, in megabytes (proc(5), VmHWM).
    private static func peakMegabytes() throws -> Double {
        let text = String(decoding: try Files.read("/proc/self/status", bytesMax: 65_536), as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
            let kilobytes = line.split(separator: " ").dropFirst().compactMap({ Double($0) }).first
        else { throw BenchError("the peak memory of this process cannot be read") }
        return kilobytes / 1_000
    }
}
