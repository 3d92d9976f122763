import CanonicalJSON
import Digests
import GzipCoding
import HTTPFetching
import SystemIO
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The life cycle of an app, over a real socket and a real database", .scheduled, .serialized)
struct LifeTests {
    @Test("an app can be created, checked, published, fetched in every form, moved to another release and restored")
    func life() throws {
        let server = try LiveServer()
        try server.makeApp()
        #expect(try server.send("POST", "/v1/apps/shop/draft/check").json["blocks"] == false)
        let published = try server.publish()
        #expect(published.status == 201 && published["location"] == "/v1/apps/shop/releases/1")
        let digest = try #require(published.json["digest"]?.stringValue)

        let plain = try server.send("GET", "/v1/apps/shop/rules", token: nil)
        #expect(plain["etag"] == "\"\(digest)\"" && SHA256.hexDigest(of: plain.content) == digest)
        #expect(plain["cache-control"] == "public, max-age=5, stale-while-revalidate=30, stale-if-error=604800")
        let packed = try server.send("GET", "/v1/apps/shop/rules", token: nil, ["Accept-Encoding": "gzip"])
        #expect(packed["etag"] == "\"\(digest)-gzip\"" && packed["content-encoding"] == "gzip")
        #expect(try Gzip.decompress(packed.content, limit: 1 << 20) == plain.content)
        let unchanged = try server.send(
            "GET", "/v1/apps/shop/rules", token: nil, ["If-None-Match": "W/\"\(digest)-gzip\""])
        #expect(unchanged.status == 304 && unchanged.content.isEmpty && unchanged["vary"] == "Accept-Encoding")
        #expect(
            try server.send("HEAD", "/v1/apps/shop/rules", token: nil)["content-length"] == "\(plain.content.count)")
        for path in ["bodies/\(digest)", "releases/1/rules"] {
            #expect(try server.send("GET", "/v1/apps/shop/\(path)", token: nil).content == plain.content)
        }

        _ = try server.force("DELETE", "/v1/apps/shop/draft/rules/item")
        let empty = #"{"message":"m","allowShrink":true}"#
        #expect(try server.force("POST", "/v1/apps/shop/releases", empty).json["version"] == 2)
        let gone = try server.send("GET", "/v1/apps/shop/resolve?url=https://shop.example/item/1", token: nil)
        #expect(gone.json["outcome"] == "unmatched")
        let moved = try server.force("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#)
        #expect(moved.status == 200 && moved["etag"] == "\"s3\"")
        let head = try server.send("GET", "/v1/apps/shop/head", token: nil).json
        #expect(head["version"] == 1 && head["sequence"] == 3)
        let restored = try server.force("POST", "/v1/apps/shop/releases/1/restore", #"{"message":"back"}"#)
        #expect(restored.status == 201 && restored.json["version"] == 3)
        #expect(try server.send("GET", "/v1/apps/shop/draft/rules/item").status == 200)
        #expect(try server.send("GET", "/v1/apps/shop/releases").json["releases"]?.arrayValue?.count == 3)
    }

    @Test("a restarted server has all data, and a second server on the same database or port does not start")
    func restart() throws {
        let folder = try TemporaryDirectory()
        var body: [UInt8] = []
        do {
            let server = try LiveServer(folder: folder)
            try server.makeApp()
            try server.publish()
            body = try server.send("GET", "/v1/apps/shop/rules", token: nil).content
            #expect(throws: ServerStartError.self) { try LiveServer(folder: folder) }
            let port = String(server.address.dropFirst("http://".count))
            #expect { try LiveServer(["listen": port]) } throws: { "\($0)".contains("listens on") }
        }
        let server = try LiveServer(folder: folder)
        #expect(try server.send("GET", "/v1/apps/shop/rules", token: nil).content == body)
    }

    @Test("a start deletes the backup copies that a killed server left, and no other files")
    func leftovers() throws {
        let folder = try TemporaryDirectory()
        let names = [
            "waymark.db-backup-0123456789abcdef", "waymark.db-backup-2026", "other.db-backup-0123456789abcdef",
        ]
        for name in names { try Files.create(folder.file(name), [1], mode: 0o600) }
        let server = try LiveServer(folder: folder)
        #expect(try server.send("GET", "/healthz").status == 200)
        #expect(names.map { Files.exists(folder.file($0)) } == [false, true, true])
    }

    @Test("a private channel and a release that was only in private channels need a token that may read the app")
    func privacy() throws {
        let server = try LiveServer()
        try server.makeApp()
        let published = try server.force(
            "POST", "/v1/apps/shop/releases",
            #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
        let digest = published.json["digest"]?.stringValue ?? ""
        let other = try server.makeToken("admin", apps: #"["other"]"#).secret
        let viewer = try server.makeToken("viewer").secret
        for path in ["rules?channel=staging", "head?channel=staging", "bodies/\(digest)", "releases/1/rules"] {
            #expect(try server.send("GET", "/v1/apps/shop/\(path)", token: nil).status == 404, "\(path)")
            #expect(try server.send("GET", "/v1/apps/shop/\(path)", token: other).status == 403, "\(path)")
            let answer = try server.send("GET", "/v1/apps/shop/\(path)", token: viewer)
            #expect(answer.status == 200 && answer["cache-control"]?.contains("private") == true, "\(path)")
        }
        for (token, status) in [(nil, 404), ("wmk_not_a_token", 401), (other, 403)] as [(String?, Int)] {
            #expect(try server.send("GET", "/v1/apps/shop/events?channel=staging", token: token).status == status)
        }
        _ = try server.force("PUT", "/v1/apps/shop/channels/staging", #"{"version":1,"public":true}"#)
        #expect(try server.send("GET", "/v1/apps/shop/bodies/\(digest)", token: nil).status == 200)
        #expect(try server.send("GET", "/v1/apps/shop/rules", token: nil).status == 404)
    }

    @Test("the examples of the original documents are imported or stored, published and resolved")
    func examples() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"csdn"}"#)
        let table = try PackageRoot.text(of: "Config/examples/csdn-routes.json")
        let path = "/v1/apps/csdn/draft?format=cnrouter&destinations=add"
        let imported = try server.force("PUT", path, table)
        #expect(imported.status == 200, "\(imported.text)")
        #expect(try server.publish("csdn").status == 201)
        let back = try server.send("GET", "/v1/apps/csdn/rules?format=cnrouter", token: nil)
        #expect(back.json.objectValue?.count == 9, "\(back.text)")

        _ = try server.send("POST", "/v1/apps", #"{"app":"moments"}"#)
        let draft = try PackageRoot.text(of: "Config/examples/moments-draft.json")
        let put = try server.force("PUT", "/v1/apps/moments/draft?publish=1&message=all", draft)
        #expect(put.status == 200 && put.json["release"]?["version"] == 1, "\(put.text)")
        let resolution = try server.send(
            "POST", "/v1/apps/moments/resolve",
            #"{"url":"https://moments.example.com/InternalMenu","context":{"build":"internal"}}"#, token: nil)
        #expect(resolution.json["screen"] == "InternalMenu", "\(resolution.text)")
    }

    @Test("an ordered table keeps its order by priorities; a finding has an address for which specificity would differ")
    func netlify() throws {
        let server = try LiveServer()
        _ = try server.send("POST", "/v1/apps", #"{"app":"web"}"#)
        _ = try server.force("PUT", "/v1/apps/web/draft/settings", #"{"origins":["https://www.example.com"]}"#)
        let table = "/news/* /blog/:splat\n/news/today /today\n/x/:id /y/:id 302 Cookie=a\n"
        let path = "/v1/apps/web/draft?format=netlify&destinations=add"
        let dry = try server.force("PUT", path + "&dryRun=1", table)
        #expect(dry.json["draft"]?["rules"]?.arrayValue?.count == 2, "\(dry.text)")
        #expect(try server.send("GET", "/v1/apps/web/draft").json["rules"]?.arrayValue?.isEmpty == true)
        let imported = try server.force("PUT", path, table)
        let findings = imported.json["findings"]?.arrayValue ?? []
        #expect(findings.map { $0["code"]?.stringValue } == ["import-dropped", "import-order"], "\(imported.text)")
        #expect(findings.last?["witness"]?["address"] == "https://www.example.com/news/today", "\(imported.text)")
        #expect(try server.publish("web").status == 201)
        let asked = #"{"url":"https://www.example.com/news/today"}"#
        let kept = try server.send("POST", "/v1/apps/web/resolve", asked, token: nil)
        #expect(kept.json["address"] == "https://www.example.com/blog/today", "\(kept.text)")
        #expect(try server.force("PUT", path + "&order=specificity", table).status == 200)
        #expect(try server.publish("web").status == 201)
        let free = try server.send("POST", "/v1/apps/web/resolve", asked, token: nil)
        #expect(free.json["address"] == "https://www.example.com/today", "\(free.text)")
        #expect(try server.force("PUT", path + "&order=author", table).status == 400)
    }

    @Test("with an admin listener, the public listener serves neither the control plane nor metrics")
    func split() throws {
        let server = try LiveServer(["adminListen": "127.0.0.1:0"])
        for path in ["/v1/whoami", "/v1/apps", "/metrics"] {
            #expect(try server.send("GET", path).status == 404, "\(path)")
            #expect(try server.send("GET", path, at: server.addresses[1]).status == 200, "\(path)")
        }
        #expect(try server.send("GET", "/healthz", token: nil).status == 200)
    }
}
