import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

/// Requests with the console's cookie: each route, kind of cookie, fetch metadata and origin.
@Suite("The console's cookie counts for its own pages only", .scheduled)
struct ConsoleOriginTests {
    private static let host = "localhost:8080"
    private static let sites: [String?] = [nil, "same-origin", "same-site", "cross-site", "none"]
    private static let origins: [String?] = [
        nil, "http://localhost:8080", "http://evil.example", "http://localhost:8081", "null",
    ]

    /// What a request must get: the codes of refusals that a cookie or an origin may cause.
    private static func expected(
        _ route: String, _ rule: String, _ cookie: String, _ site: String?, _ origin: String?
    ) -> String {
        // Sign-in and data plane are tested below; other routes need no token.
        if rule == "public" { return "" }
        if rule.hasPrefix("hidden") { return "not-found" }
        if cookie == "none" { return rule == "optional" ? "" : "unauthorized" }
        let isSafe = route.hasPrefix("GET ")
        let isOwn = site.map { $0 == "same-origin" } ?? (origin == "http://localhost:8080")
        if !isSafe, !isOwn { return "cross-site" }
        // A page elsewhere cannot read answers, and must not keep sessions alive with reads.
        if site == "cross-site" || site == "same-site" { return "cross-site" }
        guard cookie == "live" else { return "session-ended" }
        return route == "POST /v1/sign-in-links" ? "forbidden" : ""
    }

    /// The fields in which a proxy of `signInProxies` names a person: at these routes they mean nothing.
    private static let people = [[], ["Eva"]]

    @Test(
        "each answer follows the table: route × cookie × fetch metadata × origin × field of a proxy", arguments: people)
    func table(_ person: [String]) throws {
        let desk = try Desk(ProxySignInTests.flags)
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps", #"{"app":"hidden"}"#)
        _ = desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
        let live = try #require(desk.cookie)
        let cookies = [
            ("none", "theme=dark"), ("live", "theme=dark; \(live)"), ("wrong", "waymark-8080=\(live.dropFirst(20))"),
        ]
        let refusals: Set<String> = ["unauthorized", "session-ended", "cross-site", "wrong-host", "forbidden"]
        var checked = 0
        for (route, rule) in AccessTableTests.table.sorted(by: { $0.key < $1.key }) {
            // Each of these would make a copy of the database; the others of the control plane stand for them.
            if ["POST /v1/backup"].contains(route) || route.contains(" /console/") { continue }
            let parts = route.split(separator: " ").map(String.init)
            for (name, cookie) in cookies {
                for site in Self.sites {
                    for origin in Self.origins {
                        let fields = IncomingRequest.Fields(
                            host: Self.host, cookie: cookie, origin: origin, fetchSite: site, person: person,
                            personGroups: ["ops"])
                        let (target, body) = AccessTableTests.request(
                            parts[0], parts[1], String(repeating: "0", count: 64))
                        let answer = desk.ask(
                            parts[0], target, body, fields, from: ProxySignInTests.proxy, at: .admin)
                        let code = answer.problem?.code ?? ""
                        let expected = Self.expected(route, rule, name, site, origin)
                        let isRight = expected == "" ? !refusals.contains(code) : code == expected
                        let place = "\(route), cookie \(name), \(site ?? "no site"), \(origin ?? "no origin")"
                        #expect(isRight, "\(place): \(answer.status) \(code), not \(expected)")
                        checked += 1
                    }
                }
            }
        }
        print("counts: \(checked) answers, all as the table says")
        #expect(checked > 3000)
    }

    @Test(
        "a sign-in comes from the console's own page, or from a program that is no browser",
        arguments: [
            ("localhost:8080", nil, nil, ""), ("localhost:8080", "same-origin", "http://localhost:8080", ""),
            ("localhost:8080", nil, "http://localhost:8080", ""), ("localhost:8080", "cross-site", nil, "cross-site"),
            ("localhost:8080", "same-site", "http://localhost:8080", "cross-site"),
            ("localhost:8080", "none", nil, "cross-site"),
            ("localhost:8080", "same-origin", "http://evil.example", "cross-site"),
            ("localhost:8080", nil, "null", "cross-site"), ("localhost:8080", nil, "http://localhost", "cross-site"),
            ("127.0.0.1:8080", nil, "http://localhost:8080", "cross-site"),
            ("console.example", "same-origin", "https://console.example", ""),
            ("console.example:443", nil, "https://console.example", ""),
            ("console.example:8443", nil, "https://console.example:8443", ""),
            ("console.example", nil, "https://console.example:8443", "cross-site"),
            ("console.example", nil, "http://console.example", "not-secure"),
            ("console.example", "same-origin", "http://console.example", "not-secure"),
            ("192.0.2.7:8080", nil, "http://192.0.2.7:8080", "not-secure"),
            ("192.0.2.7:8080", nil, "https://192.0.2.7:8080", ""),
            ("127.0.0.1:8080", "same-origin", "https://console.example", "cross-site"),
            ("evil.example:8080", "same-origin", "http://evil.example:8080", "wrong-host"),
            ("evil.example", nil, nil, "wrong-host"),
        ] as [(String, String?, String?, String)])
    func signIn(_ host: String, _ site: String?, _ origin: String?, _ code: String) throws {
        let desk = try Desk(["consoleHosts": "console.example"])
        let fields = IncomingRequest.Fields(host: host, origin: origin, fetchSite: site)
        let answer = desk.ask("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#, fields)
        #expect((answer.problem?.code ?? "") == code, "\(answer.text)")
        #expect((answer.status == 200) == (code == ""))
        #expect((answer["Set-Cookie"] != nil) == (code == ""))
        guard code != "" else { return }
        #expect(desk.send("GET", "/v1/sessions").json["sessions"]?.arrayValue?.isEmpty == true)
    }

    @Test("on the data plane a cookie means nothing, whatever it is")
    func dataPlane() throws {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("PUT", "/v1/apps/shop/channels/inner", #"{"version":1,"public":false}"#)
        _ = desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
        for cookie in [desk.cookie, "waymark-8080=x", nil] {
            var fields = IncomingRequest.Fields(host: Self.host, cookie: cookie, fetchSite: "same-origin")
            #expect(desk.ask("GET", "/v1/apps/shop/head?channel=inner", nil, fields).status == 404)
            #expect(desk.ask("GET", "/v1/apps/shop/rules", nil, fields).status == 200)
            // With a token the cookie still means nothing, and is no reason to refuse.
            fields.authorization = "Bearer \(Desk.adminSecret)"
            #expect(desk.ask("GET", "/v1/apps/shop/head?channel=inner", nil, fields).status == 200)
        }
    }

    @Test("a token and the console's cookie together are refused, and so is a cookie that comes twice")
    func both() throws {
        let desk = try Desk()
        _ = desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
        let cookie = try #require(desk.cookie)
        var fields = IncomingRequest.Fields(host: Self.host, cookie: cookie, fetchSite: "same-origin")
        #expect(desk.ask("GET", "/v1/whoami", nil, fields).status == 200)
        fields.authorization = "Bearer \(Desk.adminSecret)"
        for path in ["/v1/whoami", "/metrics", "/console/session"] {
            #expect(desk.ask("GET", path, nil, fields).status == 400, "\(path)")
        }
        fields.cookie = "other=1"
        #expect(desk.ask("GET", "/v1/whoami", nil, fields).status == 200)
        fields.authorization = nil
        fields.cookie = "\(cookie); \(cookie)"
        #expect(desk.ask("GET", "/v1/whoami", nil, fields).status == 400)
    }

    @Test("a cookie counts under the host that it was made for, and nowhere else")
    func hosts() throws {
        let desk = try Desk(["consoleHosts": "console.example"])
        _ = desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
        let value = try #require(desk.cookie?.split(separator: "=", maxSplits: 1).last)
        func status(_ host: String?, _ name: String) -> Int {
            let fields = IncomingRequest.Fields(host: host, cookie: "\(name)=\(value)", fetchSite: "same-origin")
            return desk.ask("GET", "/v1/whoami", nil, fields).status
        }
        #expect(status("localhost:8080", "waymark-8080") == 200)
        #expect(status("localhost:8081", "waymark-8080") == 401)
        #expect(status("localhost:8080", "__Host-waymark") == 401)
        #expect(status("console.example", "waymark-8080") == 401)
        // Under an accepted name over https the cookie has the other name; both stand for the session.
        #expect(status("console.example", "__Host-waymark") == 200)
        #expect(status("evil.example", "__Host-waymark") == 421)
        #expect(status(nil, "waymark-8080") == 401)
    }

    @Test("the public listener beside an admin listener has no sign-in")
    func publicListener() throws {
        let desk = try Desk(["adminListen": "127.0.0.1:0"])
        let body = #"{"token":"\#(Desk.adminSecret)"}"#
        let fields = IncomingRequest.Fields(host: Self.host, fetchSite: "same-origin")
        #expect(desk.ask("POST", "/console/session", body, fields, at: .publicOnly).status == 404)
        #expect(desk.ask("GET", "/v1/sessions", nil, fields, at: .publicOnly).status == 404)
        #expect(desk.ask("POST", "/console/session", body, fields, at: .admin).status == 200)
    }
}
