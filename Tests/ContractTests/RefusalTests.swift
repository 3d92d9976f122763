import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerMetrics

@Suite("A refused request changes nothing, and its answer gives the cause", .scheduled, .serialized)
struct RefusalTests {
    /// Method, path, body, header fields, status, and a text that the answer must contain.
    static let refusals: [(String, String, String?, [String: String], Int, String)] = [
        ("PUT", "/v1/apps/shop/draft", "{}", [:], 428, "If-Match"),
        ("PUT", "/v1/apps/shop/draft", "{}", ["If-Match": "\"r1\""], 412, "\\\"r2\\\""),
        ("PUT", "/v1/apps/shop/draft", "{}", ["If-Match": "r2"], 400, "quotes are missing"),
        ("PUT", "/v1/apps/shop/draft", "{", ["If-Match": "*"], 400, "\"line\":1"),
        (
            "PUT", "/v1/apps/shop/draft", #"{"rules":[{"match":"/a(","to":{"screen":"A"}}]}"#, ["If-Match": "*"], 422,
            "/rules/0/match"
        ),
        ("PUT", "/v1/apps/shop/draft?pubish=1", "{}", ["If-Match": "*"], 400, "publish"),
        ("PUT", "/v1/apps/shop/draft?format=xml", "{}", ["If-Match": "*"], 400, "cnrouter"),
        ("PUT", "/v1/apps/shop/draft", "{}", ["If-Match": "*", "Content-Type": "text/plain"], 415, "application/json"),
        (
            "PUT", "/v1/apps/shop/draft/rules/item", #"{"match":"/a","to":{"screen":"A"}}"#, ["If-Match": "\"r1\""],
            412, "\"resource\":{\"id\":\"item\""
        ),
        ("POST", "/v1/apps/shop/draft/rules", #"{"id":"item","match":"/b","to":{"screen":"A"}}"#, [:], 409, "item"),
        ("DELETE", "/v1/apps/shop/draft/rules/none", nil, ["If-Match": "*"], 404, "none"),
        ("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#, [:], 428, "If-Match"),
        ("POST", "/v1/apps/shop/releases", #"{"mesage":"m"}"#, ["If-Match": "*"], 422, "message"),
        ("POST", "/v1/apps/shop/releases/9/restore", #"{"message":"m"}"#, ["If-Match": "*"], 404, "9"),
        ("PUT", "/v1/apps/shop/channels/production", #"{"version":7}"#, ["If-Match": "*"], 404, "7"),
        ("POST", "/v1/apps", #"{"app":"shop"}"#, [:], 409, "shop"),
        ("POST", "/v1/apps", #"{"name":"new"}"#, [:], 422, #"unknown key \"name\"","hint":"Did you mean \"app\"?""#),
        ("POST", "/v1/apps", #"{"app":"x","titel":"X"}"#, [:], 422, #"Did you mean \"title\"?"#),
        (
            "POST", "/v1/tokens", #"{"name":"x","role":"viewer","expiresAt":"tomorrow"}"#, [:], 422,
            "Write it like 2027-01-31T00:00:00Z."
        ),
        (
            "PUT", "/v1/apps/shop/draft/settings", #"{"destinations":["javascript:"]}"#, ["If-Match": "*"], 422,
            "javascript: is never allowed."
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":"/js","to":{"redirect":"javascript:alert(1)"}}"#, [:], 422,
            "javascript: is never allowed."
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":"/blog*","to":{"screen":"B"}}"#, [:], 422,
            #""pointer":"/match","reason":"tail-position""#
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":"/b","note2":"","to":{"screen":"B"}}"#, [:], 422,
            #""reason":"unknown-key""#
        ),
        ("POST", "/v1/apps", #"{"app":"Shop!"}"#, [:], 422, "/app"),
        ("POST", "/v1/tokens", #"{"name":"x","role":"edtor"}"#, [:], 422, "editor"),
        ("PATCH", "/v1/apps/shop/draft", "{}", [:], 405, "PATCH"),
        ("GET", "/v1/nothing", nil, [:], 404, "/v1/nothing"),
        ("GET", "/v1/apps/shop/rules?channel=none", nil, [:], 404, "none"),
        ("GET", "/v1/apps/shop/resolve", nil, [:], 400, "?url="),
        ("GET", "/v1/apps/shop/resolve?url=https://a&platfrom=ios", nil, [:], 400, "platform"),
        ("GET", "/v1/apps/shop/draft/rules?limit=0", nil, [:], 400, "limit"),
    ]

    @Test(
        "a parameter with a fixed set of values has no other value, even where the request does not use it",
        arguments: ["destinations=null", "order=up&format=cnrouter", "order=up", "match=all", "format=excel"])
    func words(_ query: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let answer = desk.send("PUT", "/v1/apps/shop/draft?dryRun=1&\(query)", "{}")
        #expect(answer.status == 400, "\(answer.text)")
    }

    @Test("every kind of bad request gives a problem document, and the draft does not change")
    func table() throws {
        let server = try LiveServer()
        try server.makeApp()
        let before = try server.send("GET", "/v1/apps/shop/draft")
        for (method, path, body, fields, status, word) in Self.refusals {
            let answer = try server.send(method, path, body, fields)
            #expect(answer.status == status, "\(method) \(path) \(body ?? ""): \(answer.text)")
            #expect(answer["content-type"] == "application/problem+json", "\(method) \(path)")
            #expect(answer.json["status"] == .integer(Int64(status)))
            #expect(answer.text.contains(word), "\(method) \(path): \(answer.text) lacks \(word)")
        }
        let after = try server.send("GET", "/v1/apps/shop/draft")
        #expect(after.content == before.content && after["etag"] == before["etag"])
    }

    @Test(
        "text/plain in UTF-8 is accepted for netlify only; other types than JSON are refused",
        arguments: [
            ("netlify", "text/plain", 200), ("netlify", "text/plain; charset=utf-8", 200),
            ("netlify", "application/json", 200), ("netlify", "text/plain; charset=latin1", 415),
            ("netlify", "text/html", 415), ("vercel", "text/plain", 415),
        ])
    func plainText(format: String, type: String, status: Int) throws {
        let server = try LiveServer()
        try server.makeApp()
        let path = "/v1/apps/shop/draft?format=\(format)&dryRun=1"
        let answer = try server.send("PUT", path, "/home /\n", ["Content-Type": type, "If-Match": "*"])
        #expect(answer.status == status, "\(answer.text)")
        if status == 200 { #expect(answer.json["rules"] == 1, "\(answer.text)") }
    }

    @Test("a text after Bearer that is no token is said to be none")
    func noToken() throws {
        let answer = try LiveServer().send("GET", "/v1/whoami", token: "abc")
        #expect(answer.status == 401)
        #expect(answer.text.contains("this is not a Waymark token; tokens begin with wmk_"), "\(answer.text)")
    }

    @Test("if the check blocks a publish, neither the release nor the edit in the same request is stored")
    func blocked() throws {
        let server = try LiveServer()
        try server.makeApp(rules: [])
        let loop = #"{"id":"loop","match":["/a"],"to":{"redirect":"https://shop.example/a"}}"#
        let answer = try server.send("POST", "/v1/apps/shop/draft/rules?publish=1&message=m", loop)
        #expect(answer.status == 422 && answer.text.contains("\"code\":\"loop\""), "\(answer.text)")
        #expect(try server.send("GET", "/v1/apps/shop/draft/rules/loop").status == 404)
        _ = try server.send("POST", "/v1/apps/shop/draft/rules", loop)
        #expect(try server.publish().status == 422)
        #expect(try server.send("GET", "/v1/apps/shop/releases").json["releases"] == [])
    }

    @Test("a restore over unpublished edits is refused unless it is forced")
    func unpublishedEdits() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        _ = try server.send("POST", "/v1/apps/shop/draft/rules", #"{"match":"/b","to":{"screen":"B"}}"#)
        let path = "/v1/apps/shop/releases/1/restore"
        let refused = try server.force("POST", path, #"{"message":"m"}"#)
        #expect(refused.status == 409 && refused.text.contains("1 unpublished change would be lost"), "\(refused.text)")
        #expect(try server.force("POST", path + "?force=1", #"{"message":"m"}"#).status == 201)
        #expect(try server.send("GET", "/v1/audit").text.contains("forced"))
    }

    @Test("a repeated idempotency key gives the first answer again; another body is refused; a secret is not repeated")
    func idempotency() throws {
        let server = try LiveServer()
        let key = ["Idempotency-Key": "k1"]
        let first = try server.send("POST", "/v1/apps", #"{"app":"one"}"#, key)
        let again = try server.send("POST", "/v1/apps", #"{"app":"one"}"#, key)
        #expect(first.status == 201 && again.status == 201 && again.content == first.content)
        #expect(try server.send("POST", "/v1/apps", #"{"app":"two"}"#, key).status == 422)
        let token = #"{"name":"t","role":"viewer"}"#
        let made = try server.send("POST", "/v1/tokens", token, key).json
        let repeated = try server.send("POST", "/v1/tokens", token, key)
        #expect(repeated.status == 409 && repeated.json["id"] == made["id"])
        #expect(!repeated.text.contains(made["token"]?.stringValue ?? "wmk_"))
    }

    @Test("an invalid channel name is refused before the body and If-Match are read")
    func parametersFirst() throws {
        let desk = try Desk()
        desk.makeShop()
        let answer = desk.send("POST", "/v1/apps/shop/draft/rules?channel=No", "{", ifMatch: "not a tag")
        #expect(answer.status == 400)
        #expect(
            answer.json["detail"]?.stringValue?.contains("No is not the name of a channel") == true, "\(answer.text)")
    }

    @Test("an event stream path with a percent-encoded letter is not found")
    func encodedEvents() throws {
        let desk = try Desk()
        desk.makeShop()
        #expect(desk.send("GET", "/v1/apps/shop/event%73", token: nil).status == 404)
    }
}
