import TestSupport
import Testing

@testable import DataPlane
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

    @Test("a path template matches its paths, which loops find by the bytes after the app")
    func text() {
        let template = PathTemplate(LoopEndpoint.releaseRules.path)
        let text = "/v1/apps/shop/releases/7/rules"
        #expect(template.match(text.split(separator: "/").map(String.init)) == ["app": "shop", "version": "7"])
        #expect(LoopEndpoint.releaseRules.pathInApp("7") == Array("releases/7/rules".utf8))
        #expect(LoopEndpoint.head.path(app: "shop") == Array("/v1/apps/shop/head".utf8))
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
