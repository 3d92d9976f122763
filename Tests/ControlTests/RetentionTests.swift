import CanonicalJSON
import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Retention over HTTP", .scheduled)
struct RetentionTests {
    private static let day: Int64 = 24 * 60 * 60 * 1000

    /// A desk with three releases of `shop`, of which the newest is kept; the clock stands 91 days later.
    private func desk(_ flags: [String: String] = [:]) throws -> Desk {
        let desk = try Desk(["retentionReleases": "1"].merging(flags) { $1 })
        desk.makeShop()
        for _ in 2...3 { _ = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#) }
        return desk
    }

    private func digest(_ desk: Desk, _ version: Int) -> String {
        desk.send("GET", "/v1/apps/shop/releases/\(version)").json["digest"]?.stringValue ?? ""
    }

    @Test("the daily run removes old releases from the store and from memory, once", arguments: ["1", "4"])
    func daily(releasesInMemory: String) throws {
        let desk = try desk(["releasesInMemory": releasesInMemory])
        let body = "/v1/apps/shop/bodies/\(digest(desk, 1))"
        #expect(desk.send("GET", body, token: nil).status == 200)
        func maintain() { for _ in 0..<4 { desk.components.maintenance.run(atMilliseconds: desk.now) } }
        // The first run finds nothing; what is 90 days old is marked, and removed a day later.
        maintain()
        #expect(desk.lines.text.contains("retention ran to its end"))
        for days in [89, 1] {
            desk.now += Int64(days) * Self.day
            maintain()
            #expect(desk.send("GET", body, token: nil).status == 200)
        }
        desk.now += 60_000
        maintain()
        #expect(desk.send("GET", body, token: nil).status == 200)
        desk.now += Self.day
        maintain()
        #expect(desk.send("GET", body, token: nil).status == 410)
        #expect(desk.send("GET", "/v1/audit?action=retention.run").json["audit"]?.arrayValue?.count == 1)
        let samples = Samples(desk.send("GET", "/metrics").text)
        #expect(samples["waymark_retention_removed_releases_total"] == 2)
        #expect((samples["waymark_retention_removed_bytes_total"] ?? 0) > 100)
        #expect(samples["waymark_retention_run_timestamp_seconds"] == Double(desk.now) / 1000)
    }

    @Test("tokens that expired 90 days ago are deleted, but not the last unlimited administrator; old answers, too")
    func expired() throws {
        let folder = try TemporaryDirectory()
        let desk = try Desk(folder: folder)
        let end = #","expiresAt":"2027-01-16T08:00:00Z"}"#
        for name in ["old", "older"] {
            #expect(desk.send("POST", "/v1/tokens", #"{"name":"\#(name)","role":"viewer""# + end).status == 201)
        }
        _ = desk.send("POST", "/v1/tokens", #"{"name":"open","role":"viewer"}"#)
        // Every unlimited administrator has ended by then: the one that lasted longest stays.
        for (name, day) in [("first", "17"), ("last", "18")] {
            let body = #"{"name":"\#(name)","role":"admin","expiresAt":"2027-01-\#(day)T08:00:00Z"}"#
            #expect(desk.send("POST", "/v1/tokens", body).status == 201)
        }
        _ = try desk.store.write { session in
            try session.run("UPDATE tokens SET expires_at = created_at WHERE expires_at IS NULL AND role = 'admin'")
        }
        let key = IdempotencyKey(token: "t", method: "POST", path: "/", key: "k", bodyDigest: [1])
        _ = try desk.store.createApp(
            "a", title: "a", poll: PollSettings(interval: 1, jitter: 0), by: .machine("test"),
            at: Instant(milliseconds: desk.now),
            recording: Recording(key: key) { _ in StoredAnswer(status: 201, fields: [], body: []) })
        func answers() throws -> Int {
            try desk.store.read { session in
                try session.first("SELECT count(*) FROM answers") { row in row.integer(0) } ?? 0
            }
        }
        func maintain() throws -> Set<String> {
            for _ in 0..<6 { desk.components.maintenance.run(atMilliseconds: desk.now) }
            return Set(try desk.store.tokens().map(\.name))
        }
        #expect(try maintain() == ["admin (environment)", "old", "older", "open", "first", "last"])
        #expect(try answers() == 1)
        desk.now += 91 * Self.day
        #expect(try maintain() == ["admin (environment)", "old", "older", "open", "first", "last"])
        desk.now += Self.day
        #expect(try maintain() == ["old", "older", "open", "first", "last"])
        #expect(try answers() == 0)
        desk.now += 10 * Self.day
        _ = try maintain()
        desk.now += Self.day
        #expect(try maintain() == ["open", "last"])
        let rows = try desk.store.auditPage(AuditQuery(limit: 100)).rows.filter { $0.action == "token.delete" }
        #expect(rows.count == 4 && rows.allSatisfy { $0.by.name == "waymark serve" && $0.before != nil })
        #expect(desk.lines.text.contains("\"tokens\":2"))
    }

    @Test("a removed release is 410 with the reason, its metadata is there, and a channel cannot point at it")
    func removed() throws {
        let desk = try desk(["retentionDays": "0"])
        let old = digest(desk, 1)
        #expect(desk.send("POST", "/v1/retention").json["removed"]?.arrayValue?.first?["versions"] == [1, 2])
        let url = "url=https%3A%2F%2Fshop.example%2Fitem%2F1"
        for path in ["bodies/\(old)", "releases/1/rules", "resolve?\(url)&release=1"] {
            let answer = desk.send("GET", "/v1/apps/shop/\(path)", token: nil)
            #expect(answer.status == 410, "\(path): \(answer.text)")
            #expect(answer.json["type"] == "urn:waymark:problem:release-removed")
            #expect(answer.json["detail"]?.stringValue?.contains("no channel used it") == true)
            #expect(answer["Access-Control-Allow-Origin"] == "*")
        }
        #expect(desk.send("GET", "/v1/apps/shop/releases/1/diff/3").status == 410)
        #expect(desk.send("POST", "/v1/apps/shop/releases/1/restore", #"{"message":"m"}"#).status == 410)
        let moved = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#)
        #expect(moved.status == 409 && moved.json["type"] == "urn:waymark:problem:release-removed", "\(moved.text)")
        #expect(desk.send("GET", "/v1/apps/shop/releases/1").json["removedAt"] == "2027-01-15T08:00:00Z")
        #expect(desk.send("GET", "/v1/apps/shop/releases").json["releases"]?.arrayValue?.count == 3)
        // A client whose release was removed gets the newest one by the head.
        let head = desk.send("GET", "/v1/apps/shop/head", token: nil).json
        #expect(head["version"] == 3 && head["digest"]?.stringValue != old)
        #expect(desk.send("GET", head["body"]?.stringValue ?? "", token: nil).status == 200)
    }

    @Test("a private removed release is answered as a missing one to callers without a right to it")
    func hidden() throws {
        let desk = try desk(["retentionDays": "0"])
        for _ in 0..<2 {
            _ = desk.send(
                "POST", "/v1/apps/shop/releases",
                #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
        }
        _ = desk.send("POST", "/v1/retention")
        #expect(desk.send("GET", "/v1/apps/shop/releases/4/rules").status == 410)
        let (gone, missing) = (
            desk.send("GET", "/v1/apps/shop/releases/4/rules", token: nil),
            desk.send("GET", "/v1/apps/shop/releases/9/rules", token: nil)
        )
        #expect(gone.status == 404 && gone.text == missing.text)
    }

    @Test("GET changes nothing; an app's own values are set, shown, and given back to the server's with null")
    func dryRun() throws {
        let desk = try desk(["retentionDays": "0"])
        for version in ["1.0", "1.1"] {
            desk.now += 1
            _ = desk.send("PUT", "/v1/apps/shop/screens/ios/\(version)", #"{"screens":{"Item":["id"]}}"#)
        }
        func plan() -> JSONValue { desk.send("GET", "/v1/retention").json["retention"]?.arrayValue?.first ?? .null }
        #expect(plan()["versions"] == [1, 2] && plan()["releases"] == 2 && plan()["keepReleases"] == 1)
        let screens = plan()["unusedScreens"]?.arrayValue ?? []
        #expect(screens.count == 1 && screens[0]["platform"] == "ios" && screens[0]["version"] == "1.0")
        func change(_ body: String) -> JSONValue { desk.send("PATCH", "/v1/apps/shop", body).json }
        let own = change(#"{"retentionReleases":2,"retentionDays":0}"#)
        #expect(own["retentionReleases"] == 2 && own["retentionDays"] == 0, "\(own)")
        #expect(plan()["versions"] == [1] && plan()["keepReleases"] == 2)
        #expect(change(#"{"title":"t"}"#)["retentionReleases"] == 2)
        let reset = change(#"{"retentionReleases":null}"#)
        #expect(reset["retentionReleases"] == nil && reset["retentionDays"] == 0)
        #expect(plan()["versions"] == [1, 2])
        #expect(desk.send("PATCH", "/v1/apps/shop", #"{"retentionReleases":0}"#).status == 422)
        #expect(desk.send("GET", "/v1/apps/shop/releases/1/rules", token: nil).status == 200)
        let run = desk.send("POST", "/v1/retention").json
        #expect(run["removed"]?.arrayValue?.first?["releases"] == 2 && run["more"] == false)
        #expect(desk.send("POST", "/v1/retention").json["removed"] == [])
    }
}
