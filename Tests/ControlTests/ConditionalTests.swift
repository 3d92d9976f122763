import CanonicalJSON
import HTTPFetching
import StoreRecords
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("If-None-Match on the control plane", .scheduled)
struct ConditionalTests {
    private final class Statuses: Sendable {
        let all = Mutex<[Int]>([])
    }

    /// Resources that a PUT may create: the path of one that is not there, and a body.
    static let creating: [(path: String, body: String)] = [
        ("/v1/apps/shop/draft/rules/new", #"{"match":["/new"],"to":{"screen":"New"}}"#),
        ("/v1/apps/shop/channels/beta", #"{"version":1,"public":true}"#),
        ("/v1/apps/shop/screens/ios/5.2.0", #"{"screens":{"Item":["id"]}}"#),
        ("/v1/hosts/go.shop.example", #"{"app":"shop"}"#),
    ]

    private func fields(_ noneMatch: String?, match: String? = nil) -> IncomingRequest.Fields {
        IncomingRequest.Fields(
            authorization: "Bearer \(Desk.adminSecret)", ifMatch: match, ifNoneMatch: noneMatch,
            contentType: "application/json", host: "localhost:8080")
    }

    @Test("* creates once, needs no If-Match, and then shows what is there", arguments: creating)
    func create(_ resource: (path: String, body: String)) throws {
        let desk = try Desk()
        desk.makeShop()
        let made = desk.ask("PUT", resource.path, resource.body, fields("*"))
        #expect(made.status == 201 && made["ETag"] != nil, "\(made.text)")
        let there = desk.send("GET", resource.path)
        for match in [nil, "*", made["ETag"]] {
            let refused = desk.ask("PUT", resource.path, resource.body, fields("*", match: match))
            #expect(refused.status == 412 && refused.problem?.code == "exists", "\(refused.text)")
            #expect(refused.json["resource"] == there.json && refused["ETag"] == there["ETag"], "\(refused.text)")
            #expect(refused.json["current"]?.stringValue == there["ETag"])
        }
        #expect(desk.send("GET", resource.path).bytes == there.bytes)
        let replaced = desk.ask("PUT", resource.path, resource.body, fields(nil, match: there["ETag"]))
        #expect(replaced.status == 200, "\(replaced.text)")
    }

    @Test("a stale If-Match beside it is refused as that, and names no state of what is not there", arguments: creating)
    func pair(_ resource: (path: String, body: String)) throws {
        let desk = try Desk()
        desk.makeShop()
        let kind = try #require(desk.ask("PUT", resource.path, resource.body, fields("*"))["ETag"]).dropFirst().prefix(
            1)
        let other = resource.path + "2"
        let refused = desk.ask("PUT", other, resource.body, fields("*", match: "\"\(kind)77\""))
        #expect(refused.status == 412 && refused.problem?.code == "revision-mismatch", "\(refused.text)")
        #expect(refused["ETag"] != "" && refused.json["resource"] == .null)
        #expect(desk.send("GET", other).status == 404)
    }

    @Test("every endpoint that may create is in that table")
    func complete() throws {
        let endpoints = try Desk().components.dispatcher.table.endpoints.filter { $0.precondition?.creates == true }
        let paths = endpoints.map { endpoint in
            Self.creating.filter {
                ("\(endpoint.path)").split(separator: "/").count == $0.path.split(separator: "/").count
            }
        }
        #expect(endpoints.count == Self.creating.count && paths.allSatisfy { !$0.isEmpty })
    }

    @Test("of many requests that create at once, one does")
    func race() throws {
        let server = try LiveServer()
        try server.makeApp()
        _ = try server.publish()
        for (path, body) in Self.creating {
            let statuses = Statuses()
            let threads = try (0..<12).map { _ in
                try Threads.start {
                    let answer = try? server.send("PUT", path, body, ["If-None-Match": "*"])
                    statuses.all.withLock { $0.append(answer?.status ?? 0) }
                }
            }
            for thread in threads { thread.join() }
            let all = statuses.all.withLock { $0.sorted() }
            #expect(all == [201] + Array(repeating: 412, count: 11), "\(path)")
        }
    }

    /// Reads whose tag is that of all their content.
    static let reads = [
        "/v1/apps/shop/draft", "/v1/apps/shop/draft/settings", "/v1/apps/shop/draft/rules",
        "/v1/apps/shop/draft/rules/item", "/v1/apps/shop/channels/production", "/v1/apps/shop/expectations",
        "/v1/apps/shop/screens/ios/5.2.0", "/v1/hosts/go.shop.example",
    ]

    private func furnished() throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        for (path, body) in Self.creating { _ = desk.ask("PUT", path, body, fields("*")) }
        return desk
    }

    @Test("a read whose client has the state gets 304, and again 200 after a change", arguments: reads)
    func unchanged(_ path: String) throws {
        let desk = try furnished()
        let read = desk.send("GET", path)
        let tag = try #require(read["ETag"], "\(read.text)")
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let answer = desk.ask("GET", path, nil, fields(field))
            #expect(answer.status == 304 && answer.byteCount == 0 && answer["ETag"] == tag, "\(field): \(answer.text)")
            #expect(answer["Cache-Control"] == read["Cache-Control"] && answer["Content-Type"] == nil)
            #expect(desk.ask("HEAD", path, nil, fields(field)).status == 304)
        }
        for field in ["\"other\"", tag.replacing("\"", with: ""), "\"", ""] {
            let answer = desk.ask("GET", path, nil, fields(field))
            #expect(answer.status == 200 && answer.bytes == read.bytes, "\(field)")
        }
        _ = desk.send("PUT", "/v1/apps/shop/draft/rules/item", #"{"match":["/i"],"to":{"screen":"I"}}"#)
        _ = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#)
        _ = desk.send("PUT", "/v1/apps/shop/expectations", #"{"expectations":[]}"#)
        _ = desk.send("PUT", "/v1/apps/shop/screens/ios/5.2.0", #"{"screens":{"Other":[]}}"#)
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        _ = desk.send("PUT", "/v1/hosts/go.shop.example", #"{"app":"other"}"#)
        #expect(desk.ask("GET", path, nil, fields(tag)).status == 200)
    }

    @Test("each endpoint with such a tag is in that list, and one whose content changes without its tag gets no 304")
    func tags() throws {
        let desk = try furnished()
        let endpoints = desk.components.dispatcher.table.endpoints.filter { $0.isControl && $0.method == .get }
        #expect(endpoints.filter(\.isConditional).count == Self.reads.count)
        for path in ["", "/draft/summary", "/draft/diff"] {
            let read = desk.send("GET", "/v1/apps/shop\(path)")
            let tag = try #require(read["ETag"], "\(path)")
            let answer = desk.ask("GET", "/v1/apps/shop\(path)", nil, fields(tag))
            #expect(answer.status == 200, "\(path)")
        }
    }

    @Test("a write of a state that If-None-Match names is refused; another one goes on to If-Match")
    func writes() throws {
        let desk = try furnished()
        let path = "/v1/apps/shop/draft/settings"
        let tag = try #require(desk.send("GET", path)["ETag"])
        for field in ["*", tag, "W/\(tag)"] {
            let refused = desk.ask("PUT", path, "{}", fields(field, match: tag))
            #expect(refused.status == 412 && refused.json["current"]?.stringValue == tag, "\(field): \(refused.text)")
        }
        #expect(desk.ask("PUT", path, "{}", fields("\"r1\"")).status == 428)
        #expect(desk.ask("PUT", path, "{}", fields("r1", match: tag)).status == 400)
        #expect(desk.ask("PUT", path, "{}", fields("\"r1\"", match: tag)).status == 200)
    }
}
