import CanonicalJSON
import HTTPFetching
import HTTPWire
import RouteModel
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Request ids and the log lines of requests", .scheduled)
struct RequestNameTests {
    @Test("a new request id is a UUID of version 7 that begins with the time, and ids are unique")
    func fresh() throws {
        let now = Instant(milliseconds: 0x0190_1234_5678)
        let ids = (0..<1000).map { _ in RequestID.make(at: now).text }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(id.wholeMatch(of: /01901234-5678-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
        }
        #expect(try #require(RequestID(ids[0])).uri == "urn:uuid:\(ids[0])")
    }

    @Test(
        "a proxy's request id is accepted if it has 1 to 64 allowed characters and is no token",
        arguments: [
            ("3f2a", true), ("1-5759e988-bd862e3fe1be46a994272793", true), (String(repeating: "a", count: 64), true),
            ("", false), (String(repeating: "a", count: 65), false), ("a b", false), ("a\"b", false), ("a\n", false),
            ("é", false), ("a,b", false), ("wmk_abcdefgh", false), ("<a>", false),
        ])
    func given(_ text: String, _ isAccepted: Bool) {
        #expect((RequestID(text) != nil) == isAccepted)
        if let id = RequestID(text) { #expect(id.uri == "urn:waymark:request:\(text)") }
    }

    /// The one log line with a request id; it is written after the answer was sent.
    private func line(_ server: LiveServer, _ id: String) throws -> JSONValue {
        #expect(eventually { server.log.contains(id) })
        let lines = server.log.split(separator: "\n").filter { $0.contains(id) }
        #expect(lines.count == 1)
        return try JSONValue(parsing: Array(try #require(lines.first).utf8))
    }

    @Test("each answer of the control plane has a request id; the log line with it has caller, route, time and size")
    func control() throws {
        let server = try LiveServer()
        let trace = ["traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "X-Request-Id": "mine"]
        let made = try server.send("POST", "/v1/apps", #"{"app":"shop"}"#, trace)
        #expect(made.status == 201)
        let id = try #require(made["x-request-id"])
        #expect(id != "mine", "a request id from an untrusted peer is not used")
        let line = try line(server, id)
        #expect(line["event"] == "request" && line["route"] == "createApp" && line["status"] == 201)
        #expect(line["by"]?.stringValue?.isEmpty == false && line["from"] == "127.0.0.1")
        #expect(line["bytes"] == .integer(Int64(made.content.count)))
        #expect(line["trace"] == "4bf92f3577b34da6a3ce929d0e0e4736" && line["parent"] == "00f067aa0ba902b7")
        #expect(line["ms"] != nil && line["problem"] == nil)
    }

    @Test("a refusal has its request id in the document, too; cacheable answers have none")
    func refusals() throws {
        let server = try LiveServer()
        let refused = try server.send("GET", "/v1/apps/shop", token: nil)
        let id = try #require(refused["x-request-id"])
        #expect(refused.json["instance"] == .string("urn:uuid:\(id)"))
        let line = try line(server, id)
        #expect(line["level"] == "warning" && line["problem"] == "unauthorized" && line["app"] == "shop")
        #expect(line["by"] == nil && line["trace"] == nil)
        try server.makeApp()
        try server.publish()
        #expect(try server.send("GET", "/v1/apps/shop/rules", token: nil)["x-request-id"] == nil)
        #expect(try server.send("GET", "/v1/apps/shop/rules?format=cnrouter", token: nil)["x-request-id"] == nil)
    }

    @Test("the request id of a trusted proxy is used, only once")
    func proxied() throws {
        let server = try LiveServer(["trustedProxies": "127.0.0.1"])
        let named = try server.send("GET", "/v1/apps", nil, ["X-Request-Id": "edge-7"])
        #expect(named["x-request-id"] == "edge-7")
        #expect(try line(server, "\"edge-7\"")["route"] == "listApps")
        let missing = try server.send("GET", "/v1/none", nil, ["X-Request-Id": "edge-8"])
        #expect(missing.json["instance"] == "urn:waymark:request:edge-8")
        let bad = try server.send("GET", "/v1/apps", nil, ["X-Request-Id": "wmk_abcdefghijkl"])
        #expect(bad["x-request-id"]?.hasPrefix("wmk") == false)
    }

    @Test("the log of a 5xx has the cause and a hint; the log of a failed readiness names the check")
    func failures() throws {
        let desk = try Desk()
        desk.store.fail { $0.writes = FaultyStore.broken }
        let authorization = HeaderField("Authorization", "Bearer \(Desk.adminSecret)")
        let json = HeaderField("Content-Type", "application/json")
        let failed = desk.perform(
            Request(
                method: "POST", path: "/v1/apps", fields: [authorization, json], body: Array(#"{"app":"a"}"#.utf8),
                peer: "192.0.2.1"))
        #expect(failed.status == 503)
        #expect(desk.lines.text.contains("The disk does not answer. Look at it."), "\(desk.lines.text)")
        #expect(failed.remark?.principal != nil && failed.remark?.requestID != nil)
        desk.components.readiness.tryWriting()
        desk.components.readiness.report()
        #expect(desk.lines.text.contains("changes are refused, clients are served"))
        #expect(desk.lines.text.contains(#""database":{"detail":"#))
    }

    @Test("a token is never in the log, whichever part of a request has it")
    func secrets() throws {
        let server = try LiveServer()
        let secret = "wmk_" + String(repeating: "Q", count: 43)
        _ = try server.send("DELETE", "/v1/tokens/\(secret)")
        _ = try server.send("GET", "/v1/apps/\(secret)", token: secret)
        // Lines are written after the answers were sent.
        #expect(eventually { server.log.split(separator: "wmk_").count > 2 }, "\(server.log)")
        #expect(!server.log.contains("QQQQ"), "\(server.log)")
    }
}
