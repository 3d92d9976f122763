import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import ServerFixtures

@Suite("The answer about an app that is not here", .scheduled)
struct UnknownAppTests {
    /// The parts of an answer that do not differ between two requests.
    private func steady(_ answer: FetchResponse) throws -> [String: String] {
        let id = try #require(answer["x-request-id"])
        var parts = answer.fields.reduce(into: ["status": "\(answer.status)"]) { $0[$1.name.lowercased()] = $1.value }
        parts["x-request-id"] = nil
        parts["date"] = nil
        parts["body"] = answer.text.replacing(id, with: "ID")
        #expect(parts["body"]?.contains("urn:uuid:ID") == true, "\(answer.text)")
        return parts
    }

    @Test(
        "is the same from a loop and from a worker", arguments: ["head", "rules"],
        ["none", "a", "0-9._z", "private", String(repeating: "n", count: 200)])
    func equal(path: String, app: String) throws {
        let server = try LiveServer()
        try server.makeApp("private")
        let target = "/v1/apps/\(app)/\(path)"
        let fromLoop = try server.send("GET", target, token: nil)
        // A parameter that the endpoint does not have is ignored, and read by a worker.
        let fromWorker = try server.send("GET", "\(target)?from=mail", token: nil)
        #expect(fromLoop.status == 404)
        #expect(try steady(fromLoop) == steady(fromWorker))
        let again = try server.send("GET", target, token: nil)
        #expect(again["x-request-id"] != fromLoop["x-request-id"])
        let head = try server.send("HEAD", target, token: nil)
        #expect(head.status == 404 && head["content-length"] == fromLoop["content-length"] && head.text.isEmpty)
    }

    @Test("names that need decoding, tokens and other paths are read by workers as before")
    func others() throws {
        let server = try LiveServer()
        for (target, detail) in [
            ("/v1/apps/n%C3%B6/head", "an app nö,"), ("/v1/apps/A/head", "an app A,"),
            ("/v1/apps/a%22b/head", "an app a\\\"b,"),
            ("/v1/apps/none/heads", "there is nothing at"), ("/v1/apps/none/head/", "there is nothing at"),
        ] {
            let answer = try server.send("GET", target, token: nil)
            #expect(answer.status == 404 && answer.text.contains(detail), "\(target): \(answer.text)")
        }
        let known = try server.send("GET", "/v1/apps/none/head")
        #expect(known.status == 404 && known.text.contains("there is no app none"), "\(known.text)")
        #expect(try server.send("GET", "/v1/apps/none/head", token: "wmk_wrong_0123456789012345").status == 401)
        let metrics = try server.send("GET", "/metrics").text
        #expect(metrics.contains(#"waymark_http_requests_total{route="head",status="404"}"#), "\(metrics)")
    }

    @Test("a trusted proxy's request id is in it")
    func proxy() throws {
        let server = try LiveServer(["trustedProxies": "127.0.0.1"])
        let answer = try server.send("GET", "/v1/apps/none/head", token: nil, ["X-Request-Id": "abc-1"])
        #expect(answer["x-request-id"] == "abc-1")
        #expect(try server.send("GET", "/v1/apps/none/head", token: nil)["x-request-id"]?.count == 36)
    }
}
