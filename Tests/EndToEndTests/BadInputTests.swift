import CanonicalJSON
import Foundation
import TestSupport
import Testing

@Suite("Bad input gets a located answer and changes nothing", .scheduled, .serialized)
struct BadInputTests {
    /// Method, path, body, the expected status and a word that the answer must contain.
    static let rejected: [(String, String, String, Int, String)] = [
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"to":{"screen":"A"}"#, 400, "line"),
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"to":{"screen":"A"},"to":{}}"#, 400, "column"),
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"tO":{"screen":"A"}}"#, 422, "to"),
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":["/a/(x"],"to":{"screen":"A"}}"#, 422, "/match/0"),
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":["/blog*"],"to":{"screen":"A"}}"#, 422, "hint"),
        ("POST", "/v1/apps/shop/draft/rules", #"{"match":[],"to":{"screen":"A"}}"#, 422, "/match"),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"to":{"redirect":"https://evil.example/"}}"#, 422,
            "destination-not-allowed"
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"to":{"redirect":"https://shop.example/{id}"}}"#,
            422, "unbound-variable"
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"when":{"appVersion":"five"},"to":{"screen":"A"}}"#,
            422, "/when/appVersion"
        ),
        (
            "POST", "/v1/apps/shop/draft/rules", #"{"match":["/a"],"to":{"screen":"A"},"priority":1.5}"#, 422,
            "/priority"
        ),
        ("PUT", "/v1/apps/shop/draft/settings", #"{"origins":["shop"]}"#, 422, "/origins/0"),
        ("PUT", "/v1/apps/shop/draft", #"{"settings":{},"rules":[{"match":["/a"],"to":{}}]}"#, 422, "/rules/0/to"),
        ("POST", "/v1/apps", #"{"app":"Not An Id"}"#, 422, "/app"),
        ("POST", "/v1/apps/shop/releases", "[]", 422, "object"),
        ("GET", "/v1/apps/nothing/draft", "", 404, "nothing"),
        ("PATCH", "/v1/apps/shop/draft", "{}", 405, "Allow"),
    ]

    @Test("A list written in several lines is one list (RFC 9110 section 5.3)")
    func repeatedLines() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop"}"#).status == 201)
        #expect(try server.admin("POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 201)
        let tag = try #require(try server.send("GET", "/v1/apps/shop/rules").headers["etag"])
        for tags in [["\"x\"", tag], [tag, "\"x\""], ["\"x\", \(tag)"]] {
            let lines = tags.map { "If-None-Match: \($0)" }
            #expect(try server.send("GET", "/v1/apps/shop/rules", headers: lines).status == 304, "\(tags)")
        }
        let codings = ["Accept-Encoding: br", "Accept-Encoding: gzip"]
        #expect(try server.send("GET", "/v1/apps/shop/rules", headers: codings).headers["content-encoding"] == "gzip")
        let revision = try #require(try server.admin("GET", "/v1/apps/shop/draft").headers["etag"])
        let revisions = ["If-Match: \"r99\"", "If-Match: \(revision)"]
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/settings", "{}", headers: revisions).status == 200)
        #expect(server.stop() == 0)
    }

    @Test("every kind of bad input is answered by a problem document, and the revision stays")
    func badInput() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop"}"#).status == 201)
        let settings = #"{"origins":["https://shop.example"],"destinations":["https://shop.example"]}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/settings", settings).status == 200)
        let before = try server.admin("GET", "/v1/apps/shop/draft").text
        for (method, path, body, status, word) in Self.rejected {
            let answer = try server.admin(method, path, body.isEmpty ? nil : body)
            #expect(answer.status == status, "\(method) \(path) \(body): \(answer.status) \(answer.text)")
            #expect(answer.headers["content-type"] == "application/problem+json", "\(method) \(path) \(body)")
            let said = answer.text + answer.headers.keys.joined(separator: " ").uppercased()
            #expect(said.lowercased().contains(word.lowercased()), "\(method) \(path) \(body): \(answer.text)")
            #expect(answer.json["status"] == .integer(Int64(status)))
        }
        #expect(try server.admin("GET", "/v1/apps/shop/draft").text == before, "a 4xx changes nothing")
    }

    @Test("a write without If-Match is 428, with a stale one 412 and the current revision")
    func preconditions() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop"}"#).status == 201)
        let draft = try server.admin("GET", "/v1/apps/shop/draft")
        let tag = try #require(draft.headers["etag"])
        #expect(tag.hasPrefix(#""r"#))
        let settings = #"{"origins":["https://shop.example"]}"#
        let path = "/v1/apps/shop/draft/settings"
        #expect(try server.admin("PUT", path, settings, headers: []).status == 428)
        #expect(try server.admin("PUT", path, settings, headers: ["If-Match: \(tag)"]).status == 200)
        let stale = try server.admin("PUT", path, settings, headers: ["If-Match: \(tag)"])
        #expect(stale.status == 412)
        #expect(stale.headers["content-type"] == "application/problem+json")
        let now = try #require(try server.admin("GET", "/v1/apps/shop/draft").headers["etag"])
        #expect(stale.headers["etag"] == now || stale.text.contains(now.dropFirst().dropLast()))
    }

    @Test("each role may do what the table allows, and a request without a token gets 401")
    func roles() throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"shop"}"#).status == 201)
        #expect(try server.admin("POST", "/v1/apps", #"{"app":"other"}"#).status == 201)
        func token(_ role: String) throws -> String {
            let made = try server.admin("POST", "/v1/tokens", #"{"name":"\#(role)","role":"\#(role)","apps":["shop"]}"#)
            #expect(made.status == 201)
            return try #require(made.json["token"]?.stringValue)
        }
        let viewer = try token("viewer")
        let editor = try token("editor")
        let rule = #"{"match":["https://shop.example/a"],"to":{"screen":"A"}}"#
        let rules = "/v1/apps/shop/draft/rules"
        #expect(try server.send("GET", rules, token: viewer).status == 200)
        #expect(try server.send("POST", rules, json: rule, token: viewer).status == 403)
        #expect(try server.send("POST", rules, json: rule, token: editor).status == 201)
        #expect(try server.send("POST", rules, json: rule).status == 401)
        #expect(try server.send("GET", "/v1/apps/other/draft/rules", token: editor).status >= 403)
        let publish = try server.send(
            "POST", "/v1/apps/shop/releases", headers: ["If-Match: *"],
            json: #"{"message":"m","channel":"production"}"#, token: editor)
        #expect(publish.status == 403)
        let audit = try server.admin("GET", "/v1/audit")
        #expect(audit.status == 200)
        #expect((audit.json["audit"]?.arrayValue?.count ?? 0) >= 5)
        for secret in [viewer, editor, server.token] {
            #expect(!audit.text.contains(secret) && !server.log.contains(secret), "a token is a secret")
        }
    }
}
