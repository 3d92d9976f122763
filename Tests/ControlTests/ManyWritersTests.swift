import CanonicalJSON
import HTTPFetching
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Concurrent writers", .scheduled, .serialized)
struct ManyWritersTests {
    private final class Tally: Sendable {
        let state = Mutex(State())
    }

    private struct State {
        /// The tag and the origin that each successful write made.
        var done: [(revision: String, title: String)] = []
        var statuses: [Int: Int] = [:]
    }

    @Test("with 64 writers and If-Match, every 200 has its own revision in the audit, and every other answer is 412")
    func noLostUpdate() throws {
        let server = try LiveServer()
        try server.makeApp()
        let tally = Tally()
        let threads = try (0..<64).map { writer in
            try Threads.start {
                for attempt in 0..<6 {
                    guard let read = try? server.send("GET", "/v1/apps/shop/draft/settings"), let tag = read["etag"],
                        let answer = try? server.send(
                            "PUT", "/v1/apps/shop/draft/settings",
                            #"{"origins":["https://w\#(writer)-\#(attempt).example"]}"#, ["If-Match": tag])
                    else { return tally.state.withLock { $0.statuses[0, default: 0] += 1 } }
                    tally.state.withLock { state in
                        state.statuses[answer.status, default: 0] += 1
                        guard answer.status == 200 else { return }
                        state.done.append((answer["etag"] ?? "", "https://w\(writer)-\(attempt).example"))
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        let (done, statuses) = tally.state.withLock { ($0.done, $0.statuses) }
        #expect(Set(statuses.keys).isSubset(of: [200, 412]), "\(statuses)")
        #expect(!done.isEmpty && (statuses[412] ?? 0) > 0, "\(statuses)")
        #expect(Set(done.map(\.revision)).count == done.count, "two writers got one revision")
        let rows = try server.send("GET", "/v1/audit?limit=1000").json["audit"]?.arrayValue ?? []
        var history: [String: String] = [:]
        for row in rows where row["action"] == "settings.replace" {
            let after = row["after"]
            let revision = "\"r\(after?["revision"]?.integerValue ?? 0)\""
            history[revision] = after?["settings"]?["origins"]?[0]?.stringValue
        }
        #expect(history.count == done.count)
        for (revision, title) in done { #expect(history[revision] == title, "\(revision)") }
        print(
            "counts: 64 writers, \(statuses[200] ?? 0) acknowledged, \(statuses[412] ?? 0) refused by 412, all in the history"
        )
    }
}
