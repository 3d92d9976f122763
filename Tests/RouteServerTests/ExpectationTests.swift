import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import RouteServer

@Suite("Stored test addresses and resolutions over HTTP", .serialized)
struct ExpectationTests {
    @Test("a test address without a context is stored without one, and publishing runs it")
    func withoutContext() throws {
        let server = try LiveServer()
        try server.makeApp()
        let body = #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"Item"}}]}"#
        let stored = try server.force("PUT", "/v1/apps/shop/expectations", body)
        #expect(stored.status == 200 && !stored.text.contains("null"), "\(stored.text)")
        let published = try server.publish()
        #expect(published.status == 201, "\(published.text)")
        #expect(!published.text.contains("null"), "\(published.text)")
    }

    @Test("a web page may read a resolution, as it may read every other answer of the data plane")
    func crossOrigin() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let path = "/v1/apps/shop/resolve"
        let answers = [
            try server.send("GET", path + "?url=https://shop.example/item/1", token: nil),
            try server.send("POST", path, #"{"url":"https://shop.example/item/1"}"#, token: nil),
        ]
        for answer in answers {
            #expect(answer.status == 200 && answer["access-control-allow-origin"] == "*", "\(answer.text)")
        }
    }
}
