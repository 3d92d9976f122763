import CanonicalJSON
import Foundation
import HTTPFetching
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("Rules of the sign-in: other sessions, limits, what browsers are told", .scheduled)
struct SignInRuleTests {
    private func token(_ desk: Desk, _ name: String, _ rest: String = "") -> String {
        desk.send("POST", "/v1/tokens", #"{"name":"\#(name)","role":"viewer"\#(rest)}"#).json["token"]?.stringValue
            ?? ""
    }

    private func code(_ desk: Desk, _ token: String) -> String {
        let path = desk.send("POST", "/v1/sign-in-links", token: token).json["path"]?.stringValue
        return String(path?.split(separator: "#").last ?? "")
    }

    @Test("a link does not replace the session of another token until the person agrees, and its code stays usable")
    func otherSession() throws {
        let desk = try Desk()
        let (eva, max) = (token(desk, "Eva"), token(desk, "Max"))
        #expect(desk.send("POST", "/console/session", #"{"token":"\#(eva)"}"#).status == 200)
        let link = code(desk, max)
        for _ in 0..<2 {
            let asked = desk.send("POST", "/console/session", #"{"code":"\#(link)"}"#)
            #expect(asked.status == 409 && asked.problem?.code == "other-session" && asked["Set-Cookie"] == nil)
            #expect(asked.text.contains("Eva") && !asked.text.contains("Max"), "\(asked.text)")
        }
        #expect(desk.send("GET", "/console/session").json["name"] == "Eva")
        let agreed = desk.send("POST", "/console/session", #"{"code":"\#(link)","replace":true}"#)
        #expect(agreed.status == 200 && agreed.json["name"] == "Max")
        #expect(desk.send("GET", "/v1/sessions").json["sessions"]?.arrayValue?.count == 1)
        // A link of the same token, and a token that the person pastes, need no question.
        #expect(desk.send("POST", "/console/session", #"{"code":"\#(code(desk, max))"}"#).status == 200)
        #expect(desk.send("POST", "/console/session", #"{"token":"\#(eva)"}"#).json["name"] == "Eva")
        // A wrong code says nothing about who is signed in.
        #expect(desk.send("POST", "/console/session", #"{"code":"wrong"}"#).status == 401)
    }

    @Test("sign-ins of a token are limited, and those of other tokens are not affected")
    func limit() throws {
        let desk = try Desk()
        let (eva, max) = (token(desk, "Eva"), token(desk, "Max"))
        func signIn(_ token: String) -> Answer { desk.send("POST", "/console/session", #"{"token":"\#(token)"}"#) }
        for _ in 0..<60 { #expect(signIn(eva).status == 200) }
        let refused = signIn(eva)
        #expect(refused.status == 429 && refused.problem?.code == "too-many-sign-ins")
        #expect(refused["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
        // The links of the token count as well, since each is a row of the audit.
        let link = desk.send("POST", "/v1/sign-in-links", token: eva)
        #expect(link.status == 429 && link.problem?.code == "too-many-sign-ins")
        #expect(signIn(max).status == 200)
        desk.now += 60_000
        #expect(signIn(eva).status == 200)
    }

    @Test("a session ends with its token at the latest, and blanks around a pasted token are ignored")
    func end() throws {
        let desk = try Desk()
        let eva = token(desk, "Eva", #","expiresAt":"2027-01-15T09:00:00Z""#)
        let answer = desk.send("POST", "/console/session", #"{"token":" \t\#(eva)\r\n "}"#)
        #expect(answer.status == 200 && answer.json["session"]?["endsAt"] == "2027-01-15T09:00:00Z", "\(answer.text)")
        let own = desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#)
        #expect(own.json["session"]?["endsAt"] == "2027-01-22T08:00:00Z")
    }

    @Test("the audit has a row of each sign-in link, without its code; a link without its row is not given")
    func audit() throws {
        let desk = try Desk()
        let link = code(desk, Desk.adminSecret)
        let row = desk.send("GET", "/v1/audit?limit=1").json["audit"]?.arrayValue?.first
        #expect(row?["action"] == "session.link" && row?.text.contains(link) == false)
        #expect(row?.text.contains("2027-01-15T08:10:00Z") == true, "\(row?.text ?? "")")
        desk.store.fail { $0.writes = FaultyStore.broken }
        #expect(desk.send("POST", "/v1/sign-in-links").status == 503)
    }

    @Test("a link whose session the store refuses works again, once")
    func refusedSession() throws {
        let desk = try Desk()
        let link = code(desk, Desk.adminSecret)
        desk.store.fail { $0.writes = FaultyStore.broken }
        #expect(desk.send("POST", "/console/session", #"{"code":"\#(link)"}"#).status == 503)
        desk.store.fail { $0.writes = nil }
        #expect(desk.send("POST", "/console/session", #"{"code":"\#(link)"}"#).status == 200)
        #expect(desk.send("POST", "/console/session", #"{"code":"\#(link)"}"#).status == 401)
    }

    @Test("a folder in consoleFolder is no file, and no answer shows a path of the server")
    func folder() throws {
        let folder = try TemporaryDirectory()
        for name in ["sub", "index.html"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        let desk = try Desk(["consoleFolder": folder.url.path])
        let fields = IncomingRequest.Fields(host: "localhost:8080")
        for path in ["/console/assets/live/sub", "/console/"] {
            let answer = desk.ask("GET", path, nil, fields)
            #expect(answer.status == 404 && !answer.text.contains(folder.url.path), "\(answer.text)")
        }
    }

    @Test("answers of the control plane and refusals tell browsers that they are no pages; what clients read does not")
    func fields() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        for (method, path) in [
            ("GET", "/v1/whoami"), ("GET", "/v1/apps/none"), ("GET", "/nothing"), ("POST", "/console/session"),
            ("GET", "/console/session"), ("DELETE", "/v1/apps/shop/draft/rules/none"),
            ("GET", "/console/assets/live/x"),
        ] {
            let answer = try server.send(method, path)
            #expect(answer["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'", "\(path)")
            #expect(answer["cross-origin-resource-policy"] == "same-origin", "\(path)")
            #expect(answer["referrer-policy"] == "no-referrer", "\(path)")
        }
        for path in ["rules", "head", "resolve?url=https://shop.example/item/7", "bodies/0"] {
            let answer = try server.send("GET", "/v1/apps/shop/\(path)", token: nil)
            #expect(
                answer["content-security-policy"] == nil && answer["cross-origin-resource-policy"] == nil, "\(path)")
        }
        let page = try server.send("GET", "/console/", token: nil)
        #expect(page.fields.filter { $0.name.lowercased() == "content-security-policy" }.count == 1)
        #expect(page["content-security-policy"]?.contains("script-src 'self'") == true)
    }
}
