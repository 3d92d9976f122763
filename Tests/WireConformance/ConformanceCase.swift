import Foundation
import SystemIO
import TestSupport

/// One case of `http1.json`, run against a server; see the README beside that file.
package struct ConformanceCase: @unchecked Sendable {
    // @unchecked: the values of a JSON file, which never change.
    /// Its name in the file.
    package let name: String
    private let writes: [Any]
    private let methods: [String]
    let expected: [[String: Any]]
    private let milliseconds: (settle: Int, all: Int)
    private let waitsForClose: Bool
    private let bytesMax: Int
    /// Its requirements of the server.
    package let needs: Set<String>

    /// Parses one object of the file.
    package init(_ object: [String: Any]) {
        name = object["name"] as? String ?? ""
        writes = object["writes"] as? [Any] ?? []
        methods = object["methods"] as? [String] ?? []
        expected = object["expect"] as? [[String: Any]] ?? []
        // Longer than `max_ms`, because tests share a machine; only failures need that long.
        milliseconds = (object["settle_ms"] as? Int ?? 250, TestLimits.waitMilliseconds)
        waitsForClose = object["until"] as? String == "closed"
        bytesMax = object["max_response_bytes"] as? Int ?? Int.max
        needs = Set(object["needs"] as? [String] ?? [])
    }

    /// Runs the case; nil if the outcome is allowed, else what was received.
    package func failure(at site: ConformanceSite, _ delivery: Delivery) -> String? {
        let client = LoopbackClient(site.address)
        let end = MonotonicClock.milliseconds + Int64(milliseconds.all)
        var others = String(repeating: site.plainRequest, count: delivery.othersCount)
        for write in writes where !client.isClosed && MonotonicClock.milliseconds < end {
            perform(write, client, site, end, delivery, behind: &others)
        }
        var quiet = MonotonicClock.milliseconds
        var count = client.received.count
        while !client.isClosed, MonotonicClock.milliseconds < end {
            client.pump(20)
            if client.received.count != count { (count, quiet) = (client.received.count, MonotonicClock.milliseconds) }
            let now = MonotonicClock.milliseconds
            guard !waitsForClose, now - quiet > milliseconds.settle else { continue }
            // A busy machine may take long to deliver what is missing.
            if let outcome = outcome(scan(client, delivery), client, site), outcome["after"] as? String != "closed" {
                break
            }
        }
        let scan = scan(client, delivery)
        if client.received.count - delivery.othersCount * site.plainAnswerBytesMax <= bytesMax,
            outcome(scan, client, site) != nil
        {
            return nil
        }
        return "\(name): interim \(scan.interim), \(scan.answers.map(\.status)), "
            + "\(client.isClosed ? "closed" : "open"), \(scan.leftover.count) octets left over"
    }

    private func perform(
        _ write: Any, _ client: LoopbackClient, _ site: ConformanceSite, _ end: Int64, _ delivery: Delivery,
        behind others: inout String
    ) {
        if let text = write as? String {
            for piece in delivery.pieces(of: Array(others.utf8) + site.octets(text), name: name) {
                client.send(Array(piece))
            }
            others = ""
            return
        }
        guard let step = write as? [String: Any] else { return }
        client.send(others)
        others = ""
        if let text = step["repeat"] as? String {
            let unit = site.octets(text)
            var left = step["times"] as? Int ?? 0
            let block = max(1, 65_536 / max(1, unit.count))
            while left > 0, !client.isClosed, MonotonicClock.milliseconds < end {
                client.send((0..<min(left, block)).reduce(into: []) { bytes, _ in bytes += unit })
                left -= block
                client.pump(0)
            }
        } else if let text = step["drip"] as? String {
            for byte in site.octets(text) where !client.isClosed && MonotonicClock.milliseconds < end {
                client.send([byte])
                client.rest(step["gap_ms"] as? Int ?? 0)
            }
        } else if let wait = step["wait_ms"] as? Int {
            client.rest(wait)
        } else if let until = step["until"] as? String {
            client.wait(step["max_ms"] as? Int ?? 3000) { _ in
                let scan = scan(client, delivery)
                let isAnswered = scan.answers.contains { !$0.isCut }
                return isAnswered || (until != "response" && !scan.interim.isEmpty)
            }
        } else if step["shutdown"] != nil {
            client.finishSending()
        }
    }

    /// The case's own answers received so far.
    private func scan(_ client: LoopbackClient, _ delivery: Delivery) -> AnswerScan {
        let all = Array(repeating: "GET", count: delivery.othersCount) + methods
        return AnswerScan(client.received, isClosed: client.isClosed, methods: all).dropping(delivery.othersCount)
    }

    /// Whether it waits for a deadline of the server.
    package var isAboutTime: Bool { !needs.isDisjoint(with: ["timeouts", "body-timeout", "idle-timeout"]) }

    /// Whether the server meets its requirements.
    package func isMeant(for site: ConformanceSite) -> Bool {
        needs.isSubset(of: site.offers) && !site.lacksValue(in: writesText)
    }

    /// The largest number of its requests that go to the resource that accepts content.
    var contentCount: Int { writesText.components(separatedBy: "{post}").count - 1 }

    private var writesText: String { writes.map { "\($0)" }.joined() }
}
