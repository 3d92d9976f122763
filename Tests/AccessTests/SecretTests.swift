import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Secrets are not disclosed", .scheduled, .serialized)
struct SecretTests {
    @Test("after many wrong requests no secret is in the log, an answer, a file of the server or a backup")
    func session() throws {
        let folder = try TemporaryDirectory()
        let server = try LiveServer(["logLevel": "debug", "failedAttemptsPerMinute": "100"], folder: folder)
        try server.makeApp()
        try server.publish()
        let made = try ["viewer", "editor", "admin"].map { try server.makeToken($0) }
        let revoked = try server.makeToken("editor")
        _ = try server.send("DELETE", "/v1/tokens/\(revoked.id)")
        let key = ["Idempotency-Key": "k"]
        let kept = try server.send("POST", "/v1/tokens", #"{"name":"kept","role":"viewer"}"#, key).json
        let secrets = made.map(\.secret) + [revoked.secret, kept["token"]?.stringValue ?? "", LiveServer.adminSecret]
        #expect(Set(secrets).count == 6 && secrets.allSatisfy { $0.count > 20 })
        var answers: [FetchResponse] = []
        for secret in secrets {
            for token in [secret, secret + "x", "Basic \(secret)"] {
                answers.append(try server.send("GET", "/v1/whoami", token: token))
                answers.append(try server.send("PUT", "/v1/apps/shop/draft", "{", token: token))
            }
            // Sends the secret in the place of an id or a name in a path.
            for path in ["tokens", "apps", secret, "apps/shop/draft/rules", "apps/shop/channels", "apps/shop/releases"]
            {
                answers.append(try server.force("DELETE", "/v1/\(path)/\(secret)"))
                answers.append(try server.send("GET", "/v1/\(path)/\(secret)"))
            }
            answers.append(try server.send("GET", "/v1/apps?token=\(secret)"))
            answers.append(try server.send("GET", "/v1/apps/shop/rules?channel=\(secret)", token: nil))
            answers.append(try server.send("GET", "/v1/apps/shop/head?access_token=\(secret)", token: nil))
        }
        answers.append(try server.send("POST", "/v1/tokens", #"{"name":"kept","role":"viewer"}"#, key))
        for path in ["/v1/tokens", "/v1/audit?limit=1000", "/metrics", "/openapi.json", "/readyz"] {
            answers.append(try server.send("GET", path))
        }
        let backup = try server.send("POST", "/v1/backup")
        #expect(backup.status == 200 && backup.content.count > 4096)
        for secret in secrets {
            #expect(!server.log.contains(secret), "a secret is in the log")
            for answer in answers { #expect(!answer.text.contains(secret), "\(answer.status): \(answer.text)") }
            let needle = Data(secret.utf8)
            #expect(Data(backup.content).range(of: needle) == nil, "a secret is in the backup")
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let content = try Data(contentsOf: folder.url.appendingPathComponent(name))
                #expect(content.range(of: needle) == nil, "a secret is in \(name)")
            }
        }
        print(
            "counts: \(secrets.count) secrets looked for in \(answers.count) answers, the log, the files and a backup")
    }

    @Test(
        "a token is shortened at any place in a text",
        arguments: [
            ("no wmk here", "no wmk here"), ("wmk_abc-DEF_1", "wmk_…"), ("a wmk_x, wmk_y.", "a wmk_…, wmk_…."),
            ("/v1/tokens/wmk_abc?x=wmk_", "/v1/tokens/wmk_…?x=wmk_"), ("send wmk_…", "send wmk_…"),
        ])
    func hiding(text: String, hidden: String) { #expect(TokenRedaction.redacted(text) == hidden) }
}

@Suite("Limits on wrong tokens", .scheduled)
struct GuessingTests {
    @Test("a source with too many wrong tokens gets 429; other sources and tokens made by the server are accepted")
    func slowed() throws {
        let desk = try Desk(["failedAttemptsPerMinute": "5"])
        let own = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer"}"#).json["token"]?.stringValue
        func status(_ token: String?, from address: String) -> Int {
            desk.send("GET", "/v1/whoami", token: token, from: address).status
        }
        let guesses = (0..<8).map { status("guess-number-\($0)", from: "198.51.100.7") }
        #expect(guesses == [401, 401, 401, 401, 401, 429, 429, 429])
        // A correct chosen token is refused now. A token made by the server and other sources are still accepted.
        #expect(status(Desk.adminSecret, from: "198.51.100.7") == 429)
        #expect(status(own, from: "198.51.100.7") == 200)
        #expect(status(Desk.adminSecret, from: "198.51.100.8") == 200)
        let refused = desk.send("GET", "/v1/whoami", token: "again-and-again", from: "198.51.100.7")
        #expect(refused["Retry-After"] == "60", "\(refused.fields)")
        desk.now += 59_000
        #expect(status(Desk.adminSecret, from: "198.51.100.7") == 429)
        desk.now += 1000
        #expect(status(Desk.adminSecret, from: "198.51.100.7") == 200)
        // The token was accepted from this source, so wrong tokens from the same source no longer block it.
        for number in 0..<8 { _ = status("guess-number-\(number)", from: "198.51.100.7") }
        #expect(status(Desk.adminSecret, from: "198.51.100.7") == 200)
    }

    @Test("an IPv6 /64 network is one source")
    func sources() throws {
        let desk = try Desk(["failedAttemptsPerMinute": "5"])
        for number in 0..<5 {
            _ = desk.send("GET", "/v1/whoami", token: "guess-number-\(number)", from: "2001:db8::\(number + 1)")
        }
        #expect(desk.send("GET", "/v1/whoami", token: "guess-number-9", from: "2001:db8::99").status == 429)
        #expect(desk.send("GET", "/v1/whoami", token: "guess-number-9", from: "2001:db8:0:1::1").status == 401)
    }
}
