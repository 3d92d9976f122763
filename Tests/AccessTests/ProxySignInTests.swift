import CanonicalJSON
import ConsoleServing
import HTTPFetching
import HTTPWire
import ReleaseStore
import RouteModel
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Sign-in through a proxy that knows the person", .scheduled)
struct ProxySignInTests {
    static let proxy = "192.0.2.50"
    static let flags = [
        "adminListen": "127.0.0.1:0", "signInProxies": "\(proxy),unix",
        "signInGroups": "crew=editor:shop,ops=admin,readers=viewer,readers=viewer:shop,menu=editor:menu",
    ]
    private static let hour: Int64 = 3_600_000
    private static let asProxy = #"{"origin":"proxy"}"#

    private func fields(
        _ person: [String], _ groups: [String] = ["crew"], site: String? = "same-origin", origin: String? = nil,
        cookie: String? = nil
    ) -> IncomingRequest.Fields {
        IncomingRequest.Fields(
            ifMatch: "*", contentType: "application/json", host: "localhost:8080", cookie: cookie, origin: origin,
            fetchSite: site, person: person, personGroups: groups)
    }

    private func signIn(
        _ desk: Desk, _ person: [String] = ["Ada"], _ groups: [String] = ["crew"], from peer: String = proxy
    ) -> Answer {
        let answer = desk.ask(
            "POST", "/console/session", Self.asProxy, fields(person, groups), from: peer, at: .admin)
        if let field = answer["Set-Cookie"] { desk.cookie = String(field.prefix { $0 != ";" }) }
        return answer
    }

    private func ask(_ desk: Desk, _ method: String = "GET", _ path: String = "/v1/whoami", _ body: String? = nil)
        -> Answer
    {
        desk.ask(method, path, body, fields([], [], cookie: desk.cookie), at: .admin)
    }

    private func use(_ desk: Desk, _ changed: [String: String]) throws {
        let flags = Self.flags.merging(changed) { $1 }
        let settings = try ServerSettings(ConfigurationSources(flags: flags))
        let sessions = try #require(desk.components.sessions)
        sessions.use(settings.proxySignIn, at: Instant(milliseconds: desk.now))
    }

    @Test("a person has the rights of the groups for an hour, and the audit and the list of sessions name the person")
    func rights() throws {
        let desk = try Desk(Self.flags)
        desk.makeShop()
        let answer = signIn(desk, ["Ada Lovelace"], ["guests, crew"])
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.json["name"] == "Ada Lovelace" && answer.json["role"] == "editor")
        #expect(answer.json["id"] == "person:Ada Lovelace" && answer.json["apps"] == ["shop"])
        #expect(answer.json["session"]?["origin"] == "proxy")
        #expect(answer.json["session"]?["endsAt"] == "2027-01-15T09:00:00Z")
        #expect(ask(desk).json["name"] == "Ada Lovelace")
        let rule = #"{"match":["/new"],"to":{"screen":"New"}}"#
        #expect(ask(desk, "PUT", "/v1/apps/shop/draft/rules/new", rule).status < 300)
        #expect(ask(desk, "POST", "/v1/apps/shop/releases", #"{"message":"m"}"#).status == 403)
        #expect(ask(desk, "GET", "/v1/apps/other").status == 403)
        let rows = desk.send("GET", "/v1/audit?actor=person:Ada%20Lovelace").json["audit"]?.arrayValue ?? []
        #expect(rows.compactMap { $0["action"]?.stringValue } == ["rule.add", "session.create"])
        #expect(rows.allSatisfy { $0["token"] == "person:Ada Lovelace" }, "\(rows)")
        let session = try #require(desk.send("GET", "/v1/sessions").json["sessions"]?.arrayValue?.first)
        #expect(session["name"] == "Ada Lovelace" && session["groups"] == ["guests", "crew"])
        #expect(session["tokenId"] == nil && session["origin"] == "proxy")
        #expect(ask(desk, "GET", "/v1/sessions").json["sessions"]?.arrayValue?.count == 1)
        #expect(desk.send("DELETE", "/v1/sessions/\(session["id"]?.stringValue ?? "")").status == 204)
        #expect(ask(desk).problem?.code == "session-ended")
        _ = signIn(desk)
        desk.now += Self.hour - 1
        #expect(ask(desk).status == 200)
        desk.now += 1
        #expect(ask(desk).problem?.code == "session-ended")
    }

    @Test(
        "a person of several groups has the highest role, for the apps of the groups with that role; one of none is refused",
        arguments: [
            (["crew"], "editor", #"["shop"]"#), (["crew,menu"], "editor", #"["menu","shop"]"#),
            (["readers"], "viewer", #""all""#), (["crew,readers"], "editor", #"["shop"]"#),
            (["ops, crew"], "admin", #""all""#), (["guests"], "", ""), ([""], "", ""), ([], "", ""),
            (["CREW"], "", ""), (["crew editors"], "", ""),
        ] as [([String], String, String)])
    func groups(_ groups: [String], _ role: String, _ apps: String) throws {
        let desk = try Desk(Self.flags)
        let answer = signIn(desk, ["Ada"], groups)
        let seen = desk.ask("GET", "/console/person", nil, fields(["Ada"], groups), from: Self.proxy, at: .admin)
        guard role != "" else {
            #expect(answer.status == 403 && answer.problem?.code == "forbidden" && answer["Set-Cookie"] == nil)
            #expect(seen.status == 403 && seen.text.contains("signInGroups"))
            return
        }
        #expect(answer.status == 200 && answer.json["role"]?.stringValue == role && answer.json["apps"]?.text == apps)
        #expect(seen.json["person"]?["name"] == "Ada" && seen.json["person"]?["apps"]?.text == apps)
    }

    @Test("every person has the rights of the group *")
    func everyone() throws {
        let desk = try Desk(Self.flags.merging(["signInGroups": "*=viewer, cn=ops=editor"]) { $1 })
        #expect(signIn(desk, ["Ada"], []).json["role"] == "viewer")
        #expect(signIn(desk, ["Ada"], ["cn=ops"]).json["role"] == "editor")
    }

    @Test(
        "a group with commas stands in quotes, in the setting and in the field",
        arguments: [
            (#""cn=ops,dc=shop""#, "editor"), (#"x, "cn=ops,dc=shop" , y"#, "editor"), ("cn=ops,dc=shop", "viewer"),
            (#""cn=ops","dc=shop""#, "viewer"), (#""a\"b,c""#, "admin"), (#"a"b,c"#, "viewer"),
            (#""cn=ops,dc=shop"#, "viewer"),
        ])
    func quoted(groups: String, role: String) throws {
        let grants = #"*=viewer, "cn=ops,dc=shop=editor", "a\"b,c=admin""#
        let desk = try Desk(Self.flags.merging(["signInGroups": grants]) { $1 })
        #expect(signIn(desk, ["Ada"], [groups]).json["role"]?.stringValue == role)
    }

    @Test(
        "a field that comes twice, or that is no name, is refused with 400",
        arguments: [
            (["Ada", "Ada"], ["crew"]), (["Ada", ""], ["crew"]), (["Ada"], ["crew", "ops"]), (["Ada, Eva"], ["crew"]),
            (["A\u{7}da"], ["crew"]), (["A\u{202E}da"], ["crew"]), (["Ada\u{200F}"], ["crew"]),
            (["Ada"], ["cr\u{2066}ew"]), (["A\u{FFFD}da"], ["crew"]), (["Ada"], ["cr\u{1}ew"]),
            ([String(repeating: "a", count: 250)], ["crew"]),
            (["Ada"], [String(repeating: "a,", count: 513)]),
        ] as [([String], [String])])
    func unclear(_ person: [String], _ groups: [String]) throws {
        let desk = try Desk(Self.flags)
        let answer = signIn(desk, person, groups)
        #expect(answer.status == 400 && answer.problem?.code == "bad-request" && answer["Set-Cookie"] == nil)
        let seen = desk.ask("GET", "/console/person", nil, fields(person, groups), from: Self.proxy, at: .admin)
        #expect(seen.status == 400)
        #expect(desk.send("GET", "/v1/sessions").json["sessions"] == [])
    }

    @Test("the fields count from a listed peer on adminListen alone, and for a sign-in that asks for them")
    func others() throws {
        let desk = try Desk(Self.flags)
        func answer(_ body: String, from peer: String, at listener: IncomingRequest.Listener = .admin) -> Answer {
            desk.ask("POST", "/console/session", body, fields(["Ada"], ["ops"]), from: peer, at: listener)
        }
        #expect(answer(Self.asProxy, from: "192.0.2.51").status == 401)
        #expect(answer(Self.asProxy, from: Self.proxy, at: .all).status == 401)
        #expect(answer(Self.asProxy, from: Self.proxy, at: .publicOnly).status == 404)
        #expect(answer(Self.asProxy, from: "unix").status == 200)
        #expect(answer(#"{"origin":"token"}"#, from: Self.proxy).status == 422)
        #expect(answer(#"{"origin":"proxy","code":"x"}"#, from: Self.proxy).status == 422)
        #expect(answer("{}", from: Self.proxy).status == 422)
        // With a token, the fields mean nothing.
        #expect(answer(#"{"token":"\#(Desk.adminSecret)"}"#, from: Self.proxy).json["name"] == "admin (environment)")
        #expect(signIn(desk, [], []).status == 401 && signIn(desk, [""], ["ops"]).status == 401)
        let unnamed = desk.ask("GET", "/console/person", nil, fields(["Ada"]), from: "192.0.2.51", at: .admin)
        #expect(unnamed.status == 200 && unnamed.json == ["person": .null])
        for path in ["/v1/whoami", "/v1/sessions", "/console/session"] {
            let seen = desk.ask("GET", path, nil, fields(["Ada"], ["ops"]), from: Self.proxy, at: .admin)
            #expect(seen.status == (path == "/console/session" ? 204 : 401), "\(path): \(seen.text)")
        }
        // Without the setting no peer is one of them.
        let plain = try Desk(["adminListen": "127.0.0.1:0"])
        #expect(signIn(plain).status == 401)
    }

    @Test("a sign-in through a proxy comes from the console's own page, whatever the request has besides")
    func pages() throws {
        let desk = try Desk(Self.flags.merging(["consoleHosts": "console.example"]) { $1 })
        var checked = 0
        for host in ["localhost:8080", "console.example"] {
            let own = host == "console.example" ? "https://console.example" : "http://localhost:8080"
            for site in [nil, "same-origin", "same-site", "cross-site", "none"] as [String?] {
                for origin in [nil, own, "http://console.example", "https://evil.example", "null"] as [String?] {
                    for cookie in [nil, "theme=dark"] as [String?] {
                        var fields = fields(["Ada"], site: site, origin: origin, cookie: cookie)
                        fields.host = host
                        let answer = desk.ask(
                            "POST", "/console/session", Self.asProxy, fields, from: Self.proxy, at: .admin)
                        let isOwn = site.map { $0 == "same-origin" } ?? (origin == own)
                        let code =
                            host == "console.example" && origin == "http://console.example"
                            ? "not-secure" : isOwn && (origin == nil || origin == own) ? "" : "cross-site"
                        let place = "\(host), \(site ?? "no site"), \(origin ?? "no origin")"
                        #expect((answer.problem?.code ?? "") == code, "\(place): \(answer.text)")
                        #expect((answer["Set-Cookie"] != nil) == (code == ""), "\(place)")
                        checked += 1
                    }
                }
            }
        }
        #expect(checked == 100)
        #expect(desk.ask("GET", "/console/person", nil, fields(["Ada"], site: "cross-site")).status == 403)
    }

    @Test("reloaded settings narrow sessions, and end those to which they give nothing, with a row of the audit")
    func reload() throws {
        let desk = try Desk(Self.flags)
        desk.makeShop()
        _ = signIn(desk)
        let sessions = try #require(desk.components.sessions)
        var stream = IncomingRequest(
            method: "GET", path: "/v1/events", fields: fields([], [], cookie: desk.cookie), address: "192.0.2.1",
            listener: .admin, now: Instant(milliseconds: desk.now), seconds: 0)
        let now = Instant(milliseconds: desk.now)
        let grant = SessionGrant(stream, sessions) { now }
        #expect(grant.standing == .passing)
        try use(desk, ["signInGroups": "crew=editor:shop,other=admin"])
        #expect(grant.standing == .passing && ask(desk).json["role"] == "editor")
        try use(desk, ["signInGroups": "crew=viewer:shop"])
        #expect(ask(desk).json["role"] == "viewer")
        #expect(ask(desk, "POST", "/v1/apps/shop/draft/discard", "{}").status == 403)
        #expect(grant.standing == .ended, "a stream has the rights of its beginning")
        stream.now = now
        #expect(SessionGrant(stream, sessions) { now }.standing == .passing)
        try use(desk, ["signInGroups": "others=viewer"])
        #expect(ask(desk).problem?.code == "session-ended")
        #expect(try desk.store.sessions().isEmpty)
        let row = desk.send("GET", "/v1/audit?limit=1").json["audit"]?.arrayValue?.first
        #expect(row?["action"] == "session.delete" && row?["by"] == "waymark serve", "\(row?.text ?? "")")
        // The group comes back, and the session does not.
        try use(desk, [:])
        #expect(ask(desk).problem?.code == "session-ended")
        for changed in [["signInProxies": "192.0.2.51"], ["signInProxies": ""]] {
            try use(desk, [:])
            _ = signIn(desk)
            #expect(ask(desk).status == 200)
            try use(desk, changed)
            #expect(ask(desk).problem?.code == "session-ended")
        }
    }

    @Test(
        "a session survives a restart, with the rights of the settings of that start; a failed write of its end is repeated"
    )
    func restart() throws {
        let folder = try TemporaryDirectory()
        var desk = try Desk(Self.flags, folder: folder)
        _ = signIn(desk)
        let cookie = desk.cookie
        desk.store.close()
        desk = try Desk(Self.flags.merging(["signInGroups": "crew=viewer"]) { $1 }, folder: folder)
        desk.cookie = cookie
        #expect(ask(desk).json["role"] == "viewer")
        desk.store.fail { $0.writes = FaultyStore.broken }
        try use(desk, ["signInGroups": ""])
        desk.store.fail { $0.writes = nil }
        #expect(try ask(desk).status == 401 && desk.store.sessions().count == 1)
        desk.components.maintenance.recordUses()
        #expect(try desk.store.sessions().isEmpty)
    }

    @Test("an administrator without a token makes and rotates tokens within its own rights, and sees its sessions")
    func tokens() throws {
        let desk = try Desk(Self.flags.merging(["signInGroups": "ops=admin:shop"]) { $1 })
        desk.makeShop()
        _ = signIn(desk, ["Ada"], ["ops"])
        let made = ask(desk, "POST", "/v1/tokens", #"{"name":"ci","role":"editor"}"#)
        #expect(made.status == 201 && made.json["apps"] == ["shop"], "\(made.text)")
        #expect(made.json["createdBy"] == "person:Ada")
        let id = made.json["id"]?.stringValue ?? ""
        #expect(ask(desk, "POST", "/v1/tokens/\(id)/rotate", "{}").status == 200)
        let wide = ask(desk, "POST", "/v1/tokens", #"{"name":"wide","role":"admin","apps":"all"}"#)
        #expect(wide.status == 403, "\(wide.text)")
        #expect(ask(desk, "GET", "/v1/sessions").json["sessions"]?.arrayValue?.count == 1)
        #expect(ask(desk, "POST", "/v1/sign-in-links").status == 403)
    }

    @Test("sign-ins of a person are limited, and those of other people are not affected")
    func limit() throws {
        let desk = try Desk(Self.flags)
        for _ in 0..<60 { #expect(signIn(desk).status == 200) }
        #expect(signIn(desk).problem?.code == "too-many-sign-ins")
        #expect(signIn(desk, ["Eva"]).status == 200)
    }

    @Test("the fields of a real request are read under their names of the settings, each time that they come")
    func real() throws {
        let flags = [
            "adminListen": "127.0.0.1:0", "signInProxies": "127.0.0.1", "signInHeader": "X-Person",
            "signInGroups": "crew=viewer",
        ]
        let server = try LiveServer(flags)
        let address = try #require(server.addresses.last)
        var fields = ["Sec-Fetch-Site": "same-origin", "x-person": "Ada", "Remote-Groups": "crew"]
        func signIn(at address: String) throws -> Int {
            try server.send("POST", "/console/session", Self.asProxy, token: nil, fields, at: address).status
        }
        #expect(try signIn(at: address) == 200)
        #expect(try signIn(at: server.address) == 404)
        fields["X-PERSON"] = "Eva"
        #expect(try signIn(at: address) == 400)
        fields["X-PERSON"] = nil
        fields["Remote-Groups"] = "guests"
        #expect(try signIn(at: address) == 403)
        fields["x-person"] = nil
        #expect(try signIn(at: address) == 401)
        #expect(server.log.contains("every program of this machine could sign in as anyone"))
    }
}
