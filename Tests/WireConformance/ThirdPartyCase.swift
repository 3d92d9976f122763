import Foundation

/// One case of `http1-thirdparty.json`: raw bytes and a verdict; see the README beside that file.
package struct ThirdPartyCase: Sendable {
    /// Its name in the file.
    package let name: String
    private let raw: [UInt8]
    private let verdict: String
    private let alsoAllowed: [Int]

    /// Parses one object of the file.
    package init(_ object: [String: Any]) {
        name = object["id"] as? String ?? ""
        raw = (object["raw"] as? String ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        verdict = object["verdict"] as? String ?? ""
        alsoAllowed = object["also"] as? [Int] ?? []
    }

    /// Runs the case against a server with deadlines of a few seconds for heads and bodies, and a long one between requests;
    /// nil if the verdict holds, else what was received.
    package func failure(at site: ConformanceSite, _ delivery: Delivery) -> String? {
        let client = LoopbackClient(site.address)
        let others = Array(String(repeating: site.plainRequest, count: delivery.othersCount).utf8)
        for piece in delivery.pieces(of: others + raw, name: name) { client.send(Array(piece)) }
        // This also ends on a busy machine, because the server answers an incomplete message at a deadline.
        client.wait { _ in firstAnswer(client, delivery).map { !$0.isCut } ?? false }
        let answer = firstAnswer(client, delivery)
        // An answer that was sent before the defect arrived is also a refusal if the connection then ends; an idle
        // connection would stay open longer than this wait.
        if verdict == "reject", answer?.status == 404 { client.wait(30_000) }
        return isRight(answer, isClosed: client.isClosed) ? nil : "\(name): \(verdict), got \(answer?.status ?? 0)"
    }

    private func firstAnswer(_ client: LoopbackClient, _ delivery: Delivery) -> ScannedAnswer? {
        AnswerScan(client.received, isClosed: client.isClosed, methods: []).dropping(delivery.othersCount).answers.first
    }

    private func isRight(_ answer: ScannedAnswer?, isClosed: Bool) -> Bool {
        let status = answer?.status ?? 0
        switch verdict {
        case "reject":
            return (Self.refusals + alsoAllowed).contains(status) || (status == 404 && isClosed)
        case "accept": return status != 0 && status != 400
        default: return status < 500 || status == 501 || status == 505
        }
    }

    /// Statuses that refuse a message, and 0 for closing without an answer.
    private static let refusals = [0, 301, 308, 400, 403, 405, 408, 411, 413, 414, 417, 431, 501, 505]
}
