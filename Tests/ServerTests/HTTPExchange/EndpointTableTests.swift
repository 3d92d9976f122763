import TestSupport
import Testing

@testable import HTTPExchange

@Suite("Endpoints by path and method", .scheduled)
struct EndpointTableTests {
    private let table = EndpointTable([
        Self.endpoint("list", .get, "/v1/apps"), Self.endpoint("make", .post, "/v1/apps"),
        Self.endpoint("read", .get, "/v1/apps/{app}"), Self.endpoint("draft", .get, "/v1/apps/{app}/draft"),
    ])

    private static func endpoint(_ id: String, _ method: Endpoint.Method, _ path: String) -> Endpoint {
        Endpoint(
            id, method, path, access: .open, summary: "A test.", success: .init(200),
            handler: .answer { _ in Answer(200) })
    }

    @Test("a path finds the endpoints that share it, with the values of its parameters")
    func find() throws {
        let match = try #require(table.find(["v1", "apps", "shop"]) { _ in true })
        #expect(match.endpoints.map(\.id) == ["read"])
        #expect(match.values == ["app": "shop"])
        let list = try #require(table.find(["v1", "apps"]) { _ in true })
        #expect(list.allow == "GET, POST, HEAD, OPTIONS")
        #expect(try list.endpoint(for: "HEAD").id == "list")
        #expect(throws: Problem.self) { try list.endpoint(for: "PUT") }
    }

    @Test("a path with an empty segment, of another length, or not served by the listener is not found")
    func misses() {
        #expect(table.find(["v1", "apps", ""]) { _ in true } == nil)
        #expect(table.find(["v1"]) { _ in true } == nil)
        #expect(table.find(["v1", "apps"]) { _ in false } == nil)
    }

    @Test("a path template matches the path that it writes")
    func text() {
        let template = PathTemplate("/v1/apps/{app}/releases/{version}")
        let text = template.text(["app": "shop", "version": "7"])
        #expect(text == "/v1/apps/shop/releases/7")
        let segments = text.split(separator: "/").map(String.init)
        #expect(template.match(segments) == ["app": "shop", "version": "7"])
    }

    @Test("two endpoints with one id, or with one method and path, stop the program")
    func duplicates() async {
        await #expect(processExitsWith: .failure) {
            _ = EndpointTable([
                EndpointTableTests.endpoint("a", .get, "/a"), EndpointTableTests.endpoint("b", .get, "/a"),
            ])
        }
        await #expect(processExitsWith: .failure) {
            _ = EndpointTable([
                EndpointTableTests.endpoint("a", .get, "/a"), EndpointTableTests.endpoint("a", .get, "/b"),
            ])
        }
    }
}
