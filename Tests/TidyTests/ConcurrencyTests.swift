import Foundation
import TestSupport
import Testing

@Suite("No test blocks or spins on a thread of Swift's pool, and no test waits without a limit", .scheduled)
struct ConcurrencyTests {
    private static let files = SourceTree.tests.files.filter { $0.target != "TestSupport" }

    /// The arguments of the `@Suite` or `@Test` that begins in a line: up to the line with the closing parenthesis.
    private static func attribute(at number: Int, in lines: [String]) -> String {
        var text = ""
        for line in lines[number...] {
            text += line
            if text.count(where: { $0 == "(" }) <= text.count(where: { $0 == ")" }) { break }
        }
        return text
    }

    @Test("every suite has the trait .scheduled: a place, threads and a time limit for each of its tests")
    func suitesAreScheduled() {
        for file in Self.files where file.lines.contains(where: { $0.contains("@Test") }) {
            let suites = file.lines.indices.filter { file.lines[$0].hasPrefix("@Suite") }
            #expect(!suites.isEmpty, "\(file.path) has tests outside of a suite")
            for number in suites {
                let isScheduled = Self.attribute(at: number, in: file.lines).contains(".scheduled")
                #expect(isScheduled, "\(file.path):\(number + 1): the suite needs the trait .scheduled")
            }
            for (number, line) in file.lines.enumerated() where line.hasPrefix("@Test") {
                Issue.record("\(file.path):\(number + 1): a test needs a suite, for the trait .scheduled")
            }
        }
    }

    @Test("tests use the waits of TestSupport, which have limits, and not those of the system")
    func waitsHaveLimits() {
        let banned: [(pattern: Regex<Substring>, instead: String)] = [
            (/\.timeLimit\(/, ".scheduled, whose limit does not count the time of other tests"),
            (
                /\busleep\(|\bnanosleep\(|Threads?\.sleep\(/,
                "eventually(_:) for an event, pause(milliseconds:) for a pause"
            ),
            (/\bwaitUntilExit\(/, "Process.ended()"),
            (/\bprocess\.run\(/, "Process.begin()"),
            (/\breadDataToEndOfFile\(/, "Command.run(_:_:)"),
            (/\bDispatchSemaphore\b|\bDispatchGroup\b|\bNSCondition\b/, "Signal"),
            (/#expect\(.* <=? \.(?:micro|milli)?seconds\(/, "a count: a busy machine makes every time long"),
            (/\bsched_yield\(|\bwhile\b.*\bTask\.yield\(/, "waitUntil(_:)"),
        ]
        let words = [
            "timeLimit", "sleep", "waitUntilExit", "process.run", "readData", "Dispatch", "NSCondition", "yield",
            "seconds(",
        ]
        for file in Self.files
        where file.path != "Tests/TidyTests/ConcurrencyTests.swift" && file.mentions(words) {
            for (number, line) in file.lines.enumerated() {
                let code = line.components(separatedBy: "//")[0]
                for (pattern, instead) in banned where code.contains(pattern) {
                    Issue.record("\(file.path):\(number + 1): use \(instead): \(line)")
                }
            }
        }
    }

    @Test("no loop waits with an empty body, unless it suspends or drives a simulation")
    func noneSpins() {
        for file in Self.files where file.mentions(["while "]) {
            // A program waits for its signals; it is no test.
            for (number, line) in file.lines.enumerated()
            where line.contains("while ") && !line.contains("signals.next()") {
                let code = line.components(separatedBy: "//")[0]
                guard code.contains(/\bwhile\b.*\{\s*\}/) else { continue }
                let isWork = ["await ", ".work()", ".readFile()"].contains(where: code.contains)
                #expect(isWork, "\(file.path):\(number + 1): use eventually(_:): \(line)")
            }
        }
    }
}
