import Foundation
import RouteModel

/// The same work done with Foundation, for comparison.
struct FoundationPeers {
    let subject: EngineSubject
    let stopwatch: Stopwatch

    static let scan = "peer: Foundation URL + scan of all patterns, hits"
    static let url = "peer: Foundation URL(string:)"
    static let decoder = "peer: JSONDecoder to structs"
    static let serialization = "peer: JSONSerialization"
    static let encoder = "peer: JSONEncoder"

    private struct Table: Codable {
        struct Entry: Codable {
            struct When: Codable { var appVersion: String? }
            struct To: Codable {
                var screen: String?
                var redirect: String?
                var parameters: [String: String]?
            }
            var id: String
            var match: [String]
            var when: When?
            var to: To
            var note: String?
        }
        var rules: [Entry]
    }

    /// All rows, at the subject's size.
    func all() throws -> [Measure] {
        let size = subject.mix.size
        let hits = subject.mix.hits
        let text = Data(subject.body)
        let table = try JSONDecoder().decode(Table.self, from: Data(subject.mix.draft))
        let scan = PatternScan(table.rules.flatMap(\.match))
        // With many patterns a scan is slow; 20 addresses are enough.
        let scanned = size > Self.fewAddresses ? Array(hits.prefix(20)) : hits
        return [
            Measure(Self.scan, size, .nanoseconds) {
                try stopwatch.nanosecondsEach(scanned) { address in
                    guard let found = scan.firstMatch(address) else { throw BenchError("the scan misses \(address)") }
                    return found
                }
            },
            Measure(Self.url, size, .nanoseconds) {
                stopwatch.nanosecondsEach(hits) { URL(string: $0)?.host?.utf8.count ?? 0 }
            },
            Measure(Self.decoder, size, .milliseconds) {
                try stopwatch.milliseconds { try JSONDecoder().decode(Table.self, from: text).rules.count }
            },
            Measure(Self.serialization, size, .milliseconds) {
                try stopwatch.milliseconds { try JSONSerialization.jsonObject(with: text) is [String: Any] ? 1 : 0 }
            },
            Measure(Self.encoder, size, .milliseconds) {
                try stopwatch.milliseconds { try JSONEncoder().encode(table).count }
            },
        ]
    }

    /// Above this number of rules the scan uses fewer addresses.
    private static let fewAddresses = 1_000
}
