import Digests
import HTTPServing
import HTTPWire
import LinkAnswers
import LinkServing
import RouteDocuments
import RouteIndex
import RouteModel
import ServerMetrics
import SystemIO

/// `serve-links`: links on event loops without a store, for measurements and for pictures of their pages.
///
/// Rules `/r0/:id` and on lead to the web, `/item/:id` leads to a screen. The links are those of a host with a name, as real ones
/// are; 127.0.0.1 is its second host, so that a client of this machine reaches it.
enum LinkServer {
    static func serve(_ options: [String: String]) throws -> Int32 {
        guard let text = options["listen"], let address = SocketAddress(text) else {
            return BenchCommand.fail("waymark-bench: --listen needs HOST:PORT\n")
        }
        let signals = try Signals()
        var configuration = ServingConfiguration(
            listeners: [.init(.port(address), number: 0)], loops: options["loops"].flatMap { Int($0) } ?? 1, workers: 1)
        configuration.limits.connectionsPerAddressMax = configuration.limits.connectionsMax
        let links = LoopLinks(loops: configuration.loops, counters: LinkCounters(loops: configuration.loops)) {
            Instant(milliseconds: WallClock.milliseconds)
        }
        links.replace(try sites(rules: options["rules"].flatMap { Int($0) } ?? 10, hasWeb: options["web"] != "no"))
        let server = try HTTPServer(configuration, handler: LinkHandler(links: links))
        try server.start()
        for (address, _) in server.addresses {
            try Files.writeAll(Files.standardError, Array("listening on http://\(address)\n".utf8))
        }
        while try signals.next() != .stop {}
        server.drain(milliseconds: 5_000)
        return 0
    }

    /// The path of a rule's link.
    static func path(_ rule: Int) -> String { "/r\(rule)/42" }

    private static func sites(rules: Int, hasWeb: Bool) throws -> LinkSites {
        let list = (0..<rules).map {
            #"{"id":"r\#($0)","match":["/r\#($0)/:id"],"to":{"redirect":"https://www.shop.example/r\#($0)/{id}"}}"#
        }
        let text = """
            {"settings":{"origins":["https://go.shop.example"],"destinations":["https://www.shop.example"]},
            "rules":[{"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"gone","match":["/gone"],"to":{"block":"over"}},\(list.joined(separator: ","))]}
            """
        guard let draft = DraftDecoder.draft(Array(text.utf8)).value else { throw BenchError("the rules are wrong") }
        let body = try ReleaseBody.freeze(draft: draft, app: "shop", version: 1, publishedAt: EngineSubject.now)
        let file = try CompiledIndex.compile(body, digest: SHA256.hash(body.canonicalBytes))
        var values = SurfaceSettings()
        values.colour = "#0b7a53"
        values.apple = ["ABCDE12345.example.shop"]
        values.android = [.init(package: "example.shop", fingerprints: [])]
        values.harmony = ["5765880207854000000"]
        values.stores = [
            .ios: "https://apps.apple.com/app/id1234567890",
            .android: "https://play.google.com/store/apps/details?id=example.shop",
            .harmony: "https://appgallery.huawei.com/app/C1",
        ]
        values.web = hasWeb ? "https://www.shop.example" : nil
        values.secondHost = "127.0.0.1"
        return LinkSites(
            owners: ["go.shop.example": "shop", "127.0.0.1": "shop"],
            releases: [
                "shop": LinkRelease(
                    index: try CompiledIndex(IndexBytes(file)),
                    links: LinkSettings(surfaces: ["go.shop.example": values], page: LinkPage(title: "Shop")))
            ])
    }
}

/// Answers links alone.
private struct LinkHandler: HTTPHandler {
    let links: LoopLinks

    func decide(_ request: borrowing RequestView) -> Decision { links.decide(request) }

    func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void) {
        reply(links.answer(request) ?? Response(404, []))
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        PreparedResponse(
            refusal.status, [HeaderField("Content-Type", "text/plain")], body: SharedBytes(Array(refusal.detail.utf8)))
    }
}
