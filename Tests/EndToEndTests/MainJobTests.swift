import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("An admin posts a rule, and a client resolves it locally", .scheduled, .serialized)
struct MainJobTests {
    /// A server with one app, `shop`, whose settings allow its own addresses; nothing is published yet.
    private func serverWithShop(_ folder: TemporaryDirectory) throws -> RunningServer {
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop","title":"Shop"}"#).status == 201)
        let settings =
            #"{"origins":["https://shop.example"],"destinations":["https://shop.example","shop://shop.example"],"schemes":["shop"]}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/settings", settings).status == 200)
        return server
    }

    private func publish(_ server: RunningServer, _ message: String) throws -> Exchange {
        try server.admin("POST", "/v1/apps/shop/releases", #"{"message":"\#(message)","channel":"production"}"#)
    }

    @Test("a rule posted with curl is checked, published, fetched, and resolved by the client, online and off")
    func ruleReachesClient() throws {
        let folder = try TemporaryDirectory()
        let server = try serverWithShop(folder)
        let rule = #"{"id":"item","match":["/item/:id"],"to":{"screen":"ItemDetail"}}"#
        #expect(try server.send("POST", "/v1/apps/shop/draft/rules", json: rule, token: server.token).status == 201)
        let check = try server.admin("POST", "/v1/apps/shop/draft/check")
        #expect(check.status == 200)
        let release = try publish(server, "first")
        #expect(release.status == 201)
        #expect(release.json["version"] == .integer(1))

        let cache = folder.file("cache")
        let resolve = ["resolve", "--server", server.url, "--app", "shop", "--cache", cache, "--json"]
        let online = try Program.run("waymark", resolve + ["https://shop.example/item/42"])
        #expect(online.status == 0, "\(online.errors)")
        #expect(online.output.contains(#""screen":"ItemDetail""#))
        #expect(online.output.contains(#""source":"network""#))

        #expect(server.stop() == 0)
        let offline = try Program.run("waymark", resolve + ["https://shop.example/item/43"])
        #expect(offline.status == 0, "\(offline.errors)")
        #expect(offline.output.contains(#""source":"cache""#))
        #expect(offline.output.contains("43"))
        #expect(offline.errors.contains("cache"), "it must say that it answers from the cache: \(offline.errors)")
    }

    @Test("what clients fetch has an ETag per encoding, answers 304, and is the same by digest and by number")
    func dataPlane() throws {
        let folder = try TemporaryDirectory()
        let server = try serverWithShop(folder)
        let rule = #"{"match":["/a"],"to":{"screen":"A"},"note":"not for clients"}"#
        _ = try server.send("POST", "/v1/apps/shop/draft/rules", json: rule, token: server.token)
        #expect(try publish(server, "first").status == 201)

        let plain = try server.send("GET", "/v1/apps/shop/rules")
        let tag = try #require(plain.headers["etag"])
        #expect(plain.status == 200)
        #expect(plain.headers["vary"] == "Accept-Encoding")
        #expect(!plain.text.contains("not for clients"))
        let gzip = try server.send("GET", "/v1/apps/shop/rules", headers: ["Accept-Encoding: gzip"])
        #expect(gzip.headers["content-encoding"] == "gzip")
        #expect(gzip.headers["etag"] == tag.dropLast() + #"-gzip""#)
        for validator in [tag, "W/\(tag)", tag.dropLast() + #"-gzip""#, #""other", \#(tag)"#, "*"] {
            let again = try server.send("GET", "/v1/apps/shop/rules", headers: ["If-None-Match: \(validator)"])
            #expect(again.status == 304 && again.body.isEmpty, "If-None-Match: \(validator)")
            #expect(again.headers["cache-control"] == plain.headers["cache-control"])
        }

        let head = try server.send("GET", "/v1/apps/shop/head")
        #expect(head.body.count <= 640)
        let digest = try #require(head.json["digest"]?.stringValue)
        #expect(tag == "\"\(digest)\"")
        let address = try #require(head.json["body"]?.stringValue)
        let body = try server.send("GET", address)
        #expect(body.body == plain.body)
        #expect(body.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(try server.send("GET", "/v1/apps/shop/releases/1/rules").body == plain.body)
        let asked = try server.send("HEAD", "/v1/apps/shop/rules")
        #expect(asked.status == 200 && asked.headers["content-length"] == "\(plain.body.count)")
    }

    @Test("after a kill the next start has all acknowledged writes, and release numbers continue")
    func killLosesNothing() throws {
        let folder = try TemporaryDirectory()
        let first = try serverWithShop(folder)
        let rule = #"{"id":"a","match":["/a"],"to":{"screen":"A"}}"#
        #expect(try first.send("POST", "/v1/apps/shop/draft/rules", json: rule, token: first.token).status == 201)
        #expect(try publish(first, "first").status == 201)
        let before = try first.send("GET", "/v1/apps/shop/rules")
        let edited = #"{"id":"b","match":["/b"],"to":{"screen":"B"}}"#
        #expect(try first.send("POST", "/v1/apps/shop/draft/rules", json: edited, token: first.token).status == 201)
        first.kill()

        let second = try RunningServer(database: folder.file("waymark.db"))
        #expect(try second.send("GET", "/v1/apps/shop/rules").body == before.body)
        #expect(try second.admin("GET", "/v1/apps/shop/draft/rules/b").status == 200)
        let release = try publish(second, "second")
        #expect(release.json["version"] == .integer(2))
        #expect(second.stop() == 0)
    }

    @Test("a rollback makes a new release and changes the draft, and a channel can point at an old release")
    func rollBack() throws {
        let folder = try TemporaryDirectory()
        let server = try serverWithShop(folder)
        for name in ["a", "b"] {
            let rule = #"{"id":"\#(name)","match":["/\#(name)"],"to":{"screen":"\#(name.uppercased())"}}"#
            #expect(try server.send("POST", "/v1/apps/shop/draft/rules", json: rule, token: server.token).status == 201)
            #expect(try publish(server, "add \(name)").status == 201)
        }
        let two = try server.send("GET", "/v1/apps/shop/head").json
        let moved = try server.admin("PUT", "/v1/apps/shop/channels/production", #"{"version":1,"public":true}"#)
        #expect(moved.status == 200)
        let one = try server.send("GET", "/v1/apps/shop/head").json
        #expect(one["version"] == .integer(1))
        let sequences = [two, one].map { $0["sequence"]?.integerValue ?? 0 }
        #expect(sequences[1] > sequences[0], "every move raises the sequence")

        let restored = try server.admin(
            "POST", "/v1/apps/shop/releases/1/restore", #"{"message":"back","channel":"production"}"#)
        #expect(restored.status == 201)
        #expect(restored.json["version"] == .integer(3))
        #expect(try server.admin("GET", "/v1/apps/shop/draft/rules/b").status == 404)
        let history = try server.admin("GET", "/v1/apps/shop/releases").json["releases"]
        #expect(history?.arrayValue?.count == 3)
    }

    @Test("a body that does not match its digest is refused, and the client keeps its release")
    func wrongDigestIsRefused() throws {
        let folder = try TemporaryDirectory()
        let server = try serverWithShop(folder)
        let rule = #"{"id":"a","match":["/a"],"to":{"screen":"A"}}"#
        _ = try server.send("POST", "/v1/apps/shop/draft/rules", json: rule, token: server.token)
        #expect(try publish(server, "first").status == 201)
        let cache = folder.file("cache")
        let resolve = ["resolve", "--app", "shop", "--cache", cache, "--json", "--server"]
        let address = "https://shop.example/a"
        #expect(try Program.run("waymark", resolve + [server.url, address]).status == 0)

        let liar = try LyingServer(replacing: server)
        let lied = withExtendedLifetime(liar) { try? Program.run("waymark", resolve + [server.url, address]) }
        #expect(try #require(lied).output.contains(#""screen":"A""#))
        #expect(try #require(lied).output.contains(#""source":"cache""#))
        #expect(try #require(lied).errors.contains("digest"), "it must say what was wrong: \(lied?.errors ?? "")")
    }
}
