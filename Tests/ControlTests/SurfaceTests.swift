import CanonicalJSON
import HTTPWire
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Surfaces from the draft to the host", .scheduled)
struct SurfaceTests {
    private static let surface = #"{"apple":[{"appID":"ABCDE12345.example.shop"}],"never":["/login"]}"#
    private static let apple = "/.well-known/apple-app-site-association"

    private func settings(_ surfaces: String) -> String {
        #"{"origins":["https://go.example"],"destinations":["https://go.example"],"surfaces":{\#(surfaces)}}"#
    }

    /// A desk with the app `shop`, its host, and a draft with that surface.
    private func desk(owned: Bool = true) throws -> Desk {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        if owned { #expect(desk.send("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#).status == 200) }
        put(desk, "\"go.example\":\(Self.surface)")
        return desk
    }

    private func put(_ desk: Desk, _ surfaces: String) {
        let draft =
            #"{"settings":\#(settings(surfaces)),"rules":[{"id":"item","match":["/i/42"],"to":{"screen":"Item"}}]}"#
        let answer = desk.send("PUT", "/v1/apps/shop/draft", draft)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func publish(_ desk: Desk) -> Answer { desk.send("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#) }

    /// What the loop answers: status, header fields as text, and content; nil if a worker answers.
    private func ask(
        _ desk: Desk, _ path: String, host: String = "go.example", _ fields: String = "", method: String = "GET"
    ) -> (status: Int, head: String, body: String)? {
        var parser = RequestParser()
        let text = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\n\(fields)\r\n"
        return Array(text.utf8).withRegion { region in
            guard parser.parse(region) == .complete else { return nil }
            return parser.withView(of: region, peer: .none, listener: 0, loop: 0) { view in
                guard case .answer(let response) = desk.components.handler.decide(view) else { return nil }
                return (
                    response.status, String(decoding: response.head.bytes, as: UTF8.self),
                    String(decoding: response.body?.bytes ?? [], as: UTF8.self)
                )
            }
        }
    }

    @Test("a release is refused for a host that does not belong to the app, and made once it does")
    func ownership() throws {
        let desk = try desk(owned: false)
        let refused = publish(desk)
        #expect(refused.status == 422 && refused.text.contains("host-not-owned"), "\(refused.text)")
        _ = desk.send("POST", "/v1/apps", #"{"app":"news"}"#)
        _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"news"}"#)
        #expect(publish(desk).status == 422)
        _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#)
        let published = publish(desk)
        #expect(published.status == 201, "\(published.text)")
    }

    @Test("the files are served at their paths as the platforms demand, from the publish on")
    func served() throws {
        let desk = try desk()
        #expect(ask(desk, Self.apple) == nil, "nothing is published")
        #expect(publish(desk).status == 201)
        let kept = desk.send("GET", "/v1/apps/shop/releases/1/surfaces").json["files"]?["go.example"]
        let paths = [
            Self.apple: "apple", "/apple-app-site-association": "apple", "/.well-known/assetlinks.json": "android",
            "/.well-known/applinking.json": "harmony",
        ]
        for (path, name) in paths {
            let answer = try #require(ask(desk, path), "\(path)")
            #expect(answer.status == 200 && answer.head.contains("Content-Type: application/json\r\n"), "\(answer)")
            #expect(answer.head.split(separator: "X-Content-Type-Options: nosniff").count == 2, "once, by the server")
            #expect(answer.head.contains("Cache-Control: public, max-age=300\r\n") && answer.head.contains("ETag: \""))
            #expect(Array(answer.body.utf8) == kept?[name]?.canonicalBytes, "\(path)")
            #expect(ask(desk, path, method: "HEAD")?.status == 200)
        }
        #expect(ask(desk, Self.apple)?.body.contains("/i/42") == true)
        for host in ["GO.example:443", "go.example."] { #expect(ask(desk, Self.apple, host: host)?.status == 200) }
        for host in ["other.example", "go.example.evil.example", ""] {
            #expect(ask(desk, Self.apple, host: host) == nil)
        }
        #expect(ask(desk, "/.well-known/other")?.status == 404, "a link that no rule knows")
        #expect(desk.send("GET", Self.apple).status == 404, "a host without files")
    }

    @Test("a client that has the file gets 304")
    func conditional() throws {
        let desk = try desk()
        _ = publish(desk)
        let head = try #require(ask(desk, Self.apple)).head
        let tag = try #require(head.split(separator: "ETag: ").last?.prefix { $0 != "\r\n" })
        for field in ["\(tag)", "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = ask(desk, Self.apple, "If-None-Match: \(field)\r\n")
            #expect(
                answer?.status == 304 && answer?.body == "" && answer?.head.contains("ETag: \(tag)") == true, "\(field)"
            )
        }
        #expect(ask(desk, Self.apple, "If-None-Match: \"x\"\r\n")?.status == 200)
    }

    @Test("a publish, a move, a private channel, another owner and a deleted app count from the next request on")
    func changes() throws {
        let desk = try desk()
        _ = publish(desk)
        let first = ask(desk, Self.apple)?.body
        put(desk, #""go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],"claim":["/new/*"]}"#)
        #expect(ask(desk, Self.apple)?.body == first, "a draft is not served")
        #expect(publish(desk).status == 201)
        #expect(ask(desk, Self.apple)?.body.contains("/new/*") == true)
        func move(_ version: Int, _ isPublic: Bool) {
            let body = #"{"version":\#(version),"public":\#(isPublic)}"#
            #expect(desk.send("PUT", "/v1/apps/shop/channels/production", body).status == 200)
        }
        move(1, true)
        #expect(ask(desk, Self.apple)?.body == first)
        move(2, false)
        #expect(ask(desk, Self.apple) == nil, "not public")
        move(2, true)
        #expect(ask(desk, Self.apple) != nil)
        _ = desk.send("POST", "/v1/apps", #"{"app":"news"}"#)
        _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"news"}"#)
        #expect(ask(desk, Self.apple) == nil, "another app's host")
        _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#)
        #expect(ask(desk, Self.apple) != nil)
        #expect(desk.send("DELETE", "/v1/hosts/go.example").status == 204)
        #expect(ask(desk, Self.apple) == nil)
        _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#)
        #expect(desk.send("DELETE", "/v1/apps/shop").status == 204)
        #expect(ask(desk, Self.apple) == nil, "a deleted app")
    }

    @Test("links at a host are answered by the public release that its files are of, and by nothing else")
    func links() throws {
        let desk = try desk()
        put(
            desk,
            ##""go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],"web":"https://www.example/","colour":"#0a7d4f","##
                + ##""stores":{"ios":"https://apps.apple.com/app/id1"}}"##
        )
        #expect(ask(desk, "/i/42") == nil, "nothing is published")
        #expect(publish(desk).status == 201)
        let phone =
            "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 "
            + "(KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1\r\n"
        let page = try #require(ask(desk, "/i/42", phone))
        #expect(page.status == 200 && page.body.contains("#0a7d4f"), "\(page)")
        let computer = try #require(ask(desk, "/i/42?a=1", "User-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\n"))
        #expect(computer.status == 302 && computer.head.contains("Location: https://www.example/i/42?a=1\r\n"))
        #expect(ask(desk, "/v1/apps", phone)?.status != 401, "the host answers links alone")
        #expect(ask(desk, Self.apple)?.status == 200, "and its files")
        #expect(ask(desk, "/i/42", host: "api.example", phone) == nil)
        _ = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1,"public":false}"#)
        #expect(ask(desk, "/i/42", phone) == nil, "not public")
    }

    @Test("files are there again after a start")
    func restart() throws {
        let folder = try TemporaryDirectory()
        do {
            let desk = try Desk(folder: folder)
            _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
            _ = desk.send("PUT", "/v1/hosts/go.example", #"{"app":"shop"}"#)
            put(desk, "\"go.example\":\(Self.surface)")
            #expect(publish(desk).status == 201)
        }
        #expect(ask(try Desk(folder: folder), Self.apple)?.status == 200)
    }

    @Test("clients get the same body, and the content digest tells the difference")
    func beside() throws {
        let desk = try desk()
        _ = publish(desk)
        let first = desk.send("GET", "/v1/apps/shop/releases/1").json
        put(desk, "")
        #expect(publish(desk).status == 201)
        let second = desk.send("GET", "/v1/apps/shop/releases/2").json
        #expect(first["contentDigest"] != second["contentDigest"])
        let body = desk.send("GET", "/v1/apps/shop/rules", token: nil).text
        #expect(!body.contains("surfaces") && !desk.send("GET", "/v1/apps/shop/releases/1/body").text.contains("login"))
        let kept = desk.send("GET", "/v1/apps/shop/releases/2/surfaces").json
        #expect(kept == ["files": [:], "format": 1, "rules": [:], "settings": [:]])
        // A restore freezes the same content again.
        #expect(desk.send("POST", "/v1/apps/shop/releases/1/restore", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("GET", "/v1/apps/shop/releases/3").json["contentDigest"] == first["contentDigest"])
        #expect(ask(desk, Self.apple)?.status == 200)
        #expect(desk.send("GET", "/v1/apps/shop/releases/9/surfaces").status == 404)
    }

    @Test("a publish whose state cannot be read back is served after the next repair")
    func repair() throws {
        let desk = try desk()
        _ = publish(desk)
        let before = ask(desk, Self.apple)?.body
        put(desk, #""go.example":{"apple":[{"appID":"ABCDE12345.example.shop"}],"claim":["/new/*"]}"#)
        desk.store.fail { $0.readsAfterWrite = FaultyStore.broken }
        #expect(publish(desk).status == 201)
        #expect(before != nil && ask(desk, Self.apple)?.body == before)
        desk.store.fail { $0 = FaultyStore.Faults() }
        desk.components.snapshots.repair()
        #expect(ask(desk, Self.apple)?.body.contains("/new/*") == true)
    }
}
