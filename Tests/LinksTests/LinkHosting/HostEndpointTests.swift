import DataPlane
import HTTPExchange
import LinkServing
import ServerMetrics
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("The endpoints of hosts", .scheduled)
struct HostEndpointTests {
    @Test("all need an unlimited administrator, and writes need If-Match")
    func declarations() throws {
        try withStore { store, _ in
            let metrics = try RequestMetrics(loops: 1, routes: LoopEndpoint.all.map(\.route))
            let snapshots = try SnapshotSource(
                store: store, releasesInMemory: 1, bodyBytesMax: 1 << 20, indexBytes: 1 << 20, metrics: metrics)
            let endpoints = Hosts(store: store, snapshots: snapshots).endpoints
            #expect(endpoints.map(\.id) == ["listHosts", "readHost", "putHost", "deleteHost"])
            for endpoint in endpoints {
                #expect(endpoint.access == .unlimited(.admin), "\(endpoint.id)")
                #expect((endpoint.precondition?.kind == .host) == (endpoint.method != .get), "\(endpoint.id)")
            }
        }
    }
}
