import HTTPWire
import LinkAnswers
import RouteDocuments
import RouteIndex
import RouteModel
import ServerMetrics
import TestSupport
import Testing

@testable import LinkServing

@Suite("Links on event loops", .scheduled)
struct LoopLinksTests {
    private static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1"
    private static let pc = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36"

    /// The index of an app whose rule `sale` leads to the web and whose rule `item` leads to a screen.
    private static func index(to: String = "https://www.shop.example/sale") throws -> CompiledIndex {
        let text = """
            {"settings":{"origins":["https://go.shop.example"],"destinations":["https://www.shop.example","https://b.example"]},
            "rules":[{"id":"sale","match":["/sale"],"to":{"redirect":"\(to)"}},
            {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"wechat","match":["/chat"],"when":{"attributes":{"inApp":["wechat"]}},"to":{"redirect":"https://www.shop.example/c"}}]}
            """
        let draft = try #require(DraftDecoder.draft(Array(text.utf8)).value)
        let body = try ReleaseBody.freeze(
            draft: draft, app: "shop", version: 7, publishedAt: Instant(milliseconds: 1_795_000_000_000))
        return try CompiledIndex(IndexBytes(CompiledIndex.compile(body, digest: (0..<32).map { UInt8($0) })))
    }

    private static var values: SurfaceSettings {
        var values = SurfaceSettings()
        values.apple = ["ABCDE12345.example.shop"]
        values.secondHost = "open.shop.example"
        return values
    }

    private static var links: LinkSettings {
        LinkSettings(surfaces: ["go.shop.example": values], page: LinkPage(title: "Shop"))
    }

    private static func sites(to: String = "https://www.shop.example/sale") throws -> LinkSites {
        LinkSites(
            owners: ["go.shop.example": "shop", "open.shop.example": "shop"],
            releases: ["shop": LinkRelease(index: try index(to: to), links: links)])
    }

    private struct Served {
        let links: LoopLinks
        let counters = LinkCounters(loops: 2)

        init(_ sites: LinkSites) {
            links = LoopLinks(loops: 2, counters: counters) { Instant(milliseconds: 1_795_000_000_000) }
            links.replace(sites)
        }

        /// What a loop decides on a request, and whether it is for a served host.
        func decide(
            _ target: String, host: String = "go.shop.example", method: String = "GET", fields: [String] = [],
            loop: Int = 0
        ) -> (decision: Decision, isLink: Bool)? {
            let lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)"] + fields
            return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8).withRegion { region in
                var parser = RequestParser()
                guard parser.parse(region) == .complete else { return nil }
                return parser.withView(of: region, peer: .none, listener: 3, loop: loop) { view in
                    (links.decide(view), links.isLink(view))
                }
            }
        }

        func head(
            _ target: String, host: String = "go.shop.example", method: String = "GET", fields: [String] = [],
            loop: Int = 0
        ) throws -> String {
            let decided = decide(target, host: host, method: method, fields: fields, loop: loop)
            guard case .answer(let answer)? = decided?.decision else { return "" }
            return String(decoding: answer.head.bytes, as: UTF8.self)
        }
    }

    @Test("a redirect is answered on the loop, and only requests for served hosts are links")
    func redirects() throws {
        let served = Served(try Self.sites())
        let head = try served.head("/sale?a=b", fields: ["User-Agent: \(Self.phone)"])
        #expect(head.hasPrefix("HTTP/1.1 302 Found\r\n"))
        #expect(head.contains("\r\nLocation: https://www.shop.example/sale?a=b\r\n"))
        #expect(head.contains("\r\nCache-Control: private, no-store\r\n"))
        #expect(served.decide("/sale")?.isLink == true)
        #expect(served.decide("/sale", host: "GO.SHOP.EXAMPLE:8080")?.isLink == true)
        #expect(served.decide("/sale", host: "elsewhere.example")?.isLink == false)
        #expect(Served(LinkSites()).decide("/sale")?.isLink == false)
    }

    @Test("the host of a target in absolute form counts, and not the field Host (RFC 9112 section 3.2.2)")
    func absoluteForm() throws {
        let served = Served(try Self.sites())
        let ours = "http://go.shop.example/sale?a=b"
        #expect(served.decide(ours, host: "elsewhere.example")?.isLink == true)
        #expect(
            try served.head(ours, host: "elsewhere.example").contains(
                "\r\nLocation: https://www.shop.example/sale?a=b\r\n"))
        #expect(
            try served.head("http://go.shop.example?a=b", fields: ["User-Agent: \(Self.pc)"]).contains("404 Not Found"))
        #expect(served.decide("http://elsewhere.example/sale")?.isLink == false)
        #expect(try Served(LinkSites()).head("/sale").hasPrefix("HTTP/1.1 404 "))
        #expect(try served.head("/sale", method: "POST").hasPrefix("HTTP/1.1 405 "))
    }

    @Test("a loop uses new hosts from its next request on")
    func replaces() throws {
        let served = Served(try Self.sites())
        #expect(try served.head("/sale").contains("https://www.shop.example/sale"))
        served.links.replace(try Self.sites(to: "https://b.example/new"))
        for loop in 0..<2 { #expect(try served.head("/sale", loop: loop).contains("https://b.example/new")) }
        served.links.replace(LinkSites())
        #expect(try served.head("/sale").hasPrefix("HTTP/1.1 404 "))
    }

    @Test("requests for several hosts in turn get the answers of their own host")
    func hostsInTurn() throws {
        let served = Served(try Self.sites())
        for _ in 0..<2 {
            #expect(try served.head("/sale").hasPrefix("HTTP/1.1 302 "))
            #expect(try served.head("/sale", host: "elsewhere.example").hasPrefix("HTTP/1.1 404 "))
            #expect(served.decide("/sale", host: "elsewhere.example")?.isLink == false)
            #expect(served.decide("/sale")?.isLink == true)
            #expect(try served.head("/sale", host: "").hasPrefix("HTTP/1.1 404 "))
        }
    }

    @Test("a page with a code is drawn on a worker, every other page on the loop")
    func pages() throws {
        let served = Served(try Self.sites())
        guard case .work(bodyBytesMax: 0)? = served.decide("/item/1", fields: ["User-Agent: \(Self.pc)"])?.decision
        else {
            Issue.record("a loop must not draw a code")
            return
        }
        let request = Request(
            method: "GET", path: "/item/1",
            fields: [HeaderField("Host", "go.shop.example"), HeaderField("User-Agent", Self.pc)])
        let response = try #require(served.links.answer(request))
        #expect(response.status == 200 && response.remark?.release == 7)
        guard case .bytes(let body) = response.body else {
            Issue.record("a page has bytes")
            return
        }
        #expect(String(decoding: body.bytes, as: UTF8.self).contains("<svg"))
        let page = try served.head("/item/1", fields: ["User-Agent: \(Self.phone)"])
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let elsewhere = Request(method: "GET", path: "/item/1", fields: [HeaderField("Host", "elsewhere.example")])
        #expect(served.links.answer(elsewhere) == nil)
        var other = request
        other.method = "POST"
        #expect(served.links.answer(other) == nil)
    }

    @Test("each request is answered for its own client, in whatever order they come")
    func clients() throws {
        let served = Served(try Self.sites())
        var random = SeededGenerator.fromEnvironment(default: 0x11_50)
        for _ in 0..<3_000 {
            let isChat = Bool.random(using: &random)
            // More kinds of clients than the table has places.
            let name = "App/\(Int.random(in: 0..<5_000, using: &random))"
            let field = "User-Agent: \(name)\(isChat ? " MicroMessenger/8.0" : "")"
            let head = try served.head("/chat", fields: [field], loop: Int.random(in: 0..<2, using: &random))
            #expect(head.contains("https://www.shop.example/c") == isChat, "seed \(random.seed): \(field)")
        }
    }

    @Test("a hash of fields is the polynomial of their lengths and words")
    func hashes() {
        let prime = UInt128(1) << 61 - 1
        var random = SeededGenerator.fromEnvironment(default: 0x61)
        for _ in 0..<500 {
            let bytes = (0..<59).map { _ in UInt8.random(in: 0...255, using: &random) }
            let end = Int.random(in: 0...bytes.count, using: &random)
            var hash = KeyedHash(place: UInt64.random(in: 0..<UInt64(prime), using: &random))
            var (model, words) = (UInt128(1), [UInt128(1) << 56, UInt128(end)])
            for start in stride(from: 0, to: end, by: 7) {
                words.append(bytes[start..<min(start + 7, end)].reversed().reduce(0) { $0 << 8 | UInt128($1) })
            }
            for word in words { model = (model * UInt128(hash.place) + word) % prime }
            bytes.withRegion { region in
                hash.combine(nil, region)
                hash.combine(0..<end, region)
            }
            #expect(UInt128(hash.value) % prime == model, "seed \(random.seed)")
        }
    }

    @Test("answers are counted by host, rule and outcome")
    func counts() throws {
        let served = Served(try Self.sites())
        for loop in 0..<2 { _ = try served.head("/sale", fields: ["User-Agent: \(Self.phone)"], loop: loop) }
        _ = try served.head("/item/1", fields: ["User-Agent: \(Self.phone)"])
        _ = try served.head("/nothing", host: "elsewhere.example")
        _ = served.links.answer(
            Request(
                method: "GET", path: "/item/1",
                fields: [HeaderField("Host", "go.shop.example"), HeaderField("User-Agent", Self.pc)]))
        #expect(
            served.counters.totals == [
                .init(host: "go.shop.example", rule: "sale", outcome: "redirect"): 2,
                .init(host: "go.shop.example", rule: "item", outcome: "open"): 1,
                .init(host: "go.shop.example", rule: "item", outcome: "scan"): 1,
                .init(host: nil, rule: nil, outcome: "missing"): 1,
            ])
        var text = MetricsText()
        served.counters.write(into: &text)
        #expect(text.text.contains(#"waymark_links_total{host="go.shop.example",rule="sale",outcome="redirect"} 2"#))
    }

    @Test("rules beyond the limit of series are counted together")
    func countLimit() {
        let counters = LinkCounters(loops: 1)
        for number in 0..<(MetricsLimits.linkSeriesMax + 10) {
            counters.count(.init(host: "h.example", rule: "r\(number)", outcome: "redirect"), row: 0)
        }
        #expect(counters.totals.count == MetricsLimits.linkSeriesMax + 1)
        #expect(counters.totals[.init(host: "h.example", rule: nil, outcome: "redirect")] == 10)
    }
}
