import CanonicalJSON
import HTTPFetching
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerMetrics

@Suite("What /metrics tells, and to whom", .scheduled)
struct MetricsAudienceTests {
    /// A server with a public app `shop`, which has a private channel, and a private app `secret`.
    private func make(_ flags: [String: String] = [:]) throws -> LiveServer {
        let server = try LiveServer(flags)
        try server.makeApp()
        try server.publish()
        try server.makeApp("secret")
        for app in ["shop", "secret"] {
            let body = #"{"message":"m","channel":"hush","createChannel":true,"public":false}"#
            #expect(try server.force("POST", "/v1/apps/\(app)/releases", body).status == 201)
            #expect(try server.send("GET", "/v1/apps/\(app)/head?channel=hush").status == 200)
            #expect(try server.send("GET", "/v1/apps/\(app)/rules?channel=hush").status == 200)
        }
        #expect(try server.send("GET", "/v1/apps/shop/rules", token: nil).status == 200)
        #expect(try server.send("GET", "/v1/apps/shop/releases/2/rules").status == 200)
        return server
    }

    private func series(_ server: LiveServer, token: String?, at address: String? = nil) throws -> [Substring] {
        let answer = try server.send("GET", "/metrics", token: token, at: address)
        #expect(answer.status == 200)
        return answer.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    private func apps(_ lines: [Substring]) -> Int? {
        lines.first { $0.hasPrefix("waymark_apps ") }.flatMap { Int($0.dropFirst("waymark_apps ".count)) }
    }

    @Test("without a token it tells nothing about private apps, channels and releases")
    func stranger() throws {
        let lines = try series(make(), token: nil)
        let named = lines.filter { $0.contains("app=") }
        #expect(named.contains { $0.hasPrefix("waymark_channel_version{app=\"shop\",channel=\"production\"}") })
        #expect(named.contains { $0.contains("channel=\"production\",version=\"1\",kind=\"body\"} 1") })
        #expect(
            named.allSatisfy { $0.contains("app=\"shop\"") && !$0.contains("hush") && !$0.contains("version=\"2\"") })
        #expect(apps(lines) == 1)
        #expect(lines.contains { $0.hasPrefix("waymark_http_requests_total") })
    }

    @Test("a token adds the apps that it is valid for; one that is not valid gets 401")
    func tokens() throws {
        let server = try make()
        for (scope, count, other) in [(#""all""#, 2, true), (#"["secret"]"#, 2, false), (#"["none"]"#, 1, false)] {
            let token = try server.makeToken("viewer", apps: scope).secret
            if scope == #"["none"]"# { _ = try server.force("DELETE", "/v1/apps/none") }
            let lines = try series(server, token: token)
            #expect(apps(lines) == count, "\(scope)")
            let hasSecret = lines.contains { $0.hasPrefix("waymark_channel_version{app=\"secret\",channel=\"hush\"}") }
            #expect(hasSecret == (count == 2), "\(scope)")
            #expect(lines.contains { $0.contains("app=\"shop\",channel=\"hush\"") } == other, "\(scope)")
        }
        #expect(try server.send("GET", "/metrics", token: "wmk_wrong_0123456789").status == 401)
    }

    @Test("on a listener for administrators it tells everything without a token, and the public one does not have it")
    func adminListener() throws {
        let server = try LiveServer(["adminListen": "127.0.0.1:0"])
        let admin = server.addresses[1]
        #expect(try server.send("POST", "/v1/apps", #"{"app":"secret"}"#, at: admin).status == 201)
        let body = #"{"message":"m","channel":"hush","createChannel":true,"public":false}"#
        #expect(
            try server.send("POST", "/v1/apps/secret/releases", body, ["If-Match": "*"], at: admin).status == 201)
        let lines = try series(server, token: nil, at: admin)
        #expect(apps(lines) == 1 && lines.contains { $0.contains("app=\"secret\",channel=\"hush\"") })
        for token in [nil, LiveServer.adminSecret] {
            #expect(try server.send("GET", "/metrics", token: token).status == 404)
        }
    }
}
