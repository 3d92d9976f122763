import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerLog
@testable import ServerMetrics

@Suite("Who is told of changes", .scheduled)
struct ListenerTests {
    /// How deep the stack was at each call.
    private final class Depths: Sendable {
        let all = Mutex<[Int]>([])

        func note() {
            let depth = Thread.callStackReturnAddresses.count
            all.withLock { $0.append(depth) }
        }
    }

    @Test("the hundredth publish and the hundredth scrape reach their listeners as directly as the first")
    func depth() throws {
        let desk = try Desk()
        let (publishes, scrapes) = (Depths(), Depths())
        desk.components.snapshots.onNewHead { _ in publishes.note() }
        desk.components.operations.addMetrics { _ in scrapes.note() }
        desk.makeShop()
        for _ in 0..<100 {
            // Nothing has changed, which is no reason not to number it.
            #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"again"}"#).status == 201)
            #expect(desk.send("GET", "/metrics").status == 200)
        }
        for depths in [publishes, scrapes] {
            let all = depths.all.withLock { $0 }
            #expect(all.count >= 100)
            #expect(all.last == all.dropFirst().first, "\(all)")
        }
    }

    @Test("a release that stays is not written out again by the next publish")
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
