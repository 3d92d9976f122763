import CanonicalJSON
import ReleaseStore
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerMetrics

@Suite("A committed write is answered with success, even if a later step fails", .scheduled)
struct AfterCommitTests {
    /// Method, path, body, and the status of success.
    static let writes: [(String, String, String?, Int)] = [
        ("POST", "/v1/apps", #"{"app":"more"}"#, 201), ("PATCH", "/v1/apps/shop", #"{"title":"x"}"#, 200),
        ("DELETE", "/v1/apps/shop", nil, 204),
        ("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#, 201),
        ("POST", "/v1/apps/shop/releases/1/restore", #"{"message":"back"}"#, 201),
        ("PUT", "/v1/apps/shop/draft?publish=1&message=m&allowShrink=1", "{}", 200),
        ("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#, 200),
        ("PUT", "/v1/apps/shop/channels/next", #"{"version":1,"public":false}"#, 200),
        ("POST", "/v1/tokens", #"{"name":"t","role":"viewer"}"#, 201),
    ]

    @Test(
        "if the read after a commit fails, the write succeeds; the server is not ready until a read succeeds",
        arguments: writes)
    func refresh(_ write: (String, String, String?, Int)) throws {
        let desk = try Desk()
        desk.makeShop()
        let before = desk.components.snapshots.snapshot.apps["shop"]?.standardChannel?.head
        desk.store.fail { $0.readsAfterWrite = FaultyStore.broken }
        let (method, path, body, status) = write
        let answer = desk.send(method, path, body)
        #expect(answer.status == status, "\(answer.text)")
        #expect(desk.components.snapshots.snapshot.apps["shop"]?.standardChannel?.head == before, "the head changed")
        #expect(desk.send("GET", "/readyz").status == 503)
        desk.components.maintenance.run(atMilliseconds: 0)
        let unready = desk.send("GET", "/readyz")
        #expect(unready.status == 503 && desk.lines.text.contains("memory is older than"))
        // A probe needs no token, and an app can be private.
        #expect(!unready.text.contains("shop") && !unready.text.contains("more"), "\(unready.text)")
        desk.store.fail { $0.reads = nil }
        desk.components.maintenance.run(atMilliseconds: 0)
        let ready = desk.send("GET", "/readyz")
        #expect(ready.status == 200 && desk.lines.text.contains("memory equals the database again"), "\(ready.text)")
        let head = desk.components.snapshots.snapshot.apps["shop"]?.standardChannel?.head
        switch path {
        case "/v1/apps/shop": #expect(method == "PATCH" ? head == before : head == nil)
        case "/v1/apps", "/v1/tokens", "/v1/apps/shop/channels/next": #expect(head == before)
        default: #expect(head?.sequence == (before?.sequence ?? 0) + 1)
        }
        if let secret = answer.json["token"]?.stringValue {
            #expect(desk.send("GET", "/v1/whoami", token: secret).status == 200)
        }
    }

    @Test("a token that is revoked while reads fail is invalid at once")
    func revoked() throws {
        let desk = try Desk()
        let made = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer"}"#).json
        let (id, secret) = (made["id"]?.stringValue ?? "", made["token"]?.stringValue ?? "")
        #expect(desk.send("GET", "/v1/whoami", token: secret).status == 200)
        desk.store.fail { $0.readsAfterWrite = FaultyStore.broken }
        #expect(desk.send("DELETE", "/v1/tokens/\(id)").status == 204)
        #expect(desk.send("GET", "/v1/whoami", token: secret).status == 401)
        #expect(desk.send("GET", "/v1/whoami").status == 200)
    }

    @Test("token uses are stored once a minute, listed at once, and stored later if a write fails")
    func uses() throws {
        let desk = try Desk()
        func last() throws -> String? { try desk.store.tokens().first?.lastUsedAt?.description }
        let shown = desk.send("GET", "/v1/tokens").json["tokens"]?[0]?["lastUsedAt"]
        #expect(try shown == "2027-01-15T08:00:00Z" && last() == nil)
        desk.components.maintenance.run(atMilliseconds: 0)
        desk.components.maintenance.run(atMilliseconds: 59_999)
        #expect(try last() == nil)
        desk.store.fail { $0.writes = FaultyStore.broken }
        desk.components.maintenance.run(atMilliseconds: 60_000)
        desk.store.fail { $0.writes = nil }
        #expect(try last() == nil && desk.lines.text.contains("the last use of tokens could not be written"))
        desk.components.maintenance.run(atMilliseconds: 120_000)
        #expect(try last() == "2027-01-15T08:00:00Z")
        let commits = desk.store.statistics.writesCommitted
        desk.components.maintenance.run(atMilliseconds: 180_000)
        #expect(desk.store.statistics.writesCommitted == commits, "an idle server writes nothing")
    }
}
