import CanonicalJSON
import HTTPWire
import RouteModel
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerMetrics

@Suite("A lookup by the whole path gives the same answer as parsing the path", .scheduled)
struct PathAnswerTests {
    /// The loop's answer; nil if the request goes to a worker.
    private func answer(_ desk: Desk, _ target: String, _ fields: String) -> PreparedResponse? {
        var parser = RequestParser()
        return Array("GET \(target) HTTP/1.1\r\nHost: h\r\n\(fields)\r\n".utf8).withRegion { region in
            guard parser.parse(region) == .complete else { return nil }
            return parser.withView(of: region, peer: .none, listener: 0, loop: 0) { view in
                guard case .answer(let response) = desk.components.handler.decide(view) else { return nil }
                return response
            }
        }
    }

    @Test("a path without a channel has the same answer as with the standard channel", arguments: ["rules", "head"])
    func sameAnswer(_ name: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let digest =
            String(decoding: answer(desk, "/v1/apps/shop/rules", "")?.head.bytes ?? [], as: UTF8.self)
            .split(separator: "\"").dropFirst().first ?? ""
        #expect(digest.utf8.count == 64)
        for fields in [
            "", "Accept-Encoding: gzip\r\n", "If-None-Match: \"\(digest)\"\r\n",
            "If-None-Match: W/\"x\", \"\(digest)-gzip\"\r\nAccept-Encoding: br;q=1, gzip;q=0.1\r\n",
        ] {
            let whole = answer(desk, "/v1/apps/shop/\(name)", fields)
            let parts = answer(desk, "/v1/apps/shop/\(name)?channel=production", fields)
            #expect(whole != nil && whole === parts, "\(fields)")
        }
        #expect(answer(desk, "/v1/apps/sho/\(name)", "") == nil)
        #expect(answer(desk, "/v1/apps/shop/\(name)/", "") == nil)
        #expect(answer(desk, "/v1/apps/shop/\(name)?", "") === answer(desk, "/v1/apps/shop/\(name)", ""))
    }

    @Test("the loop does not answer for a channel that is no longer public")
    func withheld() throws {
        let desk = try Desk()
        desk.makeShop()
        #expect(answer(desk, "/v1/apps/shop/rules", "") != nil)
        let changed = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1,"public":false}"#)
        #expect(changed.status == 200, "\(changed.status)")
        #expect(answer(desk, "/v1/apps/shop/rules", "") == nil)
        #expect(answer(desk, "/v1/apps/shop/head", "") == nil)
    }

    @Test("the path table of an app has exactly the paths that the loop answers")
    func table() throws {
        let desk = try Desk()
        desk.makeShop()
        let app = try #require(desk.components.snapshots.snapshot.apps["shop"])
        let digest = try #require(app.standardChannel?.head.digest)
        let index = try #require(app.standardChannel?.head.indexes.first?.digest)
        let answered = [
            "rules", "head", "events", "bodies/\(digest)", "indexes/\(index)", "releases/1/rules",
        ]
        for path in answered {
            let bytes = Array("/v1/apps/shop/\(path)".utf8)
            #expect(app.answersByPath.value(bytes, 14..<bytes.count) != nil, "\(path)")
        }
        for path in [
            "releases/1", "releases/2/rules", "releases/01/rules", "releases/1/2/rules", "rules/", "rule", "",
            "bodies/short", "indexes/\(digest)", "bodies/\(index)",
            "bodies/\(String(repeating: "0a", count: 32))", "resolve", "b/rules",
        ] {
            let bytes = Array("/v1/apps/shop/\(path)".utf8)
            #expect(app.answersByPath.value(bytes, 14..<bytes.count) == nil, "\(path)")
        }
    }

    @Test("a path with slashes too many is that of nothing, and the answer names the path without them")
    func slashes() throws {
        let desk = try Desk()
        desk.makeShop()
        let paths = try #require(desk.send("GET", "/openapi.json").json["paths"]?.objectValue)
        for path in paths.keys where path != "/" && !path.hasPrefix("/console/") {
            let plain = path.replacing(/\{[a-z]+\}/, with: "1")
            for other in [plain + "/", "/" + plain, plain.replacing("/", with: "//") + "//"] {
                let answer = desk.send("GET", other)
                let isNamed = answer.text.contains("did you mean \(plain)?")
                #expect(answer.status == 404 && isNamed, "\(other): \(answer.text)")
            }
        }
        #expect(!desk.send("GET", "/v1/app/").text.contains("did you mean"))
    }

    @Test("a path whose words are percent-encoded is that of nothing, and names in paths may be")
    func spelling() throws {
        let desk = try Desk()
        desk.makeShop()
        var count = 0
        let paths = try #require(desk.send("GET", "/openapi.json").json["paths"]?.objectValue)
        // Below /console any other name is a page of the console.
        for path in paths.keys.sorted() where !path.hasPrefix("/console/") {
            let words = path.split(separator: "/").filter { !$0.hasPrefix("{") }
            let plain = path.replacing(/\{[a-z]+\}/, with: "1")
            for word in words {
                let encoded = "%" + String(word.utf8.first ?? 0, radix: 16) + word.dropFirst()
                let other = plain.replacing("/\(word)", with: "/\(encoded)", maxReplacements: 1)
                #expect(other != plain && desk.send("GET", other).status == 404, "\(other)")
                count += 1
            }
        }
        #expect(count > 100)
        #expect(desk.send("GET", "/%6detrics").status == 404)
        #expect(desk.send("GET", "/v1/apps/%73hop").status == 200)
        #expect(desk.send("GET", "/v1/apps/sh%6Fp/channels/%70roduction").status == 200)
    }
}
