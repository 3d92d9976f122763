import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import AccessControl
@testable import ControlPlane
@testable import DataPlane
@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerLog

@Suite("Access: every route of the contract, requested by every kind of caller", .scheduled)
struct AccessTableTests {
    /// The access that each route requires, written by hand, not derived from the code under test.
    ///
    /// `public` needs no token. `optional` needs none either, but a token must be valid. `any` needs any valid token. A role alone needs a token with at least that role for the
    /// app. `all …` needs that role and a token that is not limited to apps. `own …` needs that role, for any apps.
    /// `hidden …` needs that role for the app; a request without a token is answered 404.
    static let table: [String: String] = [
        "GET /healthz": "public", "GET /readyz": "public", "GET /metrics": "optional", "GET /openapi.json": "public",
        "GET /v1/engine": "public", "GET /v1/engine/{file}": "public",
        "GET /v1/apps/{app}/rules": "hidden viewer", "GET /v1/apps/{app}/head": "hidden viewer",
        "GET /v1/apps/{app}/bodies/{digest}": "hidden viewer",
        "GET /v1/apps/{app}/indexes/{digest}": "hidden viewer",
        "GET /v1/apps/{app}/releases/{version}/rules": "hidden viewer",
        "GET /v1/apps/{app}/resolve": "hidden viewer", "POST /v1/apps/{app}/resolve": "hidden viewer",
        "GET /v1/whoami": "any", "GET /v1/apps": "any", "POST /v1/apps": "all admin",
        "GET /v1/apps/{app}": "viewer", "PATCH /v1/apps/{app}": "all admin", "DELETE /v1/apps/{app}": "all admin",
        "GET /v1/apps/{app}/draft": "viewer", "PUT /v1/apps/{app}/draft": "editor",
        "GET /v1/apps/{app}/draft/settings": "viewer", "PUT /v1/apps/{app}/draft/settings": "editor",
        "GET /v1/apps/{app}/draft/rules": "viewer", "POST /v1/apps/{app}/draft/rules": "editor",
        "GET /v1/apps/{app}/draft/rules/{id}": "viewer", "PUT /v1/apps/{app}/draft/rules/{id}": "editor",
        "DELETE /v1/apps/{app}/draft/rules/{id}": "editor", "POST /v1/apps/{app}/draft/check": "viewer",
        "GET /v1/apps/{app}/draft/body": "viewer", "GET /v1/apps/{app}/releases/{version}/body": "viewer",
        "POST /v1/apps/{app}/resolutions": "viewer", "POST /v1/apps/{app}/link-diagnoses": "viewer",
        "GET /v1/apps/{app}/draft/summary": "viewer", "POST /v1/apps/{app}/draft/resolve": "viewer",
        "POST /v1/apps/{app}/draft/discard": "editor", "GET /v1/apps/{app}/draft/rules/{id}/history": "viewer",
        "POST /v1/apps/{app}/draft/rules/{id}/restore": "editor",
        "GET /v1/apps/{app}/draft/diff": "viewer", "GET /v1/apps/{app}/expectations": "viewer",
        "PUT /v1/apps/{app}/expectations": "editor", "PUT /v1/apps/{app}/screens/{platform}/{version}": "editor",
        "GET /v1/apps/{app}/screens/{platform}/{version}": "viewer", "GET /v1/apps/{app}/adoption": "viewer",
        "GET /v1/apps/{app}/screens": "viewer", "DELETE /v1/apps/{app}/screens/{platform}/{version}": "editor",
        "POST /v1/apps/{app}/releases": "publisher", "GET /v1/apps/{app}/releases": "viewer",
        "GET /v1/apps/{app}/releases/{version}": "viewer", "GET /v1/apps/{app}/releases/{from}/diff/{to}": "viewer",
        "POST /v1/apps/{app}/releases/{version}/restore": "publisher",
        "GET /v1/apps/{app}/channels/{channel}": "viewer", "PUT /v1/apps/{app}/channels/{channel}": "publisher",
        "DELETE /v1/apps/{app}/channels/{channel}": "publisher",
        "GET /v1/apps/{app}/releases/{version}/surfaces": "viewer",
        "GET /v1/hosts": "all admin", "GET /v1/hosts/{host}": "all admin", "PUT /v1/hosts/{host}": "all admin",
        "DELETE /v1/hosts/{host}": "all admin",
        "GET /v1/tokens": "own admin", "POST /v1/tokens/{id}/rotate": "own admin", "POST /v1/tokens": "own admin",
        "DELETE /v1/tokens/{id}": "own admin",
        "POST /v1/sign-in-links": "any", "GET /v1/sessions": "any", "DELETE /v1/sessions/{id}": "any",
        "POST /console/session": "public", "GET /console/session": "public", "DELETE /console/session": "public",
        "GET /console/person": "public",
        "GET /v1/audit": "own admin", "GET /v1/audit/export": "own admin", "GET /v1/audit/{sequence}": "own admin",
        "POST /v1/audit/cut": "all admin", "POST /v1/backup": "all admin", "GET /v1/retention": "all admin",
        "POST /v1/retention": "all admin", "GET /v1/settings": "all admin", "GET /v1/nodes": "all admin",
    ]

    /// Event streams are answered on the loop: `LifeTests` tests refused ones, the end-to-end tests accepted ones; `ChangeStreamTests` tests
    /// those of the control plane.
    static let elsewhere: Set<String> = ["GET /v1/apps/{app}/events", "GET /v1/events"]

    static let roles = ["viewer", "editor", "publisher", "admin"]

    private struct Caller {
        let name: String
        let token: String?
        /// The role of the caller's token; nil without a valid token.
        var role: String?
        var scope = ""
    }

    @Test("each status follows the table, for every role, app scope, and missing, revoked, expired or malformed token")
    func table() throws {
        let desk = try Desk(["failedAttemptsPerMinute": "10000"])
        desk.makeShop()
        try hide(desk)
        let digest = desk.send("GET", "/v1/apps/hidden/releases/1").json["digest"]?.stringValue ?? ""
        let callers = makeCallers(desk)
        let document = desk.send("GET", "/openapi.json", token: nil).json
        var seen: Set<String> = []
        var checked = 0
        for (path, item) in document["paths"]?.objectValue ?? [:] {
            for method in (item.objectValue ?? [:]).keys.map({ $0.uppercased() }) {
                let route = "\(method) \(path)"
                seen.insert(route)
                guard let rule = Self.table[route] else { continue }
                for caller in callers {
                    let (target, body) = Self.request(method, path, digest)
                    let answer = desk.send(method, target, body, token: caller.token, ifMatch: nil)
                    let expected = Self.expected(rule, caller)
                    let isRight = expected == 0 ? ![401, 403, 429].contains(answer.status) : answer.status == expected
                    #expect(isRight, "\(route) by \(caller.name): \(answer.status), not \(expected): \(answer.text)")
                    checked += 1
                }
            }
        }
        #expect(seen == Set(Self.table.keys).union(Self.elsewhere), "the table and the contract name different routes")
        #expect(desk.send("GET", "/v1/apps/shop/releases/1", token: Desk.adminSecret).status == 200)
        print(
            "counts: \(Self.table.count) routes × \(callers.count) callers = \(checked) answers, all as the table says")
    }

    @Test("a 403 for an app outside the token's scope has the same text whether the app exists or not")
    func noOracle() throws {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let body = #"{"name":"o","role":"admin","apps":["other"]}"#
        let token = desk.send("POST", "/v1/tokens", body).json["token"]?.stringValue
        for path in ["", "/draft", "/releases", "/channels/production", "/expectations"] {
            let there = desk.send("GET", "/v1/apps/shop" + path, token: token)
            let absent = desk.send("GET", "/v1/apps/none" + path, token: token)
            #expect(there.status == 403 && absent.status == 403)
            #expect(there.text.replacing("shop", with: "none") == absent.text)
        }
    }

    @Test("requests for a private app, an app without releases and an absent app get the same answer")
    func indistinguishable() throws {
        let desk = try Desk()
        desk.makeShop()
        try hide(desk)
        _ = desk.send("POST", "/v1/apps", #"{"app":"empty"}"#)
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let other = desk.send("POST", "/v1/tokens", #"{"name":"o","role":"admin","apps":["other"]}"#).json["token"]
        let digest = desk.send("GET", "/v1/apps/hidden/releases/1").json["digest"]?.stringValue ?? ""
        var compared = 0
        for route in Self.table.keys.sorted() where Self.table[route]?.hasPrefix("hidden") == true {
            let parts = route.split(separator: " ").map(String.init)
            let (target, body) = Self.request(parts[0], parts[1], digest)
            for suffix in ["", target.contains("?") ? "&channel=staging" : "?channel=staging"] {
                for (token, status) in [(nil, 404), (other?.stringValue, 403)] as [(String?, Int)] {
                    let answers = ["hidden", "empty", "absent"].map { app in
                        desk.send(parts[0], target.replacing("/hidden/", with: "/\(app)/") + suffix, body, token: token)
                    }
                    let texts = zip(answers, ["hidden", "empty", "absent"]).map { $0.text.replacing($1, with: "…") }
                    #expect(answers.allSatisfy { $0.status == status }, "\(route)\(suffix): \(answers.map(\.status))")
                    #expect(Set(texts).count == 1, "\(texts)")
                    #expect(Set(answers.map(\.fields)).count == 1, "\(answers.map(\.fields))")
                    compared += 1
                }
            }
        }
        // In a public app, too, a private channel or release is answered like an absent one.
        _ = desk.send(
            "POST", "/v1/apps/shop/releases",
            #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
        let withheld = ["head?channel=staging", "releases/2/rules"].map {
            desk.send("GET", "/v1/apps/shop/\($0)", token: nil)
        }
        let absent = ["head?channel=none", "releases/9/rules", "bodies/\(String(repeating: "0", count: 64))"].map {
            desk.send("GET", "/v1/apps/shop/\($0)", token: nil)
        }
        #expect(Set((withheld + absent).map(\.text)).count == 1 && (withheld + absent).allSatisfy { $0.status == 404 })
        print("counts: \(compared) requests to three apps, no two answers differ")
    }

    /// Creates the app `hidden`, whose only release was never public: a release that was public once stays public.
    private func hide(_ desk: Desk) throws {
        _ = desk.send("POST", "/v1/apps", #"{"app":"hidden"}"#)
        _ = desk.send(
            "POST", "/v1/apps/hidden/releases",
            #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
        _ = desk.send("PUT", "/v1/apps/hidden/channels/production", #"{"version":1,"public":false}"#)
        #expect(desk.send("GET", "/v1/apps/hidden/rules", token: nil).status == 404)
    }

    private func makeCallers(_ desk: Desk) -> [Caller] {
        func make(_ role: String, _ apps: String, expiresAt: String? = nil) -> JSONValue {
            let end = expiresAt.map { #","expiresAt":"\#($0)""# } ?? ""
            return desk.send("POST", "/v1/tokens", #"{"name":"\#(UUID())","role":"\#(role)","apps":\#(apps)\#(end)}"#)
                .json
        }
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        var callers: [Caller] = []
        for role in Self.roles {
            for (scope, apps) in [("all", #""all""#), ("own", #"["hidden"]"#), ("other", #"["other"]"#)] {
                let token = make(role, apps)["token"]?.stringValue
                callers.append(Caller(name: "\(role) \(scope)", token: token, role: role, scope: scope))
            }
            let revoked = make(role, #""all""#)
            let id = revoked["id"]?.stringValue ?? ""
            #expect(desk.send("DELETE", "/v1/tokens/\(id)").status == 204)
            callers.append(Caller(name: "\(role) revoked", token: revoked["token"]?.stringValue))
            let expired = make(role, #""all""#, expiresAt: "2027-01-15T08:00:01Z")["token"]?.stringValue
            #expect(desk.send("GET", "/v1/whoami", token: expired).status == 200)
            callers.append(Caller(name: "\(role) expired", token: expired))
        }
        desk.now += 1000
        let malformed = ["", "x", "wmk_", "wmk_not_a_token_of_this_server", "wmk_ with a blank", "é"]
        callers += malformed.map { Caller(name: "malformed “\($0)”", token: $0) }
        return callers + [Caller(name: "no token", token: nil)]
    }

    /// The status a caller must get; 0 for anything that is neither 401 nor 403.
    private static func expected(_ rule: String, _ caller: Caller) -> Int {
        if rule == "public" || rule == "optional" && caller.token == nil { return 0 }
        if rule.hasPrefix("hidden"), caller.token == nil { return 404 }
        guard let role = caller.role, let rank = roles.firstIndex(of: role) else { return 401 }
        let words = rule.split(separator: " ").map(String.init)
        if rule == "any" || rule == "optional" { return 0 }
        guard let wanted = roles.firstIndex(of: words[words.count - 1]), rank >= wanted else { return 403 }
        switch words[0] {
        case "all": return caller.scope == "all" ? 0 : 403
        case "own": return 0
        default: return caller.scope == "other" ? 403 : 0
        }
    }

    /// The target and body of a request: app, release and channel exist, the rule or token `999` does not.
    static func request(_ method: String, _ path: String, _ digest: String) -> (String, String?) {
        let target = path.replacing("{app}", with: "hidden").replacing("{digest}", with: digest).replacing(
            "{version}", with: "1"
        )
        .replacing("{from}", with: "1").replacing("{to}", with: "1").replacing("{channel}", with: "production")
        .replacing("{platform}", with: "ios").replacing("{id}", with: "999")
        // The URL of a resolution is checked before the access to the app, so the request needs a valid one.
        guard path.hasSuffix("/resolve") else { return (target, nil) }
        return method == "GET" ? (target + "?url=https://a.example/", nil) : (target, #"{"url":"https://a.example/"}"#)
    }
}
