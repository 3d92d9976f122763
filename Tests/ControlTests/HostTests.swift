import CanonicalJSON
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Hosts over HTTP", .scheduled)
struct HostTests {
    private func desk() throws -> Desk {
        let desk = try Desk()
        for app in ["shop", "news"] { #expect(desk.send("POST", "/v1/apps", #"{"app":"\#(app)"}"#).status == 201) }
        return desk
    }

    @Test("a host is given, moved with the tag of its owner, listed and taken")
    func life() throws {
        let desk = try desk()
        let path = "/v1/hosts/go.shop.example"
        #expect(desk.send("PUT", path, #"{"app":"shop"}"#, ifMatch: nil).status == 428)
        let put = desk.send("PUT", path, #"{"app":"shop"}"#, ifMatch: #""h0""#)
        let tag = put["ETag"]
        #expect(put.status == 200 && put.json["app"] == "shop" && put.json["host"] == "go.shop.example")
        #expect(desk.send("GET", path)["ETag"] == tag)
        let stale = desk.send("PUT", path, #"{"app":"news"}"#, ifMatch: #""h0""#)
        #expect(stale.status == 412 && stale.json["resource"]?["app"] == "shop", "\(stale.text)")
        #expect(desk.send("PUT", path, #"{"app":"news"}"#, ifMatch: tag).json["app"] == "news")
        let list = desk.send("GET", "/v1/hosts").json
        #expect(list["hosts"]?.arrayValue?.map { $0["app"]?.stringValue } == ["news"] && list["next"] == .null)
        #expect(desk.send("DELETE", path, ifMatch: tag).status == 412)
        #expect(desk.send("DELETE", path).status == 204)
        #expect(desk.send("GET", path).status == 404 && desk.send("DELETE", path).status == 404)
    }

    @Test("a page of hosts ends at its limit and says where the next one begins")
    func pages() throws {
        let desk = try desk()
        for name in ["a", "b", "c"] { _ = desk.send("PUT", "/v1/hosts/\(name).example", #"{"app":"shop"}"#) }
        let first = desk.send("GET", "/v1/hosts?limit=2").json
        #expect(first["hosts"]?.arrayValue?.count == 2 && first["next"] == "b.example")
        let rest = desk.send("GET", "/v1/hosts?limit=2&after=b.example").json
        #expect(rest["hosts"]?.arrayValue?.count == 1 && rest["next"] == .null)
    }

    @Test(
        "wrong names, apps and members are refused",
        arguments: [
            ("Go.example", #"{"app":"shop"}"#, "invalid-value"), ("192.0.2.1", #"{"app":"shop"}"#, "invalid-value"),
            ("go.example", #"{"app":"none"}"#, "invalid-value"), ("go.example", "{}", "invalid-content"),
            ("go.example", #"{"app":"shop","tier":1}"#, "invalid-content"),
        ])
    func refused(_ host: String, _ body: String, _ code: String) throws {
        let answer = try desk().send("PUT", "/v1/hosts/\(host)", body)
        #expect(answer.status == 422, "\(answer.text)")
        #expect(answer.json["type"] == .string("urn:waymark:problem:\(code)"), "\(answer.text)")
    }

    @Test("the name under which the API is used is no host of links")
    func ownName() throws {
        let desk = try desk()
        for host in ["app.example.com", "APP.example.com:8443", "app.example.com."] {
            let fields = IncomingRequest.Fields(
                authorization: "Bearer \(Desk.adminSecret)", ifMatch: "*", contentType: "application/json", host: host)
            let answer = desk.ask("PUT", "/v1/hosts/app.example.com", #"{"app":"shop"}"#, fields)
            #expect(answer.status == 422 && answer.text.contains("another name"), "\(host): \(answer.text)")
            #expect(desk.ask("PUT", "/v1/hosts/go.example.com", #"{"app":"shop"}"#, fields).status == 200)
            // The console is always at this name, whatever the name of the request.
            #expect(desk.ask("PUT", "/v1/hosts/localhost", #"{"app":"shop"}"#, fields).status == 422)
        }
    }

    @Test("an administrator of some apps may neither read nor give hosts")
    func limited() throws {
        let desk = try desk()
        let token = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"admin","apps":["shop"]}"#).json["token"]
        for (method, body) in [("GET", nil), ("PUT", #"{"app":"shop"}"#), ("DELETE", nil)] {
            let answer = desk.send(method, "/v1/hosts/go.example", body, token: token?.stringValue)
            #expect(answer.status == 403, "\(method): \(answer.text)")
        }
    }
}
