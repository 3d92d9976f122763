import CanonicalJSON
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("What viewers read of drafts and of private releases", .scheduled)
struct PrivateReadingTests {
    private static let app = "/v1/apps/shop"

    /// A shop whose release 2 is on a private channel only.
    private func desk() throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        let rule = #"{"id":"sale","match":["/sale"],"when":{"platform":["ios"]},"to":{"screen":"Sale"}}"#
        #expect(desk.send("POST", Self.app + "/draft/rules", rule).status == 201)
        let order = #"{"message":"m","channel":"inner","createChannel":true,"public":false}"#
        #expect(desk.send("POST", Self.app + "/releases", order).status == 201)
        return desk
    }

    @Test("the body of a release is what clients get, byte for byte, also where no client gets it")
    func releaseBody() throws {
        let desk = try desk()
        let body = desk.send("GET", Self.app + "/releases/1/body")
        #expect(body.status == 200 && body["Cache-Control"] == "no-store")
        #expect(body.bytes == desk.send("GET", Self.app + "/rules", token: nil).bytes)
        #expect(desk.send("GET", Self.app + "/releases/2/rules", token: nil).status == 404)
        #expect(desk.send("GET", Self.app + "/releases/2/body").json["version"] == 2)
        #expect(desk.send("GET", Self.app + "/releases/9/body").status == 404)
        #expect(desk.send("GET", Self.app + "/releases/01/body").status == 404)
        #expect(desk.send("GET", "/v1/apps/none/releases/1/body").status == 404)
        #expect(desk.send("GET", "/v1/apps/none/draft/body").status == 404)
    }

    @Test("the body of the draft is that of the release that would be published now")
    func draftBody() throws {
        let desk = try desk()
        let rule = #"{"id":"new","match":["/new/:id"],"to":{"screen":"New"},"note":"not for clients"}"#
        #expect(desk.send("POST", Self.app + "/draft/rules", rule).status == 201)
        let draft = desk.send("GET", Self.app + "/draft/body")
        #expect(draft.status == 200 && draft["Cache-Control"] == "no-store" && draft["ETag"] != nil)
        // Weak: the body has the time of the answer.
        let revision = try #require(desk.send("GET", Self.app + "/draft")["ETag"])
        #expect(draft["ETag"] == "W/" + revision)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("GET", Self.app + "/releases/3/body").bytes == draft.bytes)
    }

    @Test("many addresses resolve in many contexts as each alone does, by the draft, a release or a channel")
    func resolutions() throws {
        let desk = try desk()
        let rule = #"{"id":"new","match":["/new"],"to":{"screen":"New"}}"#
        #expect(desk.send("POST", Self.app + "/draft/rules", rule).status == 201)
        func ask(_ rules: String) -> Answer {
            let addresses = ["item/7", "sale", "new"].map { #""https://shop.example/\#($0)""# }.joined(separator: ",")
            let body = #"{"addresses":[\#(addresses)],"contexts":[{"platform":"ios"},{}]\#(rules)}"#
            return desk.send("POST", Self.app + "/resolutions", body)
        }
        func outcomes(_ answer: Answer) -> [String] {
            (answer.json["resolutions"]?.arrayValue ?? []).enumerated().map { number, pair in
                #expect(
                    pair["address"] == .integer(Int64(number / 2)) && pair["context"] == .integer(Int64(number % 2)))
                return pair["resolution"]?["screen"]?.stringValue ?? "-"
            }
        }
        let production = ask("")
        #expect(production.status == 200 && production["Cache-Control"] == "no-store")
        #expect(production.json["release"] == 1 && production.json["leftOut"] == 0)
        #expect(outcomes(production) == ["Item", "Item", "-", "-", "-", "-"])
        #expect(outcomes(ask(#","release":1"#)) == outcomes(production))
        for rules in [#","release":2"#, #","channel":"inner""#] {
            let inner = ask(rules)
            #expect(inner.json["release"] == 2)
            #expect(outcomes(inner) == ["Item", "Item", "Sale", "-", "-", "-"])
        }
        let draft = ask(#","release":"draft""#)
        #expect(draft.json["release"] == "draft" && draft.json["revision"] != nil)
        #expect(outcomes(draft) == ["Item", "Item", "Sale", "-", "New", "New"])
        let one = desk.send(
            "POST", Self.app + "/draft/resolve?explain=1",
            #"{"url":"https://shop.example/item/7","context":{"platform":"ios"}}"#)
        let explained = ask(#","release":"draft","explain":true"#)
        #expect(explained.json["resolutions"]?.arrayValue?.first?["resolution"] == one.json)
        #expect(ask(#","release":9"#).status == 404 && ask(#","channel":"none""#).status == 404)
        let before = desk.send("GET", "/v1/audit?limit=1").text
        _ = ask("")
        #expect(desk.send("GET", "/v1/audit?limit=1").text == before)
    }

    @Test("an answer has a limit in bytes, and says how many resolutions it leaves out")
    func long() throws {
        let desk = try desk()
        // Each resolution has its address twice, in the parameter and in the explanation or the path.
        let address = "https://shop.example/item/" + String(repeating: "x", count: 7000)
        let addresses = Array(repeating: "\"\(address)\"", count: 120).joined(separator: ",")
        let contexts = Array(repeating: "{}", count: 8).joined(separator: ",")
        let body = #"{"addresses":[\#(addresses)],"contexts":[\#(contexts)]}"#
        let answer = desk.send("POST", Self.app + "/resolutions", body)
        let shown = answer.json["resolutions"]?.arrayValue?.count ?? 0
        #expect(answer.status == 200 && (1..<960).contains(shown))
        #expect(answer.json["leftOut"] == .integer(Int64(960 - shown)))
        #expect(answer.byteCount < 5 << 20)
    }

    @Test("whoami names what the console's sessions may do, and sign-in links for tokens only")
    func rights() throws {
        let desk = try desk()
        func rights(_ answer: Answer) -> Set<String> {
            Set((answer.json["may"]?.arrayValue ?? []).compactMap(\.stringValue))
        }
        let token = rights(desk.send("GET", "/v1/whoami"))
        let wanted: Set = [
            "listSessions", "deleteSession", "readDraftBody", "readReleaseBody", "resolveMany", "changes",
        ]
        #expect(token.isSuperset(of: wanted) && token.contains("createSignInLink"))
        let session = rights(desk.send("POST", "/console/session", #"{"token":"\#(Desk.adminSecret)"}"#))
        #expect(session == token.subtracting(["createSignInLink"]))
        let fields = IncomingRequest.Fields(host: "localhost:8080", cookie: desk.cookie, fetchSite: "same-origin")
        #expect(rights(desk.ask("GET", "/v1/whoami", nil, fields)) == session)
    }
}
