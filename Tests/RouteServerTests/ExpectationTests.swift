import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerMetrics

@Suite("Stored test addresses and resolutions over HTTP", .scheduled, .serialized)
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

    @Test("a failed expectation is reported by an import, and blocks an import that publishes and a restore")
    func everywhere() throws {
        let desk = try Desk()
        desk.makeShop()
        let stored = #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"Item"}}]}"#
        #expect(desk.send("PUT", "/v1/apps/shop/expectations", stored).status == 200)
        for path in ["?format=cnrouter&dryRun=1", "?format=cnrouter"] {
            let imported = desk.send("PUT", "/v1/apps/shop/draft" + path, "{}")
            let findings = imported.json["findings"]?.arrayValue ?? []
            #expect(imported.status == 200 && findings.map { $0["code"] } == ["expectation-failed"], "\(imported.text)")
            #expect(findings.first?["severity"] == "error" && imported.text.contains("Item"), "\(imported.text)")
        }
        let published = desk.send("PUT", "/v1/apps/shop/draft?format=cnrouter&publish=1", "{}")
        #expect(published.status == 422 && published.text.contains("expectation-failed"), "\(published.text)")
        let changed = #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"Other"}}]}"#
        #expect(desk.send("PUT", "/v1/apps/shop/expectations", changed).status == 200)
        // The import is an unpublished edit, so a restore without `force` is refused.
        let restoring = "/v1/apps/shop/releases/1/restore"
        #expect(desk.send("POST", restoring, #"{"message":"back"}"#).status == 409)
        _ = desk.send("PUT", "/v1/apps/shop/expectations", #"{"expectations":[]}"#)
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"empty","allowShrink":true}"#).status == 201)
        #expect(desk.send("PUT", "/v1/apps/shop/expectations", changed).status == 200)
        let blocked = desk.send("POST", restoring, #"{"message":"back"}"#)
        #expect(blocked.status == 422 && blocked.text.contains("expectation-failed"), "\(blocked.text)")
        #expect(desk.send("POST", restoring + "?force=1", #"{"message":"back"}"#).status == 201)
    }

    @Test("a resolution may be read from any origin (CORS), as every other answer of the data plane")
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
