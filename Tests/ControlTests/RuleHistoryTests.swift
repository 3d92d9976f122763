import CanonicalJSON
import ReleaseStore
import StoreRecords
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("The history of a rule, and the way back", .scheduled)
struct RuleHistoryTests {
    private static let app = "/v1/apps/shop"
    private static let history = app + "/draft/rules/item/history"

    private func put(_ desk: Desk, _ screen: String, token: String? = Desk.adminSecret) {
        let rule = #"{"match":["/item/:id"],"to":{"screen":"\#(screen)"},"note":"note \#(screen)"}"#
        #expect((200..<300).contains(desk.send("PUT", Self.app + "/draft/rules/item", rule, token: token).status))
        desk.now += 1000
    }

    private func publish(_ desk: Desk, _ message: String) {
        let order = #"{"message":"\#(message)","notes":"about \#(message)","allowShrink":true}"#
        #expect(desk.send("POST", Self.app + "/releases", order).status == 201)
        desk.now += 1000
    }

    private func screen(_ rule: JSONValue?) -> String {
        rule == .null ? "none" : rule?["to"]?["screen"]?.stringValue ?? "absent"
    }

    @Test("it has the releases that changed the rule, with author, message and notes, and its edits with both texts")
    func versions() throws {
        let desk = try Desk()
        desk.makeShop()
        let ann = desk.send("POST", "/v1/tokens", #"{"name":"ann","role":"editor"}"#).json["token"]?.stringValue
        put(desk, "Two", token: ann)
        put(desk, "Three")
        publish(desk, "second")
        publish(desk, "the same again")
        #expect(desk.send("DELETE", Self.app + "/draft/rules/item").status == 204)
        publish(desk, "gone")
        let json = desk.send("GET", Self.history, token: ann).json
        let releases = json["releases"]?.arrayValue ?? []
        #expect(releases.map { $0["version"] } == [4, 2, 1])
        #expect(releases.map { screen($0["rule"]) } == ["none", "Three", "Item"])
        #expect(releases[1]["rule"]?["note"] == "note Three" && releases[1]["message"] == "second")
        #expect(releases[1]["notes"] == "about second" && releases[1]["author"]?.stringValue != nil)
        let edits = json["edits"]?.arrayValue ?? []
        #expect(edits.map { $0["change"] } == ["removed", "changed", "changed", "added"])
        #expect(edits.map { $0["action"] } == ["rule.delete", "rule.replace", "rule.replace", "draft.replace"])
        #expect(edits[2]["by"] == "ann" && screen(edits[2]["before"]) == "Item" && screen(edits[2]["after"]) == "Two")
        #expect(json["next"] == .null && json["editsIncomplete"] == false && json["rule"] == "item")
        let never = desk.send("GET", Self.app + "/draft/rules/never/history").json
        #expect(never["releases"] == [] && never["edits"] == [] && never["next"] == .null)
        #expect(desk.send("GET", "/v1/apps/none/draft/rules/item/history").status == 404)
        #expect(desk.send("GET", Self.app + "/draft/rules/a,b/history").status == 404)
    }

    @Test("a release whose draft is damaged is named: whether it changed the rule is not known")
    func damaged() throws {
        let desk = try Desk()
        desk.makeShop()
        put(desk, "Two")
        publish(desk, "second")
        publish(desk, "third")
        _ = try desk.store.write { session in
            try session.run(
                """
                UPDATE blob_chunks SET bytes = X'00'
                WHERE blob_id = (SELECT draft_blob FROM release_contents WHERE version = 2)
                """)
        }
        let json = desk.send("GET", Self.history).json
        #expect(json["damaged"] == [2])
        #expect((json["releases"]?.arrayValue ?? []).map { $0["version"] } == [3, 1])
        #expect(desk.send("GET", Self.app + "/draft/rules/never/history").json["damaged"] == [2])
    }

    @Test("pages read a bounded number of releases, and together they have every version and every edit once")
    func pages() throws {
        let desk = try Desk()
        desk.makeShop()
        let count = ControlLimits.historyReleasesPerPage * 2 + 3
        for number in 2...count {
            // Every second release changes the rule.
            if number % 2 == 0 { put(desk, "S\(number)") }
            publish(desk, "\(number)")
        }
        var (versions, edits, pages, after) = ([JSONValue?](), [JSONValue?](), 0, "")
        while pages < 10 {
            let json = desk.send("GET", Self.history + after).json
            versions += (json["releases"]?.arrayValue ?? []).map { $0["version"] }
            edits += (json["edits"]?.arrayValue ?? []).map { $0["sequence"] }
            pages += 1
            guard let next = json["next"]?.stringValue else { break }
            after = "?after=\(next)"
        }
        let changing = (1...count).reversed().filter { number in number == 1 || number % 2 == 0 }
        let expected: [JSONValue?] = changing.map { JSONValue.integer(Int64($0)) }
        #expect(pages == 3 && versions == expected, "\(pages): \(versions)")
        #expect(edits.count == count / 2 + 1 && Set(edits).count == edits.count, "\(edits)")
        #expect(desk.send("GET", Self.history + "?after=99").status == 404)
    }

    @Test("a rule comes back as a release has it: in its place, or at the end; the audit names the release")
    func restores() throws {
        let desk = try Desk()
        desk.makeShop()
        put(desk, "Two")
        let path = Self.app + "/draft/rules/item/restore"
        #expect(desk.send("POST", path, #"{"from":1}"#, ifMatch: nil).status == 428)
        #expect(desk.send("POST", path, #"{"from":1}"#, ifMatch: "\"r1\"").status == 412)
        let back = desk.send("POST", path, #"{"from":1}"#)
        #expect(back.status == 200 && screen(back.json) == "Item" && back["ETag"] == "\"r4\"", "\(back.text)")
        let row = desk.send("GET", "/v1/audit?app=shop&rule=item&limit=1").json["audit"]?.arrayValue?.first
        #expect(row?["action"] == "rule.restore" && row?["after"]?["from"] == 1, "\(String(describing: row))")
        #expect(desk.send("DELETE", Self.app + "/draft/rules/item").status == 204)
        let again = desk.send("POST", path + "?publish=1&message=back", #"{"from":1}"#)
        #expect(again.status == 201 && desk.send("GET", Self.app + "/releases/2").json["message"] == "back")
        let detail = desk.send("GET", Self.history).json["edits"]?.arrayValue?.first
        #expect(detail?["action"] == "rule.restore" && detail?["change"] == "added")
    }

    @Test("a release without the rule, an unknown one, and a rule that the settings no longer allow are refused")
    func refused() throws {
        let desk = try Desk()
        desk.makeShop()
        let out = #"{"id":"out","match":["/out"],"to":{"redirect":"https://shop.example/x"}}"#
        #expect(desk.send("POST", Self.app + "/draft/rules", out).status == 201)
        publish(desk, "second")
        let settings = #"{"origins":["https://other.example"],"destinations":["https://other.example"]}"#
        #expect(desk.send("PUT", Self.app + "/draft/settings", settings).status == 200)
        let before = desk.send("GET", Self.app + "/draft").text
        func restore(_ id: String, _ body: String) -> Answer {
            desk.send("POST", Self.app + "/draft/rules/\(id)/restore", body)
        }
        let absent = restore("out", #"{"from":1}"#)
        #expect(absent.status == 404 && absent.text.contains("release 1 of shop has no rule out"), "\(absent.text)")
        #expect(restore("out", #"{"from":9}"#).status == 404)
        for body in ["{}", #"{"from":"1"}"#, #"{"from":0}"#, #"{"from":1,"force":true}"#] {
            #expect(restore("out", body).status == 422, "\(body)")
        }
        let outside = restore("out", #"{"from":2}"#)
        #expect(outside.status == 422 && outside.text.contains("destination"), "\(outside.text)")
        #expect(desk.send("GET", Self.app + "/draft").text == before)
    }
}
