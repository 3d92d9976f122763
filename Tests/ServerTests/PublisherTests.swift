import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteDocuments
import RouteModel
import SQLKit
import ServerMetrics
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane

@Suite("What a publish stores before its transaction, and what is left of it", .scheduled)
struct PublisherTests {
    /// For each stored byte string, whether it belongs to no release.
    private func staged(_ store: any RuleStore) throws -> [Bool] {
        try store.read { session in try session.all("SELECT is_staged FROM blobs ORDER BY id") { $0.flag(0) } }
    }

    /// The publishes that its counters have.
    private func publishes(_ publisher: Publisher) -> Int? {
        var text = MetricsText()
        publisher.counters.write(into: &text)
        let name = "waymark_publish_seconds_count "
        return text.text.split(separator: "\n").first { $0.hasPrefix(name) }.flatMap { Int($0.dropFirst(name.count)) }
    }

    /// The plan of a release so long that its bytes are stored while it is checked.
    private func plan() throws -> ReleasePlan {
        let note = String(repeating: "n", count: 500)
        let rules = (0..<1500).map {
            #"{"id":"r\#($0)","match":["/rule/number/\#($0)"],"to":{"screen":"S"},"note":"\#(note)"}"#
        }
        let text = #"{"settings":{"origins":["https://a.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
        let decoded = DraftDecoder.draft(Array(text.utf8))
        return ReleasePlan(
            app: "moments", draft: try #require(decoded.value, "\(decoded.findings)"), basis: 2, version: 1,
            target: try ReleaseTarget(body: Array(#"{"message":"m"}"#.utf8)), now: .make())
    }

    @Test("If the transaction fails, nothing is left, whether other writers were faster or it fails for good")
    func failing() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let plan = try plan()
            let publisher = Publisher(store: store, counters: ControlCounters())
            var attempts = 0
            let failure = code {
                _ = try publisher.publish({ _ in plan }, of: "moments", under: .any, WriteTurns(), since: .now) {
                    prepared, _ in
                    attempts += 1
                    #expect(prepared.staged != nil && prepared.index != nil)
                    #expect(try staged(store) == [true, true, true, true], "those of earlier attempts are deleted")
                    throw StoreError(
                        attempts < 3 ? .versionMismatch : .storage, "The number is used.", hint: "Prepare again.")
                }
            }
            #expect(failure == .storage)
            #expect(attempts == 3)
            #expect(publishes(publisher) == 0)
            #expect(try staged(store).isEmpty)
        }
    }

    @Test("The transaction of a publish keeps them, and the publish is counted once")
    func kept() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let plan = try plan()
            let publisher = Publisher(store: store, counters: ControlCounters())
            let answer = try publisher.publish({ _ in plan }, of: "moments", under: .any, WriteTurns(), since: .now) {
                prepared, index in
                #expect(index != nil)
                try store.publish(prepared)
                return .json(201, [:])
            }
            #expect(answer.status == 201)
            #expect(publishes(publisher) == 1)
            #expect(try staged(store) == [false, false, false, false])
            #expect(try store.releaseContent("moments", 1).body.count > 64 << 10)
        }
    }
}
