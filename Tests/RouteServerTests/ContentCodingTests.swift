import CanonicalJSON
import GzipCoding
import HTTPWire
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Content codings of requests and of the control plane's answers", .scheduled)
struct ContentCodingTests {
    private func fields(coding: String? = nil, accepting: String? = nil, match: String? = "*") -> IncomingRequest.Fields
    {
        IncomingRequest.Fields(
            authorization: "Bearer \(Desk.adminSecret)", ifMatch: match, acceptEncoding: accepting,
            contentType: "application/json", contentEncoding: coding, host: "localhost:8080")
    }

    /// Sends a body as bytes.
    private func send(
        _ desk: Desk, _ method: String, _ path: String, _ body: [UInt8], _ fields: IncomingRequest.Fields
    ) -> Answer {
        desk.components.dispatcher.answer(
            IncomingRequest(
                method: method, path: path, fields: fields, body: body, address: "192.0.2.1",
                now: .init(milliseconds: desk.now),
                seconds: Int(desk.now / 1000)))
    }

    private static let rule = Array(#"{"match":["/new"],"to":{"screen":"New"}}"#.utf8)
    private static let question = Array(#"{"url":"https://shop.example/item/7"}"#.utf8)
    private static let rulePath = "/v1/apps/shop/draft/rules/new"
    private static let resolvePath = "/v1/apps/shop/resolve"

    @Test("a gzip body is read as the same body without it, on both planes", arguments: ["gzip", "x-gzip", " GZIP "])
    func gzip(_ coding: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let put = send(desk, "PUT", Self.rulePath, try Gzip.compress(Self.rule), fields(coding: coding))
        #expect(put.status == 201 && put.json["to"]?["screen"] == "New", "\(put.text)")
        let plain = send(desk, "POST", Self.resolvePath, Self.question, fields(coding: "identity"))
        let found = send(desk, "POST", Self.resolvePath, try Gzip.compress(Self.question), fields(coding: coding))
        #expect(found.status == 200 && found.bytes == plain.bytes, "\(found.text)")
    }

    @Test(
        "any other coding is 415 with the one to send, whatever the body is",
        arguments: ["br", "deflate", "foo", "gzip, gzip", "identity, gzip"])
    func unsupported(_ coding: String) throws {
        let desk = try Desk()
        desk.makeShop()
        for (method, path, body) in [("PUT", Self.rulePath, Self.rule), ("POST", Self.resolvePath, Self.question)] {
            let answer = send(desk, method, path, body, fields(coding: coding))
            #expect(answer.status == 415 && answer["Accept-Encoding"] == "gzip", "\(path): \(answer.text)")
            #expect(answer.problem?.code == "unsupported-coding")
        }
        // An endpoint without a body reads none.
        #expect(send(desk, "GET", "/v1/apps/shop/draft", [], fields(coding: coding)).status == 200)
    }

    @Test("a body that is no gzip, or only a part of it, is refused; one that grows beyond the limit is 413")
    func damaged() throws {
        let desk = try Desk()
        desk.makeShop()
        let whole = try Gzip.compress(Self.rule)
        for body in [Self.rule, Array(whole.dropLast(3)), whole + [0], []] {
            let answer = send(desk, "PUT", Self.rulePath, body, fields(coding: "gzip"))
            #expect(answer.status == 400, "\(body.count) bytes: \(answer.text)")
        }
        let zeros = try Gzip.compress([UInt8](repeating: 0x20, count: ExchangeLimits.bodyBytesMax + 1))
        for path in [Self.resolvePath, "/v1/apps"] {
            let answer = send(desk, "POST", path, zeros, fields(coding: "gzip"))
            #expect(answer.status == 413, "\(path): \(answer.text)")
        }
        let draft = try Gzip.compress([UInt8](repeating: 0x20, count: ExchangeLimits.draftBytesMax + 1), level: 1)
        #expect(send(desk, "PUT", "/v1/apps/shop/draft", draft, fields(coding: "gzip")).status == 413)
        #expect(desk.send("GET", "/v1/apps/shop/draft/rules").json["total"] == 1)
    }

    @Test("a repetition in another compressed form is the same request, and two lines of the field are one list")
    func repetition() throws {
        let desk = try Desk()
        desk.makeShop()
        var keyed = fields(coding: "gzip")
        keyed.idempotencyKey = "once"
        let body = Array(#"{"id":"new","match":["/new"],"to":{"screen":"New"}}"#.utf8)
        let path = "/v1/apps/shop/draft/rules"
        let first = send(desk, "POST", path, try Gzip.compress(body, level: 1), keyed)
        let again = send(desk, "POST", path, try Gzip.compress(body, level: 9) + Gzip.compress([]), keyed)
        keyed.contentEncoding = nil
        let plain = send(desk, "POST", path, body, keyed)
        #expect(first.status == 201 && first["Idempotency-Replayed"] == nil, "\(first.text)")
        for answer in [again, plain] { #expect(answer.status == 201 && answer["Idempotency-Replayed"] == "true") }
        let request = Request(
            method: "PUT", path: Self.rulePath,
            fields: [
                HeaderField("Authorization", "Bearer \(Desk.adminSecret)"), HeaderField("If-Match", "*"),
                HeaderField("Content-Encoding", "gzip"), HeaderField("Content-Encoding", "br"),
            ], body: Self.rule)
        #expect(desk.perform(request).status == 415)
    }

    @Test(
        "long answers are compressed for clients that accept it, with a tag that writes take",
        arguments: ["/draft", "/draft/rules"])
    func answers(_ path: String) throws {
        let desk = try Desk()
        desk.makeShop()
        let rules = (0..<100).map { #"{"id":"r\#($0)","match":["/r/\#($0)"],"to":{"screen":"S"}}"# }
        _ = desk.send(
            "PUT", "/v1/apps/shop/draft",
            #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#)
        let url = "/v1/apps/shop\(path)"
        let plain = desk.ask("GET", url, nil, fields())
        #expect(plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding")
        let coded = desk.ask("GET", url, nil, fields(accepting: "br, gzip"))
        #expect(coded["Content-Encoding"] == "gzip" && coded["Vary"] == "Accept-Encoding")
        #expect(try Gzip.decompress(coded.bytes, limit: 1 << 20) == plain.bytes)
        #expect(coded.byteCount * 4 < plain.byteCount)
        let tag = try #require(coded["ETag"])
        #expect(tag != plain["ETag"], "both codings have one strong tag")
        for field in [tag, try #require(plain["ETag"])] {
            var unchanged = fields(accepting: "gzip")
            unchanged.ifNoneMatch = field
            let answer = desk.ask("GET", url, nil, unchanged)
            #expect(answer.status == 304 && answer["Vary"] == "Accept-Encoding" && answer["Content-Encoding"] == nil)
        }
        #expect(
            desk.ask("PUT", "/v1/apps/shop/draft", #"{"settings":{},"rules":[]}"#, fields(match: tag)).status == 200)
        let short = desk.ask("GET", url, nil, fields(accepting: "gzip"))
        #expect(short["Content-Encoding"] == nil && short["Vary"] == nil)
    }

    @Test("/openapi.json and /metrics are compressed, and the contract is read once")
    func operators() throws {
        let desk = try Desk()
        let metrics = desk.ask("GET", "/metrics", nil, fields(accepting: "gzip"))
        #expect(metrics["Content-Encoding"] == "gzip" && metrics.status == 200)
        let plain = desk.ask("GET", "/openapi.json", nil, fields())
        let coded = desk.ask("GET", "/openapi.json", nil, fields(accepting: "gzip"))
        #expect(try Gzip.decompress(coded.bytes, limit: 1 << 22) == plain.bytes)
        let tags = [try #require(plain["ETag"]), try #require(coded["ETag"])]
        #expect(Set(tags).count == 2 && tags[1].hasSuffix("-gzip\""))
        for tag in tags {
            var unchanged = fields()
            unchanged.ifNoneMatch = tag
            #expect(desk.ask("GET", "/openapi.json", nil, unchanged).status == 304)
        }
        let again = desk.ask("GET", "/openapi.json", nil, fields(accepting: "gzip"))
        let places = [coded, again].map { answer in
            unsafe answer.shared?.bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        #expect(places[0] != nil && places[0] == places[1], "the same bytes, at one place in memory")
    }
}
