import CanonicalJSON
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("A channel is made, public or not, only where a request says so", .scheduled)
struct ChannelOrderTests {
    private static let app = "/v1/apps/shop"
    private static let rule = #"{"id":"r","match":["/r"],"to":{"screen":"R"}}"#

    private static let settings = #"{"origins":["https://shop.example"]}"#

    /// Every way to publish: by the channel, and by what the order says of it.
    private static let ways: [@Sendable (Desk, String, String?, Bool?) -> Answer] = [
        { desk, name, create, isPublic in
            desk.send("POST", app + "/releases", body(name, create, isPublic))
        },
        { desk, name, create, isPublic in
            desk.send("POST", app + "/releases/1/restore?force=1", body(name, create, isPublic))
        },
        { desk, name, create, isPublic in
            desk.send("POST", app + "/draft/rules?publish=1" + query(name, create, isPublic), rule)
        },
        { desk, name, create, isPublic in
            desk.send("PUT", app + "/draft/rules/r?publish=1" + query(name, create, isPublic), rule)
        },
        { desk, name, create, isPublic in
            desk.send("DELETE", app + "/draft/rules/r?publish=1" + query(name, create, isPublic))
        },
        { desk, name, create, isPublic in
            desk.send(
                "PUT", app + "/draft?publish=1" + query(name, create, isPublic),
                #"{"settings":\#(settings),"rules":[\#(rule)]}"#)
        },
        { desk, name, create, isPublic in
            desk.send("PUT", app + "/draft/settings?publish=1" + query(name, create, isPublic), settings)
        },
    ]

    private static func body(_ name: String, _ create: String?, _ isPublic: Bool?) -> String {
        #"{"message":"m","channel":"\#(name)""# + (create.map { #","createChannel":\#($0)"# } ?? "")
            + (isPublic.map { #","public":\#($0)"# } ?? "") + "}"
    }

    private static func query(_ name: String, _ create: String?, _ isPublic: Bool?) -> String {
        "&channel=\(name)" + (create.map { "&createChannel=\($0)" } ?? "") + (isPublic.map { "&public=\($0)" } ?? "")
    }

    @Test("a publish and a restore are refused if the channel has moved since it was reviewed, with both positions")
    func base() throws {
        let desk = try Desk()
        desk.makeShop()
        func summary() -> JSONValue { desk.send("GET", Self.app + "/draft/summary").json }
        #expect(summary()["sequence"] == 1)
        #expect(desk.send("GET", Self.app + "/draft/summary?channel=beta").json["sequence"] == 0)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"a","base":1}"#).status == 201)
        #expect(desk.send("PUT", Self.app + "/channels/production", #"{"version":1}"#).status == 200)
        for path in ["/releases", "/releases/1/restore?force=1"] {
            let refused = desk.send("POST", Self.app + path, #"{"message":"b","base":2}"#)
            #expect(refused.status == 409 && refused.problem?.code == "channel-moved", "\(refused.text)")
            #expect(refused.json["base"] == 2 && refused.json["sequence"] == 3)
            #expect(refused.text.contains("at 3 and serves release 1"), "\(refused.text)")
            #expect(desk.send("POST", Self.app + path, #"{"message":"b","base":-1}"#).status == 422)
        }
        #expect(desk.send("GET", Self.app + "/releases").json["releases"]?.arrayValue?.count == 2)
        #expect(summary()["sequence"] == 3)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"b","base":3}"#).status == 201)
        // A channel that is not there is at 0, and one that was deleted is not there.
        let new = #"{"message":"c","channel":"beta","createChannel":true,"public":false,"base":"#
        #expect(desk.send("POST", Self.app + "/releases", new + "1}").problem?.code == "channel-moved")
        #expect(desk.send("POST", Self.app + "/releases", new + "0}").status == 201)
        let again = desk.send("POST", Self.app + "/releases", new + "0}")
        #expect(again.status == 409 && again.json["sequence"] == 1)
        #expect(desk.send("DELETE", Self.app + "/channels/beta").status == 204)
        #expect(desk.send("POST", Self.app + "/releases", new + "0}").json["channel"]?["sequence"] == 2)
    }

    @Test("no way to publish makes a channel by its name alone; the refusal has the nearest name", arguments: 0..<7)
    func unknown(way: Int) throws {
        let desk = try Desk()
        desk.makeShop()
        let before = desk.send("GET", Self.app).text + desk.send("GET", Self.app + "/draft").text
        for (create, isPublic) in [(nil, nil), (nil, true), ("false", false)] as [(String?, Bool?)] {
            let answer = Self.ways[way](desk, "prodution", create, isPublic)
            #expect(answer.status == 404 && answer.json["type"] == "urn:waymark:problem:unknown-channel")
            let detail = answer.json["detail"]?.stringValue ?? ""
            #expect(detail.hasPrefix(#"There is no channel "prodution" of shop. Did you mean "production"? To make"#))
            #expect(detail.contains("createChannel") && detail.contains("public"), "\(detail)")
        }
        #expect(desk.send("GET", Self.app).text + desk.send("GET", Self.app + "/draft").text == before)
    }

    @Test("createChannel and public make a channel, once; later publishes leave its visibility", arguments: 0..<7)
    func makes(way: Int) throws {
        for isPublic in [true, false] {
            let desk = try Desk()
            desk.makeShop()
            #expect(desk.send("POST", Self.app + "/draft/rules", Self.rule).status == 201)
            if way == 2 { #expect(desk.send("DELETE", Self.app + "/draft/rules/r").status == 204) }
            let path = Self.app + "/channels/beta"
            #expect((200..<300).contains(Self.ways[way](desk, "beta", "true", isPublic).status))
            #expect(desk.send("GET", path).json["public"] == .bool(isPublic))
            for order in [#"{"message":"m","channel":"beta"}"#, Self.body("beta", "true", isPublic)] {
                #expect(desk.send("POST", Self.app + "/releases", order).status == 201)
                #expect(desk.send("GET", path).json["public"] == .bool(isPublic))
            }
            let before = desk.send("GET", path).text
            let contradiction = desk.send("POST", Self.app + "/releases", Self.body("beta", "true", !isPublic))
            #expect(contradiction.status == 409 && contradiction.text.contains("channel-visibility"))
            #expect(desk.send("GET", path).text == before)
        }
    }

    @Test("createChannel without public is refused with its place, also in the query of an edit that publishes nothing")
    func incomplete() throws {
        let desk = try Desk()
        desk.makeShop()
        let body = desk.send("POST", Self.app + "/releases", Self.body("beta", "true", nil))
        #expect(body.status == 422 && body.text.contains(#""pointer":"/createChannel""#), "\(body.text)")
        let query = desk.send("POST", Self.app + "/draft/rules?channel=beta&createChannel=1", Self.rule)
        #expect(query.status == 422 && query.text.contains("?public=1"), "\(query.text)")
    }

    @Test("production is made again, public, by a publish that names it or no channel, and by no other order")
    func production() throws {
        let desk = try Desk()
        desk.makeShop()
        let path = Self.app + "/channels/production"
        for order in [#"{"message":"m"}"#, Self.body("production", nil, nil), Self.body("production", nil, true)] {
            let tag = desk.send("GET", path)["ETag"]
            #expect(desk.send("DELETE", path, ifMatch: tag).status == 204)
            #expect(desk.send("POST", Self.app + "/releases", Self.body("production", nil, false)).status == 409)
            #expect(desk.send("POST", Self.app + "/releases", order).status == 201)
            #expect(desk.send("GET", path).json["public"] == true)
        }
    }

    @Test("a move to a channel that does not exist says public, whatever If-Match is; a missing one is not made")
    func moves() throws {
        let desk = try Desk()
        desk.makeShop()
        for tag in ["*", "\"s0\"", "\"s7\"", nil] {
            let answer = desk.send("PUT", Self.app + "/channels/prodution", #"{"version":1}"#, ifMatch: tag)
            #expect(answer.status == 404 && answer.json["type"] == "urn:waymark:problem:unknown-channel")
            let detail = answer.json["detail"]?.stringValue ?? ""
            #expect(detail.contains(#"Did you mean "production"? To make it, send "public": true or false."#))
        }
        #expect(desk.send("GET", Self.app).json["channels"]?.arrayValue?.count == 1)
        let made = desk.send("PUT", Self.app + "/channels/beta", #"{"version":1,"public":false}"#)
        #expect(made.status == 200 && made.json["public"] == false)
        let moved = desk.send("PUT", Self.app + "/channels/beta", #"{"version":1}"#)
        #expect(moved.status == 200 && moved.json["public"] == false)
    }

    @Test("the refusal comes before the check: a draft with errors is refused for its channel")
    func order() throws {
        let desk = try Desk()
        desk.makeShop()
        let wrong = #"{"expectations":[{"url":"https://shop.example/item/1","expect":{"unmatched":true}}]}"#
        #expect(desk.send("PUT", Self.app + "/expectations", wrong).status == 200)
        #expect(desk.send("POST", Self.app + "/draft/rules?publish=1&channel=beta", Self.rule).status == 404)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","channel":"beta"}"#).status == 404)
        #expect(desk.send("POST", Self.app + "/draft/rules?publish=1", Self.rule).status == 422)
    }
}
