import CanonicalJSON
import HTTPFetching
import HTTPWire
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Requests with a body are refused when their head is complete", .scheduled)
struct AdmissionTests {
    /// The status of the loop's answer to a head; nil if the request goes to a worker.
    private func status(
        _ desk: Desk, _ method: String, _ path: String, token: String?, fields: [String] = ["Content-Length: 60000000"]
    ) -> Int? {
        let authorization = token.map { ["Authorization: Bearer \($0)"] } ?? []
        let lines = ["\(method) \(path) HTTP/1.1", "Host: h"] + fields + authorization
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8).withRegion { region in
            var parser = RequestParser()
            guard case .complete = parser.parse(region, from: 0) else { return 0 }
            return parser.withView(of: region, peer: .none, listener: 0, loop: 0) { view in
                guard case .answer(let response) = desk.components.handler.decide(view) else { return nil }
                return response.status
            }
        }
    }

    private func makeToken(_ desk: Desk, _ role: String, apps: String = #""all""#) -> String? {
        desk.send("POST", "/v1/tokens", #"{"name":"\#(role) \#(apps.count)","role":"\#(role)","apps":\#(apps)}"#).json[
            "token"]?.stringValue
    }

    @Test("a token's role and app are checked before the body is read")
    func role() throws {
        let desk = try Desk(["failedAttemptsPerMinute": "100"])
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        let (viewer, editor) = (makeToken(desk, "viewer"), makeToken(desk, "editor", apps: #"["shop"]"#))
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: viewer) == 403)
        #expect(status(desk, "PUT", "/v1/apps/other/draft", token: editor) == 403)
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: editor) == nil)
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: nil) == 401)
        #expect(status(desk, "POST", "/v1/tokens", token: viewer, fields: ["Transfer-Encoding: chunked"]) == 403)
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: "wmk_wrong_wrong") == 401)
        let waiting = ["Content-Length: 9", "Expect: 100-continue"]
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: viewer, fields: waiting) == 403)
        #expect(status(desk, "PUT", "/v1/apps/shop/draft", token: editor, fields: waiting) == nil)
        // Requests that need no token, or have no body, go to a worker.
        #expect(status(desk, "POST", "/v1/apps/shop/resolve", token: nil, fields: ["Content-Length: 9"]) == nil)
        #expect(status(desk, "DELETE", "/v1/apps/shop/draft/rules/a", token: viewer, fields: []) == nil)
    }

    @Test(
        "a body for which there is no endpoint is not read",
        arguments: ["Content-Length: 60000", "Transfer-Encoding: chunked"])
    func noEndpoint(framing: String) throws {
        let desk = try Desk()
        let fields = [framing]
        #expect(status(desk, "POST", "/nothing", token: nil, fields: fields) == 404)
        #expect(status(desk, "PUT", "/v1/apps/shop/%zz", token: nil, fields: fields) == 404)
        #expect(status(desk, "PUT", "/v1/apps/shop/resolve", token: nil, fields: fields) == 405)
        #expect(status(desk, "DELETE", "/v1/apps/shop/rules", token: nil, fields: fields) == 405)
        #expect(status(desk, "OPTIONS", "/v1/apps/shop/rules", token: nil, fields: fields) == 204)
    }

    @Test("a wrong token of a PUT counts once")
    func once() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "4"])
        let statuses = try (0..<5).map { _ in
            try server.send("PUT", "/v1/apps/shop/draft", "{}", token: "wmk_wrong_wrong").status
        }
        #expect(statuses == [401, 401, 401, 401, 429])
    }
}
