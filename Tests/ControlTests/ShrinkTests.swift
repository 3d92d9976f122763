import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("A publish that removes most rules needs a permission", .scheduled)
struct ShrinkTests {
    private static let app = "/v1/apps/shop"

    /// A draft with rules of these ids; those with a `-` before them are disabled.
    private static func draft(_ ids: [String]) -> String {
        let rules = ids.map { id in
            let name = id.drop { $0 == "-" }
            let enabled = id.hasPrefix("-") ? #","enabled":false"# : ""
            return #"{"id":"\#(name)","match":["/\#(name)"],"to":{"screen":"S"}\#(enabled)}"#
        }
        return #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
    }

    /// A desk whose production serves these rules, and whose draft has others.
    private func desk(serving ids: [String], draft: [String]) throws -> Desk {
        let desk = try Desk()
        _ = desk.send("POST", "/v1/apps", #"{"app":"shop"}"#)
        _ = desk.send("PUT", Self.app + "/draft", Self.draft(ids))
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"first"}"#).status == 201)
        #expect(desk.send("PUT", Self.app + "/draft", Self.draft(draft)).status == 200)
        return desk
    }

    @Test(
        "refused: no rule left, or more than half of at least four; disabled rules do not count",
        arguments: [
            (["a"], []), (["a", "b"], ["-a", "-b"]), (["a", "b", "c", "d"], ["a"]),
            (["a", "b", "c", "d"], ["-a", "-b", "-c", "d"]), (["a", "b", "c", "d"], ["a", "x", "y", "z"]),
        ] as [([String], [String])])
    func refused(_ served: [String], _ draft: [String]) throws {
        let desk = try desk(serving: served, draft: draft)
        let before = desk.send("GET", Self.app).text
        let answer = desk.send("POST", Self.app + "/releases", #"{"message":"m"}"#)
        #expect(answer.status == 409 && answer.json["type"] == "urn:waymark:problem:shrinks", "\(answer.text)")
        let removed = Set(served).subtracting(draft).count
        #expect(answer.json["removed"] == .integer(Int64(removed)))
        #expect(answer.json["served"] == .integer(Int64(served.count)))
        #expect(answer.json["detail"]?.stringValue?.contains(#"send "allowShrink": true"#) == true)
        #expect(desk.send("GET", Self.app + "/draft/summary").json["shrinks"] == true)
        #expect(desk.send("GET", Self.app).text == before)
        let allowed = desk.send("POST", Self.app + "/releases", #"{"message":"m","allowShrink":true}"#)
        #expect(allowed.status == 201, "\(allowed.text)")
        // What is served now is what the draft has.
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"again"}"#).status == 201)
    }

    @Test(
        "accepted: up to half of the rules, few rules, more rules, and the first publish to a channel",
        arguments: [
            (["a", "b", "c", "d"], ["a", "b"]), (["a", "b", "c"], ["a"]), (["a"], ["b"]), ([], []), (["-a"], []),
            (["a", "b", "c", "d", "-e", "-f"], ["a", "b"]),
        ] as [([String], [String])])
    func accepted(_ served: [String], _ draft: [String]) throws {
        let desk = try desk(serving: served, draft: draft)
        #expect(desk.send("GET", Self.app + "/draft/summary").json["shrinks"] == false)
        let beta = #"{"message":"m","channel":"beta","createChannel":true,"public":false}"#
        #expect(desk.send("POST", Self.app + "/releases", beta).status == 201)
        let answer = desk.send("POST", Self.app + "/releases", #"{"message":"m"}"#)
        #expect(answer.status == 201, "\(answer.text)")
    }

    @Test("every edit that publishes needs the permission, too; a restore names what it publishes, and needs none")
    func ways() throws {
        let ids = ["a", "b", "c", "d", "e"]
        let edits: [(String, String, String?)] = [
            ("PUT", "/draft", Self.draft(["a"])), ("DELETE", "/draft/rules/a", nil),
            ("PUT", "/draft/settings", #"{"origins":["https://shop.example"]}"#),
            ("PUT", "/draft/rules/a", #"{"match":["/a"],"to":{"screen":"T"}}"#),
            ("POST", "/draft/rules", #"{"id":"n","match":["/n"],"to":{"screen":"N"}}"#),
        ]
        for (method, path, body) in edits {
            let desk = try desk(serving: ids, draft: ["a"])
            let before = desk.send("GET", Self.app + "/draft").text
            let refused = desk.send(method, Self.app + path + "?publish=1", body)
            #expect(refused.status == 409 && refused.text.contains("send allowShrink=1"), "\(refused.text)")
            #expect(desk.send("GET", Self.app + "/draft").text == before)
            let done = desk.send(method, Self.app + path + "?publish=1&allowShrink=1", body)
            #expect((200..<300).contains(done.status), "\(done.text)")
        }
        let desk = try desk(serving: ["a"], draft: ids)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m"}"#).status == 201)
        #expect(desk.send("POST", Self.app + "/releases/1/restore", #"{"message":"back"}"#).status == 201)
        let unknown = desk.send("POST", Self.app + "/releases/1/restore", #"{"message":"m","allowShrink":true}"#)
        #expect(unknown.status == 422 && unknown.text.contains("unknown-key"))
    }
}
