import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Callbacks on a new head and on a scrape", .scheduled)
struct StreamChangeTests {
    /// The depth of the call stack at each call, in frames.
    private final class Depths: Sendable {
        let all = Mutex<[Int]>([])

        func note() {
            let depth = Thread.callStackReturnAddresses.count
            all.withLock { $0.append(depth) }
        }
    }

    @Test("the call stack of a callback does not grow with the number of publishes or scrapes")
    func depth() throws {
        let desk = try Desk()
        let (publishes, scrapes) = (Depths(), Depths())
        desk.components.snapshots.onStreamChange { _ in publishes.note() }
        desk.components.operations.addMetrics { _ in scrapes.note() }
        desk.makeShop()
        for _ in 0..<100 {
            // A publish makes a release even if the draft has not changed.
            #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"again"}"#).status == 201)
            #expect(desk.send("GET", "/metrics").status == 200)
        }
        for depths in [publishes, scrapes] {
            let all = depths.all.withLock { $0 }
            #expect(all.count >= 100)
            #expect(all.last == all.dropFirst().first, "\(all)")
        }
    }

    @Test("a change of one channel does not prepare the body of another channel again")
    func sameForms() throws {
        let desk = try Desk()
        desk.makeShop()
        let first = try #require(desk.components.snapshots.snapshot.apps["shop"]?.standardChannel)
        #expect(desk.send("PUT", "/v1/apps/shop/channels/staging", #"{"version":1,"public":true}"#).status < 300)
        let second = try #require(desk.components.snapshots.snapshot.apps["shop"]?.standardChannel)
        #expect(second !== first)
        #expect(second.body === first.body)
    }
}
