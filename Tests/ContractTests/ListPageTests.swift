import CanonicalJSON
import HTTPExchange
import RouteModel
import TestSupport
import Testing

@testable import ControlPlane
@testable import ServerFixtures

@Suite("Pages of lists end at a number of bytes", .scheduled)
struct ListPageTests {
    /// Follows `next` from the first page; returns the pages.
    private func pages(_ desk: Desk, _ path: String, member: String) throws -> [(items: [JSONValue], bytes: Int)] {
        var pages: [(items: [JSONValue], bytes: Int)] = []
        var after = ""
        while pages.count < 100 {
            let answer = desk.send("GET", "\(path)?limit=1000\(after)")
            pages.append((try #require(answer.json[member]?.arrayValue), answer.byteCount))
            guard let next = answer.json["next"]?.stringValue else { break }
            after = "&after=\(next)"
        }
        return pages
    }

    /// Compares the pages with the wanted items, each of which must be there once and in order.
    private func verify(
        _ pages: [(items: [JSONValue], bytes: Int)], _ key: String, _ wanted: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = pages.flatMap { page in page.items.map { $0[key]?.stringValue ?? $0[key]?.text ?? "" } }
        #expect(found.elementsEqual(wanted), "\(found.count) of \(wanted.count)", sourceLocation: sourceLocation)
        #expect(pages.count > 1, sourceLocation: sourceLocation)
        #expect(pages.allSatisfy { !$0.items.isEmpty }, sourceLocation: sourceLocation)
        for page in pages where page.items.count > 1 {
            #expect(page.bytes < ExchangeLimits.pageBytesMax + 100, sourceLocation: sourceLocation)
        }
    }

    @Test("long rules of a draft")
    func rules() throws {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let note = String(repeating: "n", count: 4000)
        let parameters = (0..<60).map { #""p\#($0)":"\#(note)""# }.joined(separator: ",")
        let small = (0..<600).map { #"{"id":"r\#($0)","match":["/r/\#($0)"],"note":"\#(note)","to":{"screen":"S"}}"# }
        let long = #"{"id":"long","match":["/long"],"to":{"screen":"S","parameters":{\#(parameters)}}}"#
        let draft =
            #"{"settings":{"origins":["https://shop.example"]},"rules":[\#((small + [long]).joined(separator: ","))]}"#
        let stored = desk.send("PUT", "/v1/apps/shop/draft", draft)
        #expect(stored.status == 200, "\(stored.text.prefix(300))")
        let pages = try pages(desk, "/v1/apps/shop/draft/rules", member: "rules")
        verify(pages, "id", (0..<600).map { "r\($0)" } + ["long"])
    }

    @Test("releases with long messages")
    func releases() throws {
        let desk = try Desk()
        desk.makeShop()
        let message = String(repeating: "m", count: 4096)
        for _ in 0..<300 { _ = desk.send("POST", "/v1/apps/shop/releases", #"{"message":"\#(message)"}"#) }
        verify(
            try pages(desk, "/v1/apps/shop/releases", member: "releases"), "version",
            (1...301).reversed().map { "\($0)" })
    }

    @Test("tokens with many apps")
    func tokens() throws {
        let desk = try Desk()
        let apps = (0..<1000).map { "app-\($0)-" + String(repeating: "a", count: 20) }
        let scope = apps.map { "\"\($0)\"" }.joined(separator: ",")
        for app in apps { _ = desk.send("POST", "/v1/apps", #"{"app":"\#(app)"}"#) }
        let made = (0..<50).map { number in
            desk.send("POST", "/v1/tokens", #"{"name":"t\#(number)","role":"viewer","apps":[\#(scope)]}"#)
        }
        #expect(made.allSatisfy { $0.status == 201 }, "\(made[0].text.prefix(300))")
        let first = desk.send("GET", "/v1/tokens?limit=1").json["tokens"]?.arrayValue?.first?["id"]?.stringValue ?? ""
        verify(
            try pages(desk, "/v1/tokens", member: "tokens"), "id",
            [first] + made.compactMap { $0.json["id"]?.stringValue })
    }

    @Test("a page ends behind the last item that fits, and its cursor is of this item")
    func cut() throws {
        let endpoint = try #require(Contract.table.endpoints.first { $0.id == "listApps" })
        let incoming = IncomingRequest(
            method: "GET", path: "/v1/apps", address: "192.0.2.1", now: .init(milliseconds: 0), seconds: 0)
        let request = EndpointRequest(incoming, endpoint, values: [:], query: QueryItems(nil), reader: nil)
        let half = JSONValue.string(String(repeating: "a", count: ExchangeLimits.pageBytesMax / 2 - 2))
        func page(_ items: [JSONValue], hasMore: Bool) -> JSONValue {
            ListPage.answer(
                to: request, "list", items.enumerated(), hasMore: hasMore, cursor: { "\($0.offset)" }, json: \.element
            ).json
        }
        #expect(page([], hasMore: false)["next"] == .null)
        let long = JSONValue.string(String(repeating: "a", count: ExchangeLimits.pageBytesMax))
        #expect(page([long, ""], hasMore: false)["next"] == "0")
        #expect(page(["", long], hasMore: false)["next"] == "0")
        #expect(page([half, half], hasMore: false)["next"] == .null)
        #expect(page([half, half], hasMore: true)["next"] == "1")
        #expect(page([half, half, ""], hasMore: false)["next"] == "1")
        #expect(page([half, half, ""], hasMore: false)["list"]?.arrayValue?.count == 2)
    }
}
