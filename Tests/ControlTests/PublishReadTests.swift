import CanonicalJSON
import ReleaseStore
import Synchronization
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("A publish makes few transactions", .scheduled)
struct PublishReadTests {
    private final class Count: Sendable {
        let reads = Mutex(0)
        let writes = Mutex(0)
    }

    /// Counts the transactions of a request.
    private func transactions(_ desk: Desk, _ request: () -> Answer) -> (reads: Int, writes: Int, status: Int) {
        let count = Count()
        desk.store.fail { faults in
            faults.onRead = { count.reads.withLock { $0 += 1 } }
            faults.onWrite = { count.writes.withLock { $0 += 1 } }
        }
        let answer = request()
        desk.store.fail { faults in (faults.onRead, faults.onWrite) = (nil, nil) }
        return (count.reads.withLock { $0 }, count.writes.withLock { $0 }, answer.status)
    }

    @Test(
        "one reads what it needs, one writes, one reads what clients get; with * and with a tag",
        arguments: [true, false])
    func publish(isTagged: Bool) throws {
        let desk = try Desk()
        desk.makeShop()
        let tag = try #require(desk.send("GET", "/v1/apps/shop/draft")["ETag"])
        let path = "/v1/apps/shop/releases"
        let made = transactions(desk) { desk.send("POST", path, #"{"message":"m"}"#, ifMatch: isTagged ? tag : "*") }
        #expect(made == (2, 1, 201))
        let stale = transactions(desk) { desk.send("POST", path, #"{"message":"m"}"#, ifMatch: "\"r1\"") }
        #expect(stale == (1, 0, 412), "a stale tag is found before the check")
    }

    @Test("an edit that is published reads the settings of its app besides")
    func edit() throws {
        let desk = try Desk()
        desk.makeShop()
        let rule = #"{"match":["/new"],"to":{"screen":"New"}}"#
        let made = transactions(desk) { desk.send("PUT", "/v1/apps/shop/draft/rules/new?publish=1", rule) }
        #expect(made == (3, 1, 201))
    }

    @Test("a list of hosts that cannot be read holds no rollback back from clients")
    func damagedHosts() throws {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("PUT", "/v1/apps/shop/draft/rules/new", #"{"match":["/new"],"to":{"screen":"New"}}"#)
        _ = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"second"}"#)
        #expect(desk.send("GET", "/v1/apps/shop/head", token: nil).json["version"] == 2)
        try desk.store.write { session in try session.run("DROP TABLE hosts") }
        #expect(desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#).status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/head", token: nil).json["version"] == 1)
    }
}
