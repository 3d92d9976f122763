import CanonicalJSON
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("A 412 answer contains the current resource", .scheduled)
struct ConflictTests {
    /// Method, path below the app, body, a stale tag, and the path that reads the resource.
    static let writes: [(String, String, String?, String, String)] = [
        ("PUT", "/draft", "{}", "\"r1\"", "/draft"), ("PUT", "/draft/settings", "{}", "\"r1\"", "/draft/settings"),
        ("PUT", "/draft/rules/item", #"{"match":"/a","to":{"screen":"A"}}"#, "\"r1\"", "/draft/rules/item"),
        ("DELETE", "/draft/rules/item", nil, "\"r1\"", "/draft/rules/item"),
        ("PUT", "/channels/production", #"{"version":1}"#, "\"s0\"", "/channels/production"),
        ("PUT", "/expectations", #"{"expectations":[]}"#, "\"e7\"", "/expectations"),
        ("PATCH", "", #"{"title":"x"}"#, "\"a9\"", ""), ("DELETE", "", nil, "\"a9\"", ""),
    ]

    @Test("the resource and the tag in a 412 are those that a GET returns", arguments: writes)
    func resource(_ write: (String, String, String?, String, String)) throws {
        let desk = try Desk()
        desk.makeShop()
        let (method, path, body, stale, reading) = write
        let refused = desk.send(method, "/v1/apps/shop" + path, body, ifMatch: stale)
        let read = desk.send("GET", "/v1/apps/shop" + reading)
        #expect(refused.status == 412 && read.status == 200, "\(refused.text)")
        #expect(refused.json["resource"] == read.json && read.json != .null, "\(refused.text)")
        #expect(refused.json["current"]?.stringValue == read["ETag"] && refused["ETag"] == read["ETag"])
        #expect(refused.bytes == JSONText.bytes(refused.json), "the document is not canonical JSON")
        let merged = desk.send(method, "/v1/apps/shop" + path, body, ifMatch: refused["ETag"])
        #expect((200..<300).contains(merged.status), "the tag in the 412 is not the current one: \(merged.text)")
    }

    @Test("a missing resource is null, and a refused publish has the revision only")
    func gone() throws {
        let desk = try Desk()
        desk.makeShop()
        let rule = desk.send("DELETE", "/v1/apps/shop/draft/rules/none", ifMatch: "\"r1\"")
        #expect(rule.status == 412 && rule.json["resource"] == .null, "\(rule.text)")
        let publish = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#, ifMatch: "\"r1\"")
        #expect(publish.status == 412 && publish.json["resource"] == nil && publish.json["current"] == "\"r2\"")
    }

    @Test(
        "a release has one path: its number in plain decimal digits",
        arguments: [
            ("/releases/01/rules", 404), ("/releases/1/rules", 200), ("/releases/01", 404), ("/releases/1", 200),
            ("/releases/+1", 404), ("/releases/0", 404), ("/releases/1/diff/01", 404), ("/releases/1/diff/1", 200),
            ("/resolve?url=https://shop.example/item/1&release=01", 404),
            ("/resolve?url=https://shop.example/item/1&release=1", 200),
        ])
    func oneAddress(path: String, status: Int) throws {
        let desk = try Desk()
        desk.makeShop()
        let answer = desk.send("GET", "/v1/apps/shop" + path)
        #expect(answer.status == status, "\(path): \(answer.text)")
        if path == "/releases/01/rules" {
            #expect(desk.send("POST", "/v1/apps/shop/releases/01/restore", #"{"message":"m"}"#).status == 404)
        }
    }

    @Test("an error text names the cause: the scheme, the token, the channel or the release")
    func messages() throws {
        let desk = try Desk()
        desk.makeShop()
        let basic = desk.send("GET", "/v1/whoami", authorization: "Basic YWRtaW46c2VjcmV0")
        #expect(basic.status == 401 && basic.text.contains("Bearer wmk_…") && !basic.text.contains("YWRtaW4"))
        let short = desk.send("GET", "/v1/whoami", authorization: "Bearer x")
        #expect(short.status == 401 && short.text.contains("is not a Waymark token"), "\(short.text)")
        let unknown = desk.send("GET", "/v1/whoami", token: "wmk_not_a_token_of_this_server")
        #expect(unknown.status == 401 && unknown.text.contains("unknown, revoked or expired"))
        let made = desk.send(
            "POST", "/v1/tokens", #"{"name":"short","role":"viewer","expiresAt":"2027-01-15T08:00:01Z"}"#)
        desk.now += 2000
        let expired = desk.send("GET", "/v1/whoami", token: made.json["token"]?.stringValue)
        #expect(expired.text.contains("the token expired at 2027-01-15T08:00:01Z; an admin can"), "\(expired.text)")
        _ = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1,"public":false}"#)
        let head = desk.send("GET", "/v1/apps/shop/head", token: nil)
        #expect(head.status == 404 && head.text.contains("send a token that may read it"), "\(head.text)")
        #expect(!head.text.contains("production"))
        _ = desk.send(
            "POST", "/v1/apps/shop/releases",
            #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
        let body = desk.send("GET", "/v1/apps/shop/releases/2/rules", token: nil)
        #expect(body.status == 404 && body.text.contains("send a token that may read it"))
        #expect(desk.send("GET", "/v1/apps/shop/releases/1/rules", token: nil).status == 200)
    }
}
