import CanonicalJSON
import HTTPFetching
import ReleaseStore
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
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
        #expect(desk.send("POST", restoring + "?discardEdits=1", #"{"message":"back"}"#).status == 422)
        #expect(desk.send("POST", restoring + "?ignoreFindings=1", #"{"message":"back"}"#).status == 201)
        #expect(desk.send("DELETE", "/v1/apps/shop/draft/rules/item").status == 204)
        let edits = desk.send("POST", restoring + "?ignoreFindings=1", #"{"message":"back"}"#)
        #expect(edits.status == 409 && edits.text.contains("or send ?discardEdits=1"), "\(edits.text)")
        let both = "?discardEdits=1&ignoreFindings=1"
        #expect(desk.send("POST", restoring + both, #"{"message":"back"}"#).status == 201)
        #expect(desk.send("DELETE", "/v1/apps/shop/draft/rules/item").status == 204)
        #expect(desk.send("POST", restoring + "?force=1", #"{"message":"back"}"#).status == 201)
        let rows = desk.send("GET", "/v1/audit?app=shop&action=release.restore").json["audit"]?.arrayValue ?? []
        #expect(rows.map { $0["after"]?["forced"] } == [true, true, true], "\(rows)")
    }

    @Test("a text that is no address is refused, unless its resolution shall fail; a stored one of 0.1.0 is checked")
    func noAddress() throws {
        let desk = try Desk()
        desk.makeShop()
        let path = "/v1/apps/shop/expectations"
        let wrong = #"[{"expect":{"screen":"Item"},"url":"/item/1"}]"#
        let refused = desk.send("PUT", path, #"{"expectations":\#(wrong)}"#)
        #expect(refused.status == 422 && refused.json["errors"]?[0]?["pointer"] == "/expectations/0/url")
        #expect(refused.json["errors"]?[0]?["reason"] == "invalid-address", "\(refused.text)")
        let failing = #"{"expectations":[{"url":"/item/1","expect":{"failed":"invalid-address"}}]}"#
        #expect(desk.send("PUT", path, failing).status == 200)
        _ = try desk.store.replaceExpectations(
            "shop", Array(wrong.utf8), if: .any, by: .machine("test"), at: Instant(milliseconds: desk.now))
        let checked = desk.send("POST", "/v1/apps/shop/draft/check")
        #expect(checked.json["findings"]?[0]?["code"] == "expectation-failed", "\(checked.text)")
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
