import RouteNavigation
import TestSupport
import Testing

/// A transport as an app writes it: it imports one product, and names no other module of this package.
private struct OwnTransport: Transport {
    func get(_ address: TransportAddress, bytesMax: Int) async throws(RouteClientError) -> TransportResponse {
        throw RouteClientError(.unreachable, "no network here for \(address.text)")
    }
}

@Suite("A transport of the app's own", .scheduled)
struct OwnTransportTests {
    @Test("It is used for every request, and its failure reaches the caller")
    func used() async throws {
        let folder = try TemporaryDirectory()
        let routes = try RouteClient(
            server: "https://routes.example.com", app: "moments", cache: folder.path, transport: OwnTransport())
        let error = await #expect(throws: RouteClientError.self) { try await routes.refresh() }
        #expect(error?.detail == "no network here for https://routes.example.com/v1/apps/moments/head")
    }
}
