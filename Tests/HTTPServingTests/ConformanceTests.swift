import Foundation
import HTTPServing
import HTTPWire
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("Requests that others wrote down", .serialized)
struct ConformanceTests {
    /// A server whose patience is a test's own, or what a busy machine needs.
    private func server(isHasty: Bool = false) throws -> RunningServer {
        try RunningServer.make { limits in
            let milliseconds = isHasty ? 3000 : 60_000
            limits.timeouts.head = milliseconds
            limits.timeouts.body = milliseconds
            limits.timeouts.idle = milliseconds
        }
    }

    /// Runs cases side by side, for most of the time is spent waiting; returns what failed.
    private func failures(of cases: [ConformanceCase], at address: SocketAddress, _ delivery: Delivery) throws
        -> [String]
    {
        let failed = Mutex<[String]>([])
        let next = Mutex(cases.startIndex)
        let threads = try (0..<16).map { _ in
            try Threads.start {
                while true {
                    let index = next.withLock { index in
                        defer { index += 1 }
                        return index
                    }
                    guard index < cases.count else { return }
                    guard let failure = cases[index].failure(at: address, delivery) else { continue }
                    failed.withLock { $0.append(failure) }
                }
            }
        }
        for thread in threads { thread.join() }
        return failed.withLock { $0 }
    }

    @Test(
        "http1.json agrees, however its bytes arrive", .enabled(if: ConformanceFolder.isPresent("http1.json")),
        arguments: [Delivery.whole, .byteByByte, .split(seed: 1), .split(seed: 2), .behindOthers])
    func http1(delivery: Delivery) throws {
        let name = "http1.json"
        let objects = try #require(try ConformanceFolder.json(name) as? [[String: Any]])
        let all = objects.map(ConformanceCase.init)
        let cases = all.filter { !$0.isAboutSomethingElse && !(delivery.isSlow && $0.needs.contains("timeouts")) }
        let (hasty, patient) = (try server(isHasty: true), try server())
        let failures =
            try failures(of: cases.filter(\.isAboutTime), at: hasty.address, delivery)
            + failures(of: cases.filter { !$0.isAboutTime }, at: patient.address, delivery)
        ConformanceFolder.report(
            "\(name), \(delivery.testDescription)",
            [
                "agree": cases.count - failures.count, "disagree": failures.count,
                "about something else": all.count - cases.count,
            ])
        #expect(failures == [])
    }

    @Test("http1-thirdparty.json agrees", .enabled(if: ConformanceFolder.isPresent("http1-thirdparty.json")))
    func thirdParty() throws {
        let name = "http1-thirdparty.json"
        let objects = try #require(try ConformanceFolder.json(name) as? [[String: Any]])
        let running = try server()
        var failures: [String] = []
        for object in objects {
            let raw = (object["raw"] as? String ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            let verdict = object["verdict"] as? String ?? ""
            let client = running.client()
            client.send(raw)
            // Who is refused may hear nothing; who is not, hears something, however long a busy machine takes.
            client.wait(verdict == "accept" ? 60_000 : 400) { _ in
                AnswerScan(client.received, isClosed: false, methods: []).answers.contains { !$0.isCut }
            }
            let status = AnswerScan(client.received, isClosed: true, methods: []).answers.first?.status ?? 0
            let refusals = [0, 301, 308, 400, 403, 405, 408, 411, 413, 414, 417, 431, 501, 505]
            // An answer that came before the defect did is a refusal too where the connection then ends.
            if verdict == "reject", status == 404 { client.wait() }
            let isRight =
                switch verdict {
                case "reject":
                    (refusals + (object["also"] as? [Int] ?? [])).contains(status) || (status == 404 && client.isClosed)
                case "accept": status != 0 && status != 400
                default: status < 500 || status == 501 || status == 505
                }
            if !isRight { failures.append("\(object["id"] ?? ""): \(verdict), got \(status)") }
        }
        ConformanceFolder.report(name, ["agree": objects.count - failures.count, "disagree": failures.count])
        #expect(failures == [])
    }
}
