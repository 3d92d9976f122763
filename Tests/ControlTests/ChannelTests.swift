import CanonicalJSON
import TestSupport
import Testing

@testable import AccessControl
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Deleted channels over HTTP", .scheduled)
struct ChannelTests {
    private static let path = "/v1/apps/shop/channels/"

    @Test("a deleted channel is answered as a missing one, and its releases stay")
    func deleted() throws {
        let desk = try Desk()
        desk.makeShop()
        #expect(desk.send("PUT", Self.path + "beta", #"{"version":1,"public":true}"#).status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/head?channel=beta", token: nil).status == 200)
        let answer = desk.send("DELETE", Self.path + "beta", ifMatch: "\"s1\"")
        #expect(answer.status == 204 && answer.bytes.isEmpty, "\(answer.text)")
        for read in ["head", "rules", "resolve"] {
            let url = read == "resolve" ? "url=https%3A%2F%2Fshop.example%2Fitem%2F1&" : ""
            for token in [nil, Desk.adminSecret] {
                let gone = desk.send("GET", "/v1/apps/shop/\(read)?\(url)channel=beta", token: token)
                let missing = desk.send("GET", "/v1/apps/shop/\(read)?\(url)channel=none", token: token)
                #expect(gone.status == 404 && gone.text.replacing("beta", with: "none") == missing.text)
            }
        }
        #expect(desk.send("GET", Self.path + "beta").status == 404)
        #expect(desk.send("DELETE", Self.path + "beta").status == 404)
        #expect(!desk.send("GET", "/v1/apps/shop").text.contains("beta"))
        #expect(desk.send("GET", "/v1/apps/shop/releases/1/rules", token: nil).status == 200)
        let again = desk.send("PUT", Self.path + "beta", #"{"version":1,"public":false}"#, ifMatch: "\"s0\"")
        #expect(again.json["sequence"] == 2 && again.json["public"] == false, "\(again.text)")
    }

    @Test("the last public channel needs its exact tag, and every deletion needs a tag")
    func preconditions() throws {
        let desk = try Desk()
        desk.makeShop()
        let any = desk.send("DELETE", Self.path + "production")
        #expect(any.status == 409 && any["ETag"] == "\"s1\"", "\(any.text)")
        #expect(any.json["type"] == "urn:waymark:problem:last-public-channel")
        #expect(any.json["detail"]?.stringValue?.contains("last public channel of shop") == true)
        let none = desk.send("DELETE", Self.path + "production", ifMatch: nil)
        #expect(none.status == 428 && none.json["type"] == "urn:waymark:problem:precondition-required")
        #expect(desk.send("DELETE", Self.path + "production", ifMatch: "\"s9\"").status == 412)
        #expect(desk.send("GET", "/v1/apps/shop/head", token: nil).status == 200)
        #expect(desk.send("DELETE", Self.path + "production", ifMatch: any["ETag"]).status == 204)
        #expect(desk.send("GET", "/v1/apps/shop/head", token: nil).status == 404)
        // The next publish makes the channel again; its head is newer than the last one.
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("GET", "/v1/apps/shop/head", token: nil).json["sequence"] == 2)
    }

    @Test("a move that makes a channel private says how many releases stay readable without a token")
    func madePrivate() throws {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("PUT", Self.path + "beta", #"{"version":1,"public":false}"#)
        #expect(desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m","channel":"beta"}"#).status == 201)
        let closed = desk.send("PUT", Self.path + "production", #"{"version":2,"public":false}"#)
        #expect(closed.json["publicReleases"] == 1, "\(closed.text)")
        #expect(desk.send("GET", "/v1/apps/shop/releases/1/rules", token: nil).status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/releases/2/rules", token: nil).status == 404)
        for visibility in ["", #","public":false"#, #","public":true"#] {
            let moved = desk.send("PUT", Self.path + "production", #"{"version":1\#(visibility)}"#)
            #expect(moved.status == 200 && moved.json["publicReleases"] == nil, "\(moved.text)")
        }
    }

    @Test("a publisher deletes the channels of the token only; a viewer and an editor delete none")
    func rights() throws {
        let desk = try Desk()
        desk.makeShop()
        for name in ["beta", "staging"] { _ = desk.send("PUT", Self.path + name, #"{"version":1,"public":false}"#) }
        func token(_ role: String, _ members: String = "") -> String? {
            desk.send("POST", "/v1/tokens", #"{"name":"\#(role)","role":"\#(role)","apps":["shop"]\#(members)}"#)
                .json["token"]?.stringValue
        }
        for role in ["viewer", "editor"] {
            #expect(desk.send("DELETE", Self.path + "beta", token: token(role)).status == 403, "\(role)")
        }
        let limited = token("publisher", #","channels":["shop/staging"]"#)
        #expect(desk.send("DELETE", Self.path + "beta", token: limited).status == 403)
        #expect(desk.send("DELETE", Self.path + "staging", token: limited).status == 204)
        // The token stays limited to the channel, and may make it again.
        #expect(desk.send("PUT", Self.path + "staging", #"{"version":1,"public":false}"#, token: limited).status == 200)
        #expect(desk.send("PUT", Self.path + "beta", #"{"version":1}"#, token: limited).status == 403)
    }
}
