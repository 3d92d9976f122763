import DataPlane
import ServerMetrics
import Synchronization
import TestSupport
import Testing

@Suite("Snapshots of a node's own copy", .scheduled)
struct SnapshotReloadTests {
    @Test("a reload reads the copy, which is as new as the store, and copies no app again")
    func reload() throws {
        let desk = try Desk()
        desk.makeShop()
        let copied = Mutex<[String]>([])
        let snapshots = try SnapshotSource(
            store: desk.store, releasesInMemory: 1, bodyBytesMax: 1 << 20, indexBytes: 1 << 20,
            metrics: try RequestMetrics(loops: 1, routes: LoopEndpoint.all.map(\.route)), served: desk.store,
            copyApp: { app in copied.withLock { $0.append(app) } })
        snapshots.refresh("shop")
        #expect(copied.withLock { $0 } == ["shop"])
        try snapshots.reload(epoch: 2_000_000_000)
        #expect(copied.withLock { $0 } == ["shop"])
        #expect(snapshots.failures.isEmpty)
    }
}
