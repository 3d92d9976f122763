import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Publishing some rules of the draft only", .scheduled)
struct PublishOnlyTests {
    private static let app = "/v1/apps/shop"

    private static func rule(_ id: String, _ screen: String) -> String {
        #"{"id":"\#(id)","match":["/\#(id)"],"to":{"screen":"\#(screen)"}}"#
    }

    private static func draft(_ rules: [String], _ settings: String = "") -> String {
        #"{"settings":{"origins":["https://shop.example"]\#(settings)},"rules":[\#(rules.joined(separator: ","))]}"#
    }

    /// A desk that serves a, b, c and d; the draft has another b, no c, a new e, another d and other settings.
    private func desk() throws -> Desk {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        _ = desk.send("PUT", Self.app + "/draft", Self.draft(["a", "b", "c", "d"].map { Self.rule($0, "Old") }))
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"first"}"#).status == 201)
        let rules = [Self.rule("a", "Old"), Self.rule("e", "New"), Self.rule("b", "New"), Self.rule("d", "New")]
        let edited = Self.draft(rules, #","destinations":["https://new.example"]"#)
        #expect(desk.send("PUT", Self.app + "/draft", edited).status == 200)
        return desk
    }

    /// The rules of the draft, in order, each with its screen.
    private func rules(_ desk: Desk) -> [String] {
        desk.send("GET", Self.app + "/draft").json["rules"]?.arrayValue?.compactMap { rule in
            "\(rule["id"]?.stringValue ?? "") \(rule["to"]?["screen"]?.stringValue ?? "")"
        } ?? []
    }

    private func isUnpublished(_ desk: Desk) -> Bool {
        desk.send("GET", Self.app + "/draft/summary").json["unpublished"] == true
    }

    @Test("the release has the named rules as the draft has them, the others and the settings as they were")
    func mixes() throws {
        let desk = try desk()
        let before = desk.send("GET", Self.app + "/draft").text
        let answer = desk.send("POST", Self.app + "/releases", #"{"message":"some","only":["e","b","c"]}"#)
        #expect(answer.status == 201, "\(answer.text)")
        #expect(desk.send("GET", Self.app + "/draft").text == before && isUnpublished(desk))
        let body = desk.send("GET", Self.app + "/rules", token: nil).json
        let served = body["rules"]?.arrayValue?.compactMap { $0["id"]?.stringValue }
        #expect(served.map(Set.init) == ["a", "b", "d", "e"], "\(body)")
        #expect(body["settings"]?["destinations"] == nil)
        // The store keeps what the release was made of: differences and a restore are about that.
        let difference = desk.send("GET", Self.app + "/releases/1/diff/2").json
        #expect(difference["added"] == ["e"] && difference["changed"] == ["b"] && difference["removed"] == ["c"])
        #expect(difference["settings"] == false)
        let rest = desk.send("GET", Self.app + "/draft/diff").json
        #expect(rest["added"] == [] && rest["changed"] == ["d"] && rest["settings"] == true)
        #expect(desk.send("POST", Self.app + "/releases/2/restore", #"{"message":"m"}"#).status == 409)
        #expect(desk.send("POST", Self.app + "/releases/2/restore?force=1", #"{"message":"m"}"#).status == 201)
        #expect(rules(desk) == ["a Old", "e New", "b New", "d Old"])
    }

    @Test("the audit names the rules, is found by them, and the draft counts as published when nothing is left")
    func audit() throws {
        let desk = try desk()
        let settings = #"{"origins":["https://shop.example"]}"#
        #expect(desk.send("PUT", Self.app + "/draft/settings", settings).status == 200)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"d","only":["d"]}"#).status == 201)
        #expect(isUnpublished(desk))
        let row = desk.send("GET", "/v1/audit?app=shop&rule=d&limit=1").json["audit"]?.arrayValue?.first
        #expect(row?["action"] == "release.publish" && row?["after"]?["only"] == ["d"], "\(String(describing: row))")
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","only":["b","c","e"]}"#).status == 201)
        #expect(!isUnpublished(desk))
        #expect(desk.send("POST", Self.app + "/releases/1/restore", #"{"message":"back"}"#).status == 201)
    }

    @Test(
        "ids that nothing has are refused with place and nearest name; so are no ids, and a channel that serves nothing"
    )
    func refused() throws {
        let desk = try desk()
        _ = desk.send("POST", Self.app + "/draft/rules", Self.rule("summer", "S"))
        let before = desk.send("GET", Self.app).text
        let unknown = desk.send("POST", Self.app + "/releases", #"{"message":"m","only":["a","sumer","zz"]}"#)
        let errors = unknown.json["errors"]?.arrayValue ?? []
        #expect(unknown.status == 422 && errors.map { $0["pointer"] } == ["/only/1", "/only/2"], "\(unknown.text)")
        #expect(errors.first?["hint"] == #"Did you mean "summer"?"# && errors.first?["column"] == 28)
        for only in ["[]", #""a""#, "[1]", #"["\#(String(repeating: "x", count: 65))"]"#] {
            let answer = desk.send("POST", Self.app + "/releases", #"{"message":"m","only":\#(only)}"#)
            #expect(answer.status == 422 && answer.text.contains(#""pointer":"/only""#), "\(answer.text)")
        }
        let many = (0...1000).map { "\"r\($0)\"" }.joined(separator: ",")
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","only":[\#(many)]}"#).status == 422)
        let new = #"{"message":"m","only":["a"],"channel":"beta","createChannel":true,"public":false}"#
        let nothing = desk.send("POST", Self.app + "/releases", new)
        #expect(nothing.status == 409 && nothing.json["type"] == "urn:waymark:problem:nothing-served")
        let restore = desk.send("POST", Self.app + "/releases/1/restore?force=1", #"{"message":"m","only":["a"]}"#)
        #expect(restore.status == 422)
        #expect(desk.send("GET", Self.app).text == before)
    }

    @Test("the mixed release is checked as a whole, under the precondition of every publish")
    func checked() throws {
        let desk = try desk()
        let order = #"{"message":"m","only":["b"]}"#
        #expect(desk.send("POST", Self.app + "/releases", order, ifMatch: nil).status == 428)
        #expect(desk.send("POST", Self.app + "/releases", order, ifMatch: "\"r1\"").status == 412)
        let wrong = #"{"expectations":[{"url":"https://shop.example/b","expect":{"screen":"Old"}}]}"#
        #expect(desk.send("PUT", Self.app + "/expectations", wrong).status == 200)
        let blocked = desk.send("POST", Self.app + "/releases", order)
        #expect(blocked.status == 422 && blocked.text.contains("expectation-failed"), "\(blocked.text)")
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","only":["d"]}"#).status == 201)
        let shrinks = desk.send("POST", Self.app + "/releases", #"{"message":"m","only":["c"],"allowShrink":false}"#)
        #expect(shrinks.status == 201, "one of four rules may leave: \(shrinks.text)")
    }
}
