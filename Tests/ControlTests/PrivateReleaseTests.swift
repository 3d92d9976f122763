import CanonicalJSON
import ReleaseStore
import StoreRecords
import Synchronization
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Private releases and callers without a right to them", .scheduled)
struct PrivateReleaseTests {
    @Test("a private release is neither read nor kept in memory for a caller who may not have it")
    func oracle() throws {
        let desk = try Desk(["releasesInMemory": "1"])
        desk.makeShop()
        for _ in 0..<3 {
            #expect(
                desk.send(
                    "POST", "/v1/apps/shop/releases",
                    #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#
                ).status == 201)
        }
        let digest = desk.send("GET", "/v1/apps/shop/releases/2").json["digest"]?.stringValue ?? ""
        let index = try #require(try desk.store.release("shop", 2).indexes.first).digest
        let paths = [
            "releases/2/rules", "bodies/\(digest)", "indexes/\(index)",
            "resolve?release=2&url=https%3A%2F%2Fshop.example%2F",
        ]
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let other = desk.send("POST", "/v1/tokens", #"{"name":"o","role":"viewer","apps":["other"]}"#).json["token"]
        for path in paths {
            #expect(desk.send("GET", "/v1/apps/shop/\(path)", token: nil).status == 404)
            #expect(desk.send("GET", "/v1/apps/shop/\(path)", token: other?.stringValue).status == 403)
            #expect(desk.components.data.olderReleases.withLock { $0.count } == 0, "\(path)")
        }
        for path in paths { #expect(desk.send("GET", "/v1/apps/shop/\(path)").status == 200) }
        #expect(desk.components.data.olderReleases.withLock { $0.count } > 0)
        // What is in memory by now is refused as before.
        for path in paths { #expect(desk.send("GET", "/v1/apps/shop/\(path)", token: nil).status == 404) }
    }
}
