import HTTPFetching
import HTTPWire
import LinkAnswers
import LinkServing
import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The listener of links", .scheduled)
struct LinkListenerTests {
    private func sites(_ desk: Desk) throws -> LinkSites {
        let body = try ReleaseBody.decode(desk.send("GET", "/v1/apps/shop/rules", token: nil).bytes)
        let bytes = try CompiledIndex.compile(body, digest: (0..<32).map { UInt8($0) })
        let index = try CompiledIndex(IndexBytes(bytes))
        var values = SurfaceSettings()
        values.apple = ["ABCDE12345.example.shop"]
        return LinkSites(
            owners: ["shop.example": "shop"],
            releases: ["shop": LinkRelease(index: index, links: LinkSettings(surfaces: ["shop.example": values]))])
    }

    @Test("it answers for hosts of links, and nothing of the API")
    func separate() throws {
        let live = try LiveServer(["linkListen": "127.0.0.1:0"])
        #expect(live.addresses.count == 2 && live.log.contains("(links)"))
        for path in ["/", "/v1/apps", "/healthz", "/metrics", "/console/", "/openapi.json"] {
            let answer = try live.send("GET", path, at: live.addresses[1])
            #expect(answer.status == 404 && answer.text.contains("There is nothing at this address"), "\(path)")
        }
        #expect(try live.send("POST", "/v1/apps", #"{"app":"x"}"#, at: live.addresses[1]).status == 405)
        #expect(try live.send("GET", "/healthz").status == 200)
    }

    @Test("a page with a code comes from a worker, at the host of links and nowhere else")
    func worker() throws {
        let desk = try Desk()
        desk.makeShop()
        desk.components.links.replace(try sites(desk))
        func ask(_ host: String) -> Response {
            desk.perform(
                Request(
                    method: "GET", path: "/item/1",
                    fields: [HeaderField("Host", host), HeaderField("User-Agent", "Mozilla/5.0 (X11; Linux x86_64)")]))
        }
        #expect(ask("shop.example").fields.contains(HeaderField("Content-Type", "text/html; charset=utf-8")))
        #expect(ask("api.example").status == 404)
        #expect(!ask("api.example").fields.contains(HeaderField("Content-Type", "text/html; charset=utf-8")))
        let text = desk.send("GET", "/metrics").text
        #expect(text.contains(#"waymark_links_total{host="shop.example",rule="item",outcome="scan"} 1"#))
    }

    @Test("its requests never reach the control plane")
    func withoutControl() throws {
        let desk = try Desk()
        let fields = IncomingRequest.Fields(authorization: "Bearer \(Desk.adminSecret)")
        #expect(desk.ask("GET", "/v1/apps", nil, fields, at: .admin).status == 200)
        for path in ["/v1/apps", "/v1/whoami", "/metrics", "/healthz", "/console/"] {
            #expect(desk.ask("GET", path, nil, fields, at: .links).status == 404, "\(path)")
        }
    }
}
