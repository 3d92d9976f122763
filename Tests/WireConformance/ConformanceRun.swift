import Foundation
import Synchronization
import SystemIO
import TestSupport

/// Runs the cases of the HTTP/1.1 files against servers and counts the results.
package enum ConformanceRun {
    /// The file of cases with steps of a client.
    package static let http1 = "http1.json"
    /// The file of raw requests with verdicts.
    package static let thirdParty = "http1-thirdparty.json"

    /// Runs `http1.json`.
    ///
    /// - Parameters:
    ///   - title: the server's name in the line of counts.
    ///   - hasty: a server with deadlines of three seconds.
    ///   - patient: the same with deadlines that a busy machine does not reach.
    ///   - delivery: how the bytes are sent.
    /// - Returns: the cases that failed.
    /// - Throws: if the file cannot be read.
    package static func http1(
        _ title: String, hasty: ConformanceSite, patient: ConformanceSite, _ delivery: Delivery
    ) throws -> [String] {
        let all = try objects(http1).map(ConformanceCase.init)
        let cases = all.filter { $0.isMeant(for: patient) && !(delivery.isSlow && $0.needs.contains("timeouts")) }
        let failed = try failures(of: cases) { $0.failure(at: $0.isAboutTime ? hasty : patient, delivery) }
        report(http1, title, delivery, all: all.count, run: cases.count, failed: failed.count)
        return failed
    }

    /// Runs `http1-thirdparty.json` against a server with deadlines of three seconds for heads and bodies, and of two minutes
    /// between requests; returns the cases that failed.
    package static func thirdParty(_ title: String, _ site: ConformanceSite, _ delivery: Delivery) throws -> [String] {
        let cases = try objects(thirdParty).map(ThirdPartyCase.init)
        let failed = try failures(of: cases) { $0.failure(at: site, delivery) }
        report(thirdParty, title, delivery, all: cases.count, run: cases.count, failed: failed.count)
        return failed
    }

    private static func objects(_ name: String) throws -> [[String: Any]] {
        try ConformanceFolder.json(name) as? [[String: Any]] ?? []
    }

    /// Runs cases on several threads, because they mostly wait; returns the failures.
    private static func failures<Case: Sendable>(
        of cases: [Case], _ run: @escaping @Sendable (Case) -> String?
    ) throws -> [String] {
        let failed = Mutex<[String]>([])
        let next = Mutex(cases.startIndex)
        let threads = try (0..<threadCount).map { _ in
            try Threads.start {
                while true {
                    let index = next.withLock { index in
                        defer { index += 1 }
                        return index
                    }
                    guard index < cases.count else { return }
                    guard let failure = run(cases[index]) else { continue }
                    failed.withLock { $0.append(failure) }
                }
            }
        }
        for thread in threads { thread.join() }
        return failed.withLock { $0 }
    }

    private static func report(
        _ name: String, _ title: String, _ delivery: Delivery, all: Int, run: Int, failed: Int
    ) {
        ConformanceFolder.report(
            "\(name), \(title), \(delivery.testDescription)",
            ["agree": run - failed, "disagree": failed, "about something else": all - run])
    }

    private static let threadCount = 16
}
