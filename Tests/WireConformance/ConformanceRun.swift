import Foundation
import Synchronization
import SystemIO
import TestSupport

/// Runs the cases of the HTTP/1.1 files against servers, and counts.
package enum ConformanceRun {
    /// The file whose cases say what a client does, step by step.
    package static let http1 = "http1.json"
    /// The file of raw requests with verdicts.
    package static let thirdParty = "http1-thirdparty.json"

    /// Runs `http1.json`.
    ///
    /// - Parameters:
    ///   - title: what the line of counts calls the server.
    ///   - hasty: a server whose patience ends after three seconds.
    ///   - patient: the same with all the patience that a busy machine needs.
    ///   - delivery: how the bytes get there.
    /// - Returns: what disagreed.
    /// - Throws: where the file cannot be read.
    package static func http1(
        _ title: String, hasty: ConformanceSite, patient: ConformanceSite, _ delivery: Delivery
    ) throws -> [String] {
        let all = try objects(http1).map(ConformanceCase.init)
        let cases = all.filter { $0.isMeant(for: patient) && !(delivery.isSlow && $0.needs.contains("timeouts")) }
        let failed = try failures(of: cases) { $0.failure(at: $0.isAboutTime ? hasty : patient, delivery) }
        report(http1, title, delivery, all: all.count, run: cases.count, failed: failed.count)
        return failed
    }

    /// Runs `http1-thirdparty.json` against a server whose patience with heads and bodies ends after three seconds, and
    /// between requests after two minutes; returns what disagreed.
    package static func thirdParty(_ title: String, _ site: ConformanceSite, _ delivery: Delivery) throws -> [String] {
        let cases = try objects(thirdParty).map(ThirdPartyCase.init)
        let failed = try failures(of: cases) { $0.failure(at: site, delivery) }
        report(thirdParty, title, delivery, all: cases.count, run: cases.count, failed: failed.count)
        return failed
    }

    private static func objects(_ name: String) throws -> [[String: Any]] {
        try ConformanceFolder.json(name) as? [[String: Any]] ?? []
    }

    /// Side by side, for most of the time is spent waiting.
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
