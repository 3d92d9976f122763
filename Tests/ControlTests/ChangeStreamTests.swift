import CanonicalJSON
import HTTPFetching
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The stream of changes", .scheduled)
struct ChangeStreamTests {
    /// An open stream, and what has arrived.
    private struct Stream {
        /// Heartbeats come every 20 seconds, so that more pieces than this are a stream without the wanted text.
        private static let piecesMax = 12
        private var events: AsyncStream<HTTPFetcher.Event>.Iterator
        private(set) var text = ""
        private(set) var status = 0
        private(set) var hasEnded = false

        init(_ server: LiveServer, _ fields: [String: String]) throws {
            let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
            let request = FetchRequest(
                try FetchOrigin(scheme: "http", host: "127.0.0.1", port: port), method: "GET", target: "/v1/events",
                fields: fields.map { FetchRequest.Field($0.key, $0.value) })
            events = HTTPFetcher().events(request).makeAsyncIterator()
        }

        init(_ server: LiveServer, token: String, after id: String? = nil) throws {
            var fields = ["Authorization": "Bearer \(token)"]
            fields["Last-Event-ID"] = id
            try self.init(server, fields)
        }

        /// Reads until a text has arrived, or the stream has ended.
        mutating func read(until wanted: String) async {
            for _ in 0..<Self.piecesMax where !text.contains(wanted) && !hasEnded {
                switch await events.next() {
                case .head(let status, _): self.status = status
                case .content(let bytes): text += String(decoding: bytes, as: UTF8.self)
                case .end, .failed, nil: hasEnded = true
                }
            }
        }

        /// The id of the last event that has arrived.
        var lastID: String? { text.matches(of: /id: (\d+)/).last.map { String($0.1) } }
    }

    @Test("a viewer gets the changes of its apps as they are committed, and after a break what it missed")
    func life() async throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.makeApp("other")
        let viewer = try server.makeToken("viewer").secret
        var stream = try Stream(server, token: viewer)
        await stream.read(until: "event: ready")
        // Changes that were committed a moment before may follow.
        #expect(stream.status == 200 && stream.text.hasPrefix("event: ready"), "\(stream.text)")
        _ = try server.force("PUT", "/v1/apps/other/draft/settings", "{}")
        _ = try server.send("DELETE", "/v1/apps/shop/draft/rules/item", nil, ["If-Match": "*"])
        await stream.read(until: "rule.delete")
        #expect(stream.text.contains(#""rule":"item""#) && !stream.text.contains("other"), "\(stream.text)")
        let last = try #require(stream.lastID)
        try server.makeApp()
        #expect(try server.publish().status == 201)
        await stream.read(until: "release.publish")
        #expect(stream.text.contains(#""version":1"#))

        var again = try Stream(server, token: viewer, after: last)
        await again.read(until: "event: ready")
        #expect(again.text.contains("release.publish") && !again.text.contains("rule.delete"), "\(again.text)")
        var unknown = try Stream(server, token: viewer, after: "987654321")
        await unknown.read(until: "event: reload")
        #expect(unknown.text.hasPrefix("event: reload"))
    }

    @Test("a stream ends with its token")
    func revocation() async throws {
        let server = try LiveServer()
        let viewer = try server.makeToken("viewer")
        var stream = try Stream(server, token: viewer.secret)
        await stream.read(until: "event: ready")
        #expect(try server.send("DELETE", "/v1/tokens/\(viewer.id)").status == 204)
        await stream.read(until: "no such text")
        #expect(stream.hasEnded && stream.text.contains(": the stream ends"))
    }

    @Test("a session of the console may listen from the console's pages, until it ends")
    func session() async throws {
        let server = try LiveServer()
        let signIn = try server.send(
            "POST", "/console/session", #"{"token":"\#(LiveServer.adminSecret)"}"#, token: nil,
            ["Sec-Fetch-Site": "same-origin"])
        let cookie = String(try #require(signIn["set-cookie"]).prefix { $0 != ";" })
        let fields = ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]
        var stream = try Stream(server, fields)
        await stream.read(until: "event: ready")
        #expect(stream.status == 200)
        var foreign = try Stream(server, ["Cookie": cookie, "Sec-Fetch-Site": "cross-site"])
        await foreign.read(until: "}")
        #expect(foreign.status == 403, "\(foreign.text)")
        #expect(try server.send("DELETE", "/console/session", token: nil, fields).status == 204)
        await stream.read(until: "no such text")
        #expect(stream.hasEnded && stream.text.contains(": the stream ends"))
    }

    @Test("a request without the right to a stream is refused as other requests of the control plane are")
    func refusals() throws {
        let server = try LiveServer(["adminListen": "127.0.0.1:0", "streamsMax": "0"])
        let admin = server.addresses[1]
        func status(_ token: String?, _ method: String = "GET", _ path: String = "/v1/events") throws -> Int {
            try server.send(method, path, token: token, at: admin).status
        }
        #expect(try status(nil) == 401)
        #expect(try status("wmk_not_a_token") == 401)
        #expect(try status(LiveServer.adminSecret, "GET", "/v1/events?ap=x") == 400)
        #expect(try status(LiveServer.adminSecret, "POST") == 405)
        #expect(try status(LiveServer.adminSecret, "GET", "/v1/%65vents") == 404)
        let full = try server.send("GET", "/v1/events", at: admin)
        #expect(full.status == 503 && full.json["type"]?.stringValue?.hasSuffix("busy") == true, "\(full.text)")
        #expect(full["access-control-allow-origin"] == nil && full["cross-origin-resource-policy"] == "same-origin")
        #expect(try server.send("GET", "/v1/events").status == 404, "the public listener has no control plane")
    }

    @Test("HEAD has the fields of a stream and no events, and the request is counted under its endpoint")
    func head() throws {
        let server = try LiveServer()
        let answer = try server.send("HEAD", "/v1/events")
        #expect(answer.status == 200 && answer["content-type"] == "text/event-stream" && answer.content.isEmpty)
        #expect(answer["cache-control"] == "no-store" && answer["x-accel-buffering"] == "no")
        #expect(answer["x-request-id"] != nil && answer["cross-origin-resource-policy"] == "same-origin")
        #expect(answer["access-control-allow-origin"] == nil)
        #expect(try server.send("GET", "/metrics").text.contains(#"route="changes""#))
    }

    @Test("a failing store delays changes, loses none, and is logged once")
    func failure() throws {
        let desk = try Desk()
        desk.makeShop()
        #expect(desk.components.changes.refresh() == nil)
        desk.store.fail { $0.reads = FaultyStore.broken }
        #expect(desk.components.changes.refresh() != nil)
        #expect(desk.components.changes.refresh() == nil, "the same failure is reported once")
        desk.store.fail { $0.reads = nil }
        #expect(desk.components.changes.refresh() == nil)
        desk.store.fail { $0.reads = FaultyStore.broken }
        #expect(desk.components.changes.refresh() != nil)
    }
}
