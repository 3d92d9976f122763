import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("The summary of a publish", .scheduled)
struct SummaryTests {
    private static let app = "/v1/apps/shop"

    @Test("it names added, changed, removed and moved rules, their editors, the findings and both versions")
    func summary() throws {
        let desk = try Desk()
        desk.makeShop()
        let ann = desk.send("POST", "/v1/tokens", #"{"name":"ann","role":"editor"}"#).json["token"]?.stringValue
        let bob = desk.send("POST", "/v1/tokens", #"{"name":"bob","role":"editor"}"#).json["token"]?.stringValue
        let same = desk.send("GET", Self.app + "/draft/summary")
        #expect(same.status == 200 && same["ETag"] == "\"r2\"" && same.json["unpublished"] == false)
        #expect(same.json["authors"] == [] && same.json["edits"] == [])
        let other = #"{"match":["/item/:id"],"to":{"screen":"Other"}}"#
        _ = desk.send("PUT", Self.app + "/draft/rules/item", other, token: ann)
        let shadow = #"{"id":"new","match":["/item/:id"],"to":{"screen":"New"}}"#
        _ = desk.send("POST", Self.app + "/draft/rules", shadow, token: bob)
        _ = desk.send("PUT", Self.app + "/draft/settings", #"{"origins":["https://shop.example"]}"#, token: bob)
        let answer = desk.send("GET", Self.app + "/draft/summary", token: ann)
        let json = answer.json
        #expect(answer["ETag"] == "\"r5\"" && json["revision"] == 5 && json["current"] == 1 && json["next"] == 2)
        #expect(json["added"] == ["count": 1, "rules": ["new"]] && json["changed"] == ["count": 1, "rules": ["item"]])
        #expect(json["removed"] == ["count": 0, "rules": []] && json["moved"] == ["count": 0, "rules": []])
        #expect(json["settings"] == true && json["unpublished"] == true && json["public"] == true)
        #expect(json["rules"] == 2 && json["served"] == 1 && json["shrinks"] == false && json["exists"] == true)
        #expect((json["errors"]?.integerValue ?? 0) + (json["warnings"]?.integerValue ?? 0) > 0, "\(answer.text)")
        #expect(json["authors"] == ["ann", "bob"])
        let edits = (json["edits"]?.arrayValue ?? []).map { [$0["rule"] ?? .null, $0["by"] ?? .null] }
        #expect(edits == [[.null, "bob"], ["item", "ann"], ["new", "bob"]])
    }

    @Test("another channel, one that serves nothing, and one that does not exist are compared with what they serve")
    func channels() throws {
        let desk = try Desk()
        desk.makeShop()
        let none = desk.send("GET", Self.app + "/draft/summary?channel=beta").json
        #expect(none["exists"] == false && none["public"] == .null && none["current"] == .null)
        #expect(none["added"]?["rules"] == ["item"] && none["served"] == 0)
        _ = desk.send("PUT", Self.app + "/channels/beta", #"{"version":1,"public":false}"#)
        _ = desk.send("DELETE", Self.app + "/draft/rules/item")
        let beta = desk.send("GET", Self.app + "/draft/summary?channel=beta").json
        #expect(beta["public"] == false && beta["removed"]?["rules"] == ["item"] && beta["shrinks"] == true)
        #expect(desk.send("GET", Self.app + "/draft/summary?channel=No!").status == 400)
        #expect(desk.send("GET", "/v1/apps/none/draft/summary").status == 404)
    }

    @Test("the editor of the settings is the latest one, also where they came with a whole draft")
    func settings() throws {
        let desk = try Desk()
        desk.makeShop()
        let bob = desk.send("POST", "/v1/tokens", #"{"name":"bob","role":"editor"}"#).json["token"]?.stringValue
        let ann = desk.send("POST", "/v1/tokens", #"{"name":"ann","role":"editor"}"#).json["token"]?.stringValue
        let settings = #"{"origins":["https://shop.example"],"schemes":["shop"]}"#
        _ = desk.send("PUT", Self.app + "/draft/settings", settings, token: bob)
        #expect(desk.send("GET", Self.app + "/draft/summary").json["authors"] == ["bob"])
        let draft = #"""
            {"settings":{"origins":["https://shop.example"]},
            "rules":[{"id":"item","match":["/item/:id"],"to":{"screen":"Item"}}]}
            """#
        _ = desk.send("PUT", Self.app + "/draft", draft, token: ann)
        let json = desk.send("GET", Self.app + "/draft/summary").json
        #expect(json["settings"] == true && json["authors"] == ["ann"], "\(json)")
    }

    @Test("with only, it is the summary of a publish of these rules; unknown rules are refused with the nearest name")
    func only() throws {
        let desk = try Desk()
        desk.makeShop()
        for id in ["summer", "winter"] {
            let rule = #"{"id":"\#(id)","match":["/\#(id)"],"to":{"screen":"S"}}"#
            _ = desk.send("POST", Self.app + "/draft/rules", rule)
        }
        _ = desk.send("DELETE", Self.app + "/draft/rules/item")
        _ = desk.send("PUT", Self.app + "/draft/settings", #"{"origins":["https://new.example"]}"#)
        let some = desk.send("GET", Self.app + "/draft/summary?only=summer").json
        #expect(some["added"]?["rules"] == ["summer"] && some["removed"]?["count"] == 0, "\(some)")
        #expect(some["rules"] == 2 && some["settings"] == false && some["unpublished"] == true)
        let removal = desk.send("GET", Self.app + "/draft/summary?only=item").json
        #expect(removal["removed"]?["rules"] == ["item"] && removal["shrinks"] == true)
        let unknown = desk.send("GET", Self.app + "/draft/summary?only=summer,wintr")
        #expect(unknown.status == 422 && unknown.text.contains("did you mean winter?"), "\(unknown.text)")
        let refused = [("only=", 400), ("only=item,,summer", 400), ("channel=", 400), ("only=item&channel=beta", 409)]
        for (query, status) in refused {
            #expect(desk.send("GET", Self.app + "/draft/summary?\(query)").status == status, "\(query)")
        }
    }

    @Test("after a publish of some rules, the editors of the rest are still named")
    func rest() throws {
        let desk = try Desk()
        desk.makeShop()
        let ann = desk.send("POST", "/v1/tokens", #"{"name":"ann","role":"editor"}"#).json["token"]?.stringValue
        for id in ["a", "b"] {
            let rule = #"{"id":"\#(id)","match":["/\#(id)"],"to":{"screen":"S"}}"#
            _ = desk.send("POST", Self.app + "/draft/rules", rule, token: ann)
        }
        desk.now += 1000
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","only":["a"]}"#).status == 201)
        let json = desk.send("GET", Self.app + "/draft/summary").json
        #expect(json["added"]?["rules"] == ["b"] && json["authors"] == ["ann"])
    }
}
