import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Trying addresses on a draft and on private channels", .scheduled)
struct DraftResolveTests {
    private static let app = "/v1/apps/shop"
    private static let path = app + "/draft/resolve"

    private func viewer(_ desk: Desk, _ apps: String = "shop") -> String? {
        if apps != "shop" { _ = desk.send("POST", "/v1/apps", #"{"app":"\#(apps)"}"#) }
        let name = "viewer \(UInt32.random(in: 0 ... .max))"
        return desk.send("POST", "/v1/tokens", #"{"name":"\#(name)","role":"viewer","apps":["\#(apps)"]}"#)
            .json["token"]?.stringValue
    }

    @Test("the draft answers with its own rules, for a context and an instant, explained if asked")
    func draft() throws {
        let desk = try Desk()
        desk.makeShop()
        let rule = #"""
            {"id":"sale","match":["/sale"],"when":{"platform":["ios"],"after":"2030-01-01T00:00:00Z"},"to":{"screen":"Sale"}}
            """#
        #expect(desk.send("POST", Self.app + "/draft/rules", rule).status == 201)
        let token = viewer(desk)
        func outcome(_ body: String) -> JSONValue? { desk.send("POST", Self.path, body, token: token).json["outcome"] }
        let sale = #""url":"https://shop.example/sale""#
        let ios = #""context":{"platform":"ios"}"#
        #expect(outcome("{\(sale)}") == "unmatched")
        #expect(outcome("{\(sale),\(ios)}") == "unmatched")
        #expect(outcome("{\(sale),\(ios),\"at\":\"2030-06-01T00:00:00Z\"}") == "screen")
        // The release does not have the rule.
        let served = desk.send("POST", Self.app + "/resolve", "{\(sale),\(ios),\"at\":\"2030-06-01T00:00:00Z\"}")
        #expect(served.json["outcome"] == "unmatched")
        let explained = desk.send("POST", Self.path + "?explain=1", "{\(sale)}", token: token)
        #expect(explained.status == 200 && explained["ETag"] == "\"r3\"")
        #expect(explained.text.contains("explanation") && explained.text.contains("sale"), "\(explained.text)")
        let before = desk.send("GET", "/v1/audit?limit=1").text
        _ = outcome("{\(sale)}")
        #expect(desk.send("GET", "/v1/audit?limit=1").text == before)
    }

    @Test("wrong bodies, parameters and callers are refused with what to do")
    func refused() throws {
        let desk = try Desk()
        desk.makeShop()
        for (body, text) in [
            ("{}", "/url"), (#"{"url":"https://a","contxt":{}}"#, "context"),
            (#"{"url":"https://a","context":{"platfrom":"ios"}}"#, "platform"),
            (#"{"url":"https://a","at":"x"}"#, "/at"),
        ] {
            let answer = desk.send("POST", Self.path, body)
            #expect(answer.status == 422 && answer.text.contains(text), "\(answer.text)")
        }
        let url = #"{"url":"https://a"}"#
        #expect(desk.send("POST", Self.path + "?channel=beta", url).status == 400)
        #expect(desk.send("POST", Self.path, url, token: nil).status == 401)
        #expect(desk.send("POST", Self.path, url, token: viewer(desk, "other")).status == 403)
        #expect(desk.send("POST", "/v1/apps/none/draft/resolve", url).status == 404)
    }

    @Test("the check of a draft runs the stored test addresses on it")
    func expectations() throws {
        let desk = try Desk()
        desk.makeShop()
        let stored = #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"screen":"Item"}}]}"#
        #expect(desk.send("PUT", Self.app + "/expectations", stored).status == 200)
        #expect(desk.send("POST", Self.app + "/draft/check", token: viewer(desk)).json["blocks"] == false)
        #expect(desk.send("DELETE", Self.app + "/draft/rules/item").status == 204)
        let answer = desk.send("POST", Self.app + "/draft/check", token: viewer(desk))
        #expect(answer.json["blocks"] == true && answer.text.contains("expectation-failed"), "\(answer.text)")
    }

    @Test("a viewer's token resolves and explains on a private channel, by both methods; without it, it does not exist")
    func privateChannel() throws {
        let desk = try Desk()
        desk.makeShop()
        let rule = #"{"id":"beta","match":["/beta"],"to":{"screen":"Beta"}}"#
        let publish = "/draft/rules?publish=1&channel=staging&createChannel=1&public=0"
        #expect(desk.send("POST", Self.app + publish, rule).status == 201)
        let token = viewer(desk)
        let body = #"{"url":"https://shop.example/beta"}"#
        let get = Self.app + "/resolve?channel=staging&explain=1&url=https%3A%2F%2Fshop.example%2Fbeta"
        let post = Self.app + "/resolve?channel=staging&explain=1"
        for answer in [desk.send("GET", get, token: token), desk.send("POST", post, body, token: token)] {
            #expect(answer.status == 200 && answer.json["outcome"] == "screen", "\(answer.text)")
            #expect(answer.text.contains("explanation"))
        }
        #expect(desk.send("GET", get, token: nil).status == 404)
        #expect(desk.send("POST", post, body, token: nil).status == 404)
        #expect(desk.send("GET", get, token: viewer(desk, "other")).status == 403)
        #expect(
            desk.send("GET", Self.app + "/resolve?url=https%3A%2F%2Fshop.example%2Fbeta").json["outcome"] == "unmatched"
        )
    }
}
