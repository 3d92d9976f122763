import Foundation
import SystemIO

/// One case of `http1.json`, run against a server; see the README beside that file.
struct ConformanceCase: @unchecked Sendable {
    // @unchecked: values out of a JSON file, which nobody changes.
    let name: String
    private let writes: [Any]
    private let methods: [String]
    private let expected: [[String: Any]]
    private let milliseconds: (settle: Int, all: Int)
    private let waitsForClose: Bool
    private let bytesMax: Int
    let needs: Set<String>

    init(_ object: [String: Any]) {
        name = object["name"] as? String ?? ""
        writes = object["writes"] as? [Any] ?? []
        methods = object["methods"] as? [String] ?? []
        expected = object["expect"] as? [[String: Any]] ?? []
        // The runner beside the file has a machine to itself; a test shares its own. The time is used up by failures only.
        milliseconds = (object["settle_ms"] as? Int ?? 250, 10 * (object["max_ms"] as? Int ?? 6000))
        waitsForClose = object["until"] as? String == "closed"
        bytesMax = object["max_response_bytes"] as? Int ?? Int.max
        needs = Set(object["needs"] as? [String] ?? [])
    }

    /// Runs the case; nil when an allowed outcome came, else what came.
    func failure(at address: SocketAddress, _ delivery: Delivery) -> String? {
        let client = LoopbackClient(address)
        let end = MonotonicClock.milliseconds + Int64(milliseconds.all)
        var others = String(repeating: request("GET", "/"), count: delivery.othersCount)
        for write in writes where !client.isClosed && MonotonicClock.milliseconds < end {
            perform(write, client, address, end, delivery, behind: &others)
        }
        var quiet = MonotonicClock.milliseconds
        var count = client.received.count
        while !client.isClosed, MonotonicClock.milliseconds < end {
            client.pump(20)
            if client.received.count != count { (count, quiet) = (client.received.count, MonotonicClock.milliseconds) }
            let now = MonotonicClock.milliseconds
            guard !waitsForClose, now - quiet > milliseconds.settle else { continue }
            // What is missing may be on its way, however long a busy machine takes.
            if let outcome = outcome(scan(client, delivery), client), outcome["after"] as? String != "closed" { break }
        }
        let scan = scan(client, delivery)
        if client.received.count - delivery.othersCount * Self.otherAnswerBytesMax <= bytesMax,
            outcome(scan, client) != nil
        {
            return nil
        }
        return "\(name): interim \(scan.interim), \(scan.answers.map(\.status)), "
            + "\(client.isClosed ? "closed" : "open"), \(scan.leftover.count) octets left over"
    }

    private func perform(
        _ write: Any, _ client: LoopbackClient, _ address: SocketAddress, _ end: Int64, _ delivery: Delivery,
        behind others: inout String
    ) {
        if let text = write as? String {
            for piece in delivery.pieces(of: Array(others.utf8) + octets(text, address), name: name) {
                client.send(Array(piece))
            }
            others = ""
            return
        }
        guard let step = write as? [String: Any] else { return }
        client.send(others)
        others = ""
        if let text = step["repeat"] as? String {
            let unit = octets(text, address)
            var left = step["times"] as? Int ?? 0
            let block = max(1, 65_536 / max(1, unit.count))
            while left > 0, !client.isClosed, MonotonicClock.milliseconds < end {
                client.send(Array(repeatElement(unit, count: min(left, block)).joined()))
                left -= block
                client.pump(0)
            }
        } else if let text = step["drip"] as? String {
            for byte in octets(text, address) where !client.isClosed && MonotonicClock.milliseconds < end {
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

    /// What has come so far of the case's own answers.
    private func scan(_ client: LoopbackClient, _ delivery: Delivery) -> AnswerScan {
        let all = Array(repeating: "GET", count: delivery.othersCount) + methods
        return AnswerScan(client.received, isClosed: client.isClosed, methods: all).dropping(delivery.othersCount)
    }

    /// An answer to another request is shorter than this.
    private static let otherAnswerBytesMax = 512

    /// One character is one octet; variables in braces are filled in.
    private func octets(_ text: String, _ address: SocketAddress) -> [UInt8] {
        var filled = text
        for (name, value) in [
            "host": "\(address)", "get": "/", "post": "/echo", "missing": "/nothing", "etag": "\"x\"",
            "etag_opaque": "\"x\"", "etag_inner": "x", "get_length": "5",
        ] { filled = filled.replacingOccurrences(of: "{\(name)}", with: value) }
        return filled.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// Whether it waits for the server's patience to end.
    var isAboutTime: Bool { !needs.isDisjoint(with: ["timeouts", "body-timeout", "idle-timeout"]) }

    /// Whether the case speaks of something that the fixture does not have.
    var isAboutSomethingElse: Bool {
        let text = writes.map { "\($0)" }.joined()
        return text.contains("{get_pct}") || text.contains("{last_modified")
            || !needs.isSubset(of: ["etag", "get-only", "body-limit", "timeouts", "body-timeout", "idle-timeout"])
    }

    private func outcome(_ scan: AnswerScan, _ client: LoopbackClient) -> [String: Any]? {
        guard scan.leftover.isEmpty else { return nil }
        return expected.first { outcome in
            let wanted = outcome["responses"] as? [Any] ?? []
            guard wanted.count == scan.answers.count, !scan.answers.contains(where: \.isCut) else { return false }
            if let after = outcome["after"] as? String, (after == "closed") != client.isClosed { return false }
            if outcome["interim"] as? String == "100", !scan.interim.contains(100) { return false }
            if outcome["interim"] as? String == "none", !scan.interim.isEmpty { return false }
            return zip(wanted, scan.answers).allSatisfy { Self.fits($0, $1) }
        }
    }

    private static func fits(_ wanted: Any, _ answer: ScannedAnswer) -> Bool {
        let spec = wanted as? [String: Any] ?? ["status": wanted]
        let statuses = (spec["status"] as? String ?? "").split(separator: "|")
        let text = "\(answer.status)"
        guard statuses.contains(where: { zip($0, text).allSatisfy { $0 == "x" || $0 == $1 } }) else { return false }
        for (name, rule) in spec["header"] as? [String: String] ?? [:] where !fits(rule, answer.fields[name]) {
            return false
        }
        guard let body = spec["body"] as? String else { return true }
        if body == "none" { return answer.body.isEmpty }
        return !body.hasPrefix("not:") || !String(decoding: answer.body, as: UTF8.self).contains(body.dropFirst(4))
    }

    private static func fits(_ rule: String, _ values: [String]?) -> Bool {
        if rule == "absent" { return values == nil }
        if rule == "present" { return values != nil }
        let isNegated = rule.hasPrefix("not:")
        guard let joined = values?.joined(separator: ", ") else { return isNegated }
        var pattern = isNegated ? String(rule.dropFirst(4)) : rule
        guard pattern.hasPrefix("/") else { return (joined.lowercased() == pattern.lowercased()) != isNegated }
        let isFolding = pattern.hasSuffix("i")
        pattern = String(pattern.dropFirst().dropLast(isFolding ? 2 : 1))
        let options: String.CompareOptions = isFolding ? [.regularExpression, .caseInsensitive] : .regularExpression
        return (joined.range(of: pattern, options: options) != nil) != isNegated
    }
}
