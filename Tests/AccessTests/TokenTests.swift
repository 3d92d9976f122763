import CanonicalJSON
import HTTPFetching
import ReleaseStore
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("The rights of new tokens, and the limit on wrong tokens", .scheduled, .serialized)
struct TokenTests {
    @Test("wrong tokens are limited per address, and a new token has no more rights than its creator")
    func limits() throws {
        let server = try LiveServer(["failedAttemptsPerMinute": "3"])
        // A chosen token is accepted from sources that have used it before, a token made by the server from any.
        let made = try server.makeToken("viewer").secret
        let statuses = try (0..<5).map { _ in try server.send("GET", "/v1/whoami", token: "wmk_wrong_wrong").status }
        #expect(statuses == [401, 401, 401, 429, 429])
        #expect(try server.send("GET", "/v1/whoami").status == 200)
        #expect(try server.send("GET", "/v1/whoami", token: made).status == 200)
        let limited = try server.makeToken("admin").secret
        let above = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"admin","apps":"all"}"#, token: limited)
        #expect(above.status == 403)
        let same = try server.send("POST", "/v1/tokens", #"{"name":"x","role":"editor"}"#, token: limited)
        #expect(same.status == 201 && same.json["apps"] == ["shop"])
    }

    private func make(_ desk: Desk, _ body: String, by token: String? = Desk.adminSecret) -> (
        id: String, secret: String
    ) {
        let made = desk.send("POST", "/v1/tokens", body, token: token).json
        return (made["id"]?.stringValue ?? "", made["token"]?.stringValue ?? "")
    }

    @Test("a live token's name is not given again, in its spelling or while it is being made, and free after its end")
    func names() throws {
        let desk = try Desk()
        desk.makeShop()
        func status(_ body: String) -> (Int, String) {
            let answer = desk.send("POST", "/v1/tokens", body)
            return (answer.status, answer.text)
        }
        let first = make(desk, #"{"name":"build","role":"viewer"}"#).id
        let again = status(#"{"name":"build","role":"editor","apps":["shop"]}"#)
        #expect(again.0 == 409 && again.1.contains("urn:waymark:problem:exists"), "\(again.1)")
        #expect(again.1.contains("a live token (\(first)) is already called “build”"), "\(again.1)")
        #expect(status(#"{"name":"Build","role":"viewer"}"#).0 == 201)
        #expect(desk.send("DELETE", "/v1/tokens/\(first)").status == 204)
        #expect(status(#"{"name":"build","role":"viewer"}"#).0 == 201)
        // An administrator of another app does not get the id.
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let limited = make(desk, #"{"name":"other","role":"admin","apps":["other"]}"#).secret
        let hidden = desk.send("POST", "/v1/tokens", #"{"name":"build","role":"viewer"}"#, token: limited)
        #expect(hidden.status == 409 && hidden.text.contains("a live token is already called"), "\(hidden.text)")
    }

    @Test("an app that does not exist is refused with the most similar one, and not told to those who may not see it")
    func unknownApps() throws {
        let desk = try Desk()
        desk.makeShop()
        let typed = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer","apps":["shpo"]}"#)
        let error = typed.json["errors"]?[0]
        #expect(typed.status == 422 && error?["pointer"] == "/apps" && error?["hint"] == #"Did you mean "shop"?"#)
        let channel = desk.send("POST", "/v1/tokens", #"{"name":"t","role":"viewer","channels":["nothing/x"]}"#)
        #expect(channel.status == 422 && channel.json["errors"]?[0]?["pointer"] == "/channels", "\(channel.text)")
        let limited = make(desk, #"{"name":"a","role":"admin","apps":["shop"]}"#).secret
        for app in ["shpo", "other"] {
            let body = #"{"name":"t","role":"viewer","apps":["\#(app)"]}"#
            #expect(desk.send("POST", "/v1/tokens", body, token: limited).status == 403)
        }
    }

    @Test("a publisher for one channel publishes there only, and moves and creates no other channel")
    func channel() throws {
        let desk = try Desk()
        desk.makeShop()
        let token = make(desk, #"{"name":"s","role":"publisher","channels":["shop/staging"]}"#).secret
        func status(_ method: String, _ path: String, _ body: String) -> Int {
            desk.send(method, "/v1/apps/shop/" + path, body, token: token).status
        }
        let own = desk.send("GET", "/v1/whoami", token: token).json
        #expect(own["apps"] == ["shop"] && own["channels"] == ["shop/staging"])
        #expect(
            status("POST", "releases", #"{"message":"m","channel":"staging","createChannel":true,"public":false}"#)
                == 201)
        #expect(status("POST", "releases", #"{"message":"m"}"#) == 403)
        #expect(status("POST", "releases/1/restore?force=1", #"{"message":"m","channel":"staging"}"#) == 201)
        #expect(status("POST", "releases/1/restore?force=1", #"{"message":"m"}"#) == 403)
        let rule = #"{"id":"r","match":["/r"],"to":{"screen":"R"}}"#
        #expect(status("POST", "draft/rules?publish=1", rule) == 403)
        #expect(status("POST", "draft/rules?publish=1&channel=staging", rule) == 201)
        #expect(status("PUT", "channels/staging", #"{"version":1}"#) == 200)
        #expect(status("PUT", "channels/production", #"{"version":1}"#) == 403)
        #expect(status("PUT", "channels/new", #"{"version":1,"public":true}"#) == 403)
        #expect(desk.send("GET", "/v1/apps/shop/channels/production").json["version"] == 1)
        let refused = desk.send("PUT", "/v1/apps/shop/channels/production", #"{"version":1}"#, token: token)
        #expect(refused.text.contains("these channels of shop only: staging"), "\(refused.text)")
    }

    @Test("channels that a token cannot have are refused with their place, and a limited token passes its limit on")
    func channelLimits() throws {
        let desk = try Desk()
        desk.makeShop()
        for members in [
            #""apps":"all","channels":["shop/staging"]"#, #""apps":["other"],"channels":["shop/staging"]"#,
            #""channels":["shop"]"#, #""channels":[]"#, #""channels":["shop/"]"#,
        ] {
            let refused = desk.send("POST", "/v1/tokens", #"{"name":"n","role":"viewer",\#(members)}"#)
            #expect(refused.status == 422 && refused.text.contains(#""pointer":"/channels""#), "\(refused.text)")
        }
        let admin = make(desk, #"{"name":"a","role":"admin","channels":["shop/staging"]}"#).secret
        let inherited = desk.send("POST", "/v1/tokens", #"{"name":"i","role":"viewer"}"#, token: admin).json
        #expect(inherited["channels"] == ["shop/staging"])
        let wider = desk.send(
            "POST", "/v1/tokens", #"{"name":"w","role":"viewer","channels":["shop/production"]}"#, token: admin)
        #expect(wider.status == 403)
    }

    @Test("a rotated token is accepted with both secrets until the first one ends")
    func rotation() throws {
        let desk = try Desk()
        let token = make(desk, #"{"name":"t","role":"viewer"}"#)
        func isAccepted(_ secret: String) -> Bool { desk.send("GET", "/v1/whoami", token: secret).status == 200 }
        let rotated = desk.send("POST", "/v1/tokens/\(token.id)/rotate", #"{"overlapSeconds":60}"#)
        let second = rotated.json["token"]?.stringValue ?? ""
        #expect(rotated.status == 200 && rotated.json["previousUntil"] == "2027-01-15T08:01:00Z")
        #expect(isAccepted(token.secret) && isAccepted(second))
        desk.now += 60_000
        #expect(!isAccepted(token.secret) && isAccepted(second))
        let third = desk.send("POST", "/v1/tokens/\(token.id)/rotate", #"{"overlapSeconds":0}"#).json["token"]
        #expect(!isAccepted(second) && isAccepted(third?.stringValue ?? ""))
        #expect(desk.send("POST", "/v1/tokens/none/rotate", "{}").status == 404)
        #expect(desk.send("POST", "/v1/tokens/\(token.id)/rotate", #"{"overlapSeconds":-1}"#).status == 422)
        #expect(desk.send("DELETE", "/v1/tokens/\(token.id)").status == 204)
        #expect(!isAccepted(third?.stringValue ?? ""))
    }

    @Test("an administrator of an app lists, rotates and revokes that app's tokens and no others")
    func appAdministrator() throws {
        let desk = try Desk()
        desk.makeShop()
        let admin = make(desk, #"{"name":"shop admin","role":"admin","apps":["shop"]}"#)
        let own = make(desk, #"{"name":"own","role":"editor","apps":["shop"]}"#)
        _ = desk.send("POST", "/v1/apps", #"{"app":"other"}"#)
        let both = make(desk, #"{"name":"both","role":"viewer","apps":["shop","other"]}"#)
        let listed = desk.send("GET", "/v1/tokens", token: admin.secret)
        #expect(listed.json["tokens"]?.arrayValue?.map { $0["id"]?.stringValue } == [admin.id, own.id])
        #expect(!listed.text.contains("other"))
        #expect(desk.send("POST", "/v1/tokens/\(own.id)/rotate", "{}", token: admin.secret).status == 200)
        #expect(desk.send("POST", "/v1/tokens/\(both.id)/rotate", "{}", token: admin.secret).status == 403)
        #expect(desk.send("DELETE", "/v1/tokens/\(both.id)", token: admin.secret).status == 403)
        #expect(desk.send("DELETE", "/v1/tokens/\(own.id)", token: admin.secret).status == 204)
        let first = desk.send("GET", "/v1/tokens?limit=1").json
        #expect(first["tokens"]?.arrayValue?.count == 1)
        let rest = desk.send("GET", "/v1/tokens?after=\(first["next"]?.stringValue ?? "")").json
        #expect(rest["tokens"]?.arrayValue?.count == 2 && rest["next"] == .null)
    }
}
