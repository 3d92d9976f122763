import CanonicalJSON
import Foundation
import HTTPWire
import ReleaseStore
import RouteModel
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Sessions of the console", .scheduled)
struct ConsoleSessionTests {
    private static let hour: Int64 = 3_600_000

    private func signIn(_ desk: Desk, token: String = Desk.adminSecret) -> Answer {
        desk.send("POST", "/console/session", #"{"token":"\#(token)"}"#)
    }

    private func ask(_ desk: Desk, _ method: String = "GET", _ path: String = "/v1/whoami", _ body: String? = nil)
        -> Answer
    {
        let fields = IncomingRequest.Fields(
            ifMatch: "*", contentType: "application/json", host: "localhost:8080", cookie: desk.cookie,
            fetchSite: "same-origin")
        return desk.ask(method, path, body, fields)
    }

    @Test("a session has the rights of its token, says who it is, and the audit names the token")
    func rights() throws {
        let desk = try Desk()
        desk.makeShop()
        let editor = desk.send("POST", "/v1/tokens", #"{"name":"Eva","role":"editor","apps":["shop"]}"#).json
        let answer = signIn(desk, token: editor["token"]?.stringValue ?? "")
        #expect(answer.status == 200 && answer.json["name"] == "Eva" && answer.json["role"] == "editor")
        #expect(answer.json["apps"] == ["shop"] && answer.json["session"]?["origin"] == "token")
        #expect(answer["Cache-Control"] == "no-store")
        let may = answer.json["may"]?.arrayValue ?? []
        #expect(may.contains("replaceRule") && !may.contains("publish") && may.contains("listSessions"))
        #expect(desk.send("GET", "/console/session").json == answer.json)
        #expect(!answer.text.contains(desk.cookie ?? "?") && !answer.text.contains("wmk_"))
        let rule = #"{"match":["/new"],"to":{"screen":"New"}}"#
        #expect(ask(desk, "PUT", "/v1/apps/shop/draft/rules/new", rule).status < 300)
        #expect(ask(desk, "POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 403)
        #expect(ask(desk, "GET", "/v1/apps/other").status == 403)
        let rows = desk.send("GET", "/v1/audit?limit=2").json["audit"]?.arrayValue ?? []
        #expect(rows.compactMap { $0["action"]?.stringValue } == ["rule.add", "session.create"])
        #expect(rows.allSatisfy { $0.text.contains("Eva") }, "\(rows)")
    }

    @Test("the cookie is readable by no script and is sent to this host only")
    func cookie() throws {
        let desk = try Desk(["consoleHosts": "console.example"])
        let local = try #require(signIn(desk)["Set-Cookie"])
        #expect(local.hasPrefix("waymark-8080=") && local.hasSuffix("; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax"))
        let value = try #require(local.firstMatch(of: /=([A-Za-z0-9_-]+);/)).output.1
        #expect(value.count == 43)
        let fields = IncomingRequest.Fields(host: "console.example", origin: "https://console.example")
        let answer = desk.ask("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#, fields)
        let other = try #require(answer["Set-Cookie"])
        #expect(
            other.hasPrefix("__Host-waymark=") && other.hasSuffix("; SameSite=Lax; Secure") && !other.contains(value))
        // The store has the digest, and neither log nor audit has the value.
        #expect(!desk.lines.text.contains(value))
        #expect(!desk.send("GET", "/v1/audit").text.contains(value))
        let bytes =
            try Data(contentsOf: URL(filePath: desk.database))
            + ((try? Data(contentsOf: URL(filePath: desk.database + "-wal"))) ?? Data())
        #expect(bytes.range(of: Data(value.utf8)) == nil)
    }

    @Test("a session ends after hours without a request, and after days however much it is used")
    func ends() throws {
        let desk = try Desk()
        _ = signIn(desk)
        desk.now += 8 * Self.hour - 1
        #expect(ask(desk).status == 200)
        desk.now += 8 * Self.hour
        #expect(ask(desk).problem?.code == "session-ended")
        _ = signIn(desk)
        for _ in 0..<27 {
            desk.now += 6 * Self.hour
            #expect(ask(desk).status == 200)
        }
        desk.now += 6 * Self.hour
        #expect(ask(desk).problem?.code == "session-ended")
        let read = desk.send("GET", "/console/session")
        #expect(read.status == 401 && read["Set-Cookie"]?.contains("Max-Age=0") == true)
    }

    @Test(
        "a session ends when its token is revoked, rotated or expires",
        arguments: ["revoke", "rotate", "overlap", "expire"])
    func token(_ way: String) throws {
        let desk = try Desk()
        let end = #","expiresAt":"2027-01-15T09:00:00Z""#
        let made = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer"\#(way == "expire" ? end : "")}"#).json
        let (id, secret) = (made["id"]?.stringValue ?? "", made["token"]?.stringValue ?? "")
        #expect(signIn(desk, token: secret).status == 200 && ask(desk).status == 200)
        switch way {
        case "revoke": #expect(desk.send("DELETE", "/v1/tokens/\(id)").status == 204)
        case "rotate":
            #expect(desk.send("POST", "/v1/tokens/\(id)/rotate", #"{"overlapSeconds":0}"#).status == 200)
        case "overlap": #expect(desk.send("POST", "/v1/tokens/\(id)/rotate", "{}").status == 200)
        default: desk.now += Self.hour
        }
        #expect(ask(desk).problem?.code == "session-ended")
        #expect(desk.send("GET", "/v1/sessions").json["sessions"]?.arrayValue?.isEmpty == true)
        // The secret before a rotation is still a token for a while, and begins no session.
        if way == "overlap" {
            #expect(desk.send("GET", "/v1/whoami", token: secret).status == 200)
            #expect(signIn(desk, token: secret).status == 401)
        }
    }

    @Test("signing out ends the session and removes the cookie; once more is no error")
    func signOut() throws {
        let desk = try Desk()
        _ = signIn(desk)
        let cookie = desk.cookie
        let answer = desk.send("DELETE", "/console/session")
        #expect(answer.status == 204 && answer["Set-Cookie"]?.hasPrefix("waymark-8080=; Path=/; Max-Age=0") == true)
        desk.cookie = cookie
        #expect(ask(desk).problem?.code == "session-ended")
        #expect(desk.send("DELETE", "/console/session").status == 204)
        desk.cookie = nil
        #expect(desk.send("DELETE", "/console/session").status == 204)
        #expect(desk.send("GET", "/console/session").status == 204)
        let rows = desk.send("GET", "/v1/audit?limit=9").json["audit"]?.arrayValue ?? []
        #expect(rows.count { $0["action"] == "session.delete" } == 1)
    }

    @Test("a second sign-in of a browser ends its session before")
    func again() throws {
        let desk = try Desk()
        _ = signIn(desk)
        let first = desk.cookie
        _ = signIn(desk)
        #expect(ask(desk).status == 200)
        desk.cookie = first
        #expect(ask(desk).status == 401)
    }

    @Test("sessions survive a restart of the server, with their last use")
    func restart() throws {
        let folder = try TemporaryDirectory()
        var desk = try Desk(folder: folder)
        _ = signIn(desk)
        let cookie = desk.cookie
        desk.now += 7 * Self.hour
        #expect(ask(desk).status == 200)
        desk.components.maintenance.recordUses()
        let now = desk.now
        desk.store.close()
        desk = try Desk(folder: folder)
        desk.cookie = cookie
        desk.now = now + 7 * Self.hour
        #expect(ask(desk).status == 200)
        desk.now += 8 * Self.hour
        desk.components.maintenance.recordUses()
        #expect(try desk.store.sessions().count == 1 && ask(desk).status != 200)
        try desk.store.settle(until: Instant(milliseconds: desk.now))
        desk.components.maintenance.recordUses()
        #expect(try desk.store.sessions().isEmpty)
    }

    @Test("a failing store refuses a sign-in, and a sign-out holds nevertheless")
    func failingStore() throws {
        let desk = try Desk()
        _ = signIn(desk)
        let cookie = desk.cookie
        desk.store.fail { $0.writes = FaultyStore.broken }
        #expect(signIn(desk).status == 503 && desk.cookie == cookie)
        let failed = desk.send("DELETE", "/console/session")
        #expect(failed.status == 503 && failed.fields.contains { $0.name == "Set-Cookie" })
        desk.store.fail { $0.writes = nil }
        #expect(ask(desk).problem?.code == "session-ended")
        // The store has the session until its end can be written; after that no restart brings it back.
        #expect(try desk.store.sessions().count == 1)
        desk.components.maintenance.recordUses()
        #expect(try desk.store.sessions().isEmpty)
    }

    @Test("a link signs in once, within ten minutes, with the rights of the token that made it")
    func link() throws {
        let desk = try Desk()
        func make() throws -> String {
            let answer = desk.send("POST", "/v1/sign-in-links")
            #expect(answer.status == 200)
            return String(try #require(answer.json["path"]?.stringValue?.split(separator: "#").last))
        }
        func use(_ code: String) -> Answer { desk.send("POST", "/console/session", #"{"code":"\#(code)"}"#) }
        let code = try make()
        let first = use(code)
        #expect(first.status == 200 && first.json["role"] == "admin" && first.json["session"]?["origin"] == "link")
        #expect(use(code).status == 401)
        // A session makes no link, because the link's session would outlive it.
        #expect(ask(desk, "POST", "/v1/sign-in-links").status == 403)
        let late = try make()
        desk.now += 600_000
        #expect(use(late).status == 401)
        #expect(use(try make()).status == 200)
        let token = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer"}"#).json
        let answer = desk.send("POST", "/v1/sign-in-links", token: token["token"]?.stringValue)
        _ = desk.send("DELETE", "/v1/tokens/\(token["id"]?.stringValue ?? "")")
        #expect(use(String(answer.json["path"]?.stringValue?.split(separator: "#").last ?? "")).status == 401)
    }

    @Test("wrong tokens and codes are counted by source, and then refused with 429")
    func guesses() throws {
        let desk = try Desk(["failedAttemptsPerMinute": "3"])
        for _ in 0..<2 {
            #expect(desk.send("POST", "/console/session", #"{"code":"wrong"}"#).status == 401)
        }
        #expect(signIn(desk, token: "wmk_wrong_0123456789").status == 401)
        #expect(desk.send("POST", "/console/session", #"{"code":"wrong"}"#).status == 429)
        #expect(desk.send("POST", "/console/session", #"{"code":"wrong"}"#, from: "192.0.2.9").status == 401)
    }

    @Test(
        "a sign-in with neither, both or unknown members is refused, and tells what to send",
        arguments: [#"{}"#, #"{"token":"a","code":"b"}"#, #"{"secret":"x"}"#, #"{"token":1}"#, "[]", "x"])
    func mistakes(_ body: String) throws {
        let desk = try Desk()
        let answer = desk.send("POST", "/console/session", body)
        #expect([400, 422].contains(answer.status) && answer["Set-Cookie"] == nil, "\(answer.text)")
        #expect(answer.text.contains("token") || answer.text.contains("JSON") || answer.text.contains("object"))
    }

    @Test("an admin lists and ends the sessions of the tokens it covers; others see their own")
    func list() throws {
        let desk = try Desk()
        desk.makeShop()
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        func make(_ name: String, _ role: String, _ app: String) -> String {
            let body = #"{"name":"\#(name)","role":"\#(role)","apps":["\#(app)"]}"#
            return desk.send("POST", "/v1/tokens", body).json["token"]?.stringValue ?? ""
        }
        let tokens = [
            "eva": make("eva", "editor", "shop"), "own": make("own", "admin", "shop"),
            "far": make("far", "admin", "other"),
        ]
        var ids: [String: String] = [:]
        // In a fixed order: the cookie of the last one is used at the end.
        for name in ["eva", "own", "far"] {
            desk.cookie = nil
            ids[name] = signIn(desk, token: tokens[name] ?? "").json["session"]?["id"]?.stringValue
        }
        func names(_ token: String?) -> Set<String> {
            let sessions = desk.send("GET", "/v1/sessions", token: token).json["sessions"]?.arrayValue ?? []
            return Set(sessions.compactMap { $0["name"]?.stringValue })
        }
        #expect(names(Desk.adminSecret) == ["eva", "own", "far"])
        #expect(names(tokens["own"]) == ["eva", "own"] && names(tokens["eva"]) == ["eva"])
        #expect(desk.send("DELETE", "/v1/sessions/\(ids["own"] ?? "")", token: tokens["eva"]).status == 404)
        #expect(desk.send("DELETE", "/v1/sessions/\(ids["far"] ?? "")", token: tokens["own"]).status == 404)
        #expect(desk.send("DELETE", "/v1/sessions/\(ids["eva"] ?? "")", token: tokens["own"]).status == 204)
        #expect(names(Desk.adminSecret) == ["own", "far"])
        let page = desk.send("GET", "/v1/sessions?limit=1").json
        #expect(page["sessions"]?.arrayValue?.count == 1)
        let next = page["next"]?.stringValue ?? ""
        #expect(desk.send("GET", "/v1/sessions?after=\(next)").json["sessions"]?.arrayValue?.count == 1)
        #expect(desk.send("GET", "/v1/sessions?after=none").json["sessions"]?.arrayValue?.isEmpty == true)
        #expect(
            ask(desk, "GET", "/v1/sessions").json["sessions"]?.arrayValue?.contains { $0["current"] == true } == true)
    }

    @Test("a console that is off has no sign-in, and a cookie means nothing")
    func off() throws {
        let desk = try Desk(["console": "off"])
        #expect(signIn(desk).status == 404)
        desk.cookie = "waymark-8080=x"
        #expect(ask(desk).problem?.code == "unauthorized")
        #expect(desk.send("GET", "/v1/sessions").status == 404)
    }
}
