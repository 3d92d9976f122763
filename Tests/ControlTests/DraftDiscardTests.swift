import CanonicalJSON
import HTTPFetching
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Giving edits of a draft up", .scheduled)
struct DraftDiscardTests {
    private static let app = "/v1/apps/shop"
    private static let path = app + "/draft/discard"

    /// A desk whose draft has another item, a new rule and other settings than production.
    private func desk() throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        let rules = ["item", "new"].map { #"{"id":"\#($0)","match":["/\#($0)"],"to":{"screen":"New"}}"# }
        let draft = #"{"settings":{"origins":["https://new.example"]},"rules":[\#(rules.joined(separator: ","))]}"#
        #expect(desk.send("PUT", Self.app + "/draft", draft).status == 200)
        return desk
    }

    @Test("without rules, the draft becomes what production serves, and has no unpublished edits")
    func whole() throws {
        let desk = try desk()
        let answer = desk.send("POST", Self.path, "{}", ifMatch: "\"r3\"")
        #expect(answer.status == 200 && answer["ETag"] == "\"r4\"" && answer.json["revision"] == 4, "\(answer.text)")
        #expect(answer.json["discarded"] == ["count": 2, "rules": ["item", "new"]] && answer.json["settings"] == true)
        let difference = desk.send("GET", Self.app + "/draft/diff").json
        #expect(difference["added"] == [] && difference["changed"] == [] && difference["settings"] == false)
        #expect(desk.send("GET", Self.app + "/draft/summary").json["unpublished"] == false)
        let row = desk.send("GET", "/v1/audit?app=shop&rule=new&limit=1").json["audit"]?.arrayValue?.first
        #expect(row?["action"] == "draft.discard" && row?["after"]?["from"] == 1, "\(String(describing: row))")
        #expect(desk.send("POST", Self.app + "/releases/1/restore", #"{"message":"m"}"#).status == 201)
        // The settings that are in memory are those of the release again.
        let item = #"{"match":["/item/:id"],"to":{"redirect":"https://shop.example/x"}}"#
        #expect(desk.send("PUT", Self.app + "/draft/rules/item", item).status == 200)
    }

    @Test("some rules come back, or leave; everything else stays, and stays unpublished")
    func some() throws {
        let desk = try desk()
        #expect(desk.send("POST", Self.path, #"{"rules":["new"]}"#).status == 200)
        let difference = desk.send("GET", Self.app + "/draft/diff").json
        #expect(difference["added"] == [] && difference["changed"] == ["item"] && difference["settings"] == true)
        #expect(desk.send("GET", Self.app + "/draft/summary").json["unpublished"] == true)
        #expect(desk.send("DELETE", Self.app + "/draft/rules/item").status == 204)
        #expect(desk.send("POST", Self.path, #"{"rules":["item"]}"#).status == 200)
        #expect(desk.send("GET", Self.app + "/draft/rules/item").json["to"]?["screen"] == "Item")
        let same = desk.send("POST", Self.path, #"{"rules":["item"]}"#)
        #expect(same.status == 200 && same["ETag"] == "\"r6\"" && same.json["discarded"]?["count"] == 0)
    }

    @Test("with If-Match: * beside other writers, each edit is discarded or kept, and none of the others is lost")
    func parallel() throws {
        let server = try LiveServer()
        try server.makeApp()
        try server.publish()
        let statuses = Mutex<[Int: Int]>([:])
        let writers = try (0..<8).map { writer in
            try Threads.start {
                for round in 0..<6 {
                    let isWriting = writer % 2 == 0
                    let id = "w\(writer)-\(round)"
                    let answer =
                        try? isWriting
                        ? server.force(
                            "PUT", Self.app + "/draft/rules/\(id)", #"{"match":["/\#(id)"],"to":{"screen":"A"}}"#)
                        : server.force("POST", Self.path, #"{"rules":["item"]}"#)
                    statuses.withLock { $0[answer?.status ?? 0, default: 0] += 1 }
                    guard isWriting else { continue }
                    _ = try? server.force(
                        "PUT", Self.app + "/draft/rules/item",
                        #"{"match":["/item/:id"],"to":{"screen":"S\#(id)"}}"#)
                }
            }
        }
        for writer in writers { writer.join() }
        #expect(statuses.withLock { $0 } == [200: 24, 201: 24], "\(statuses.withLock { $0 })")
        #expect(try server.force("POST", Self.path, #"{"rules":["item"]}"#).status == 200)
        let draft = try server.send("GET", Self.app + "/draft").text
        for writer in stride(from: 0, to: 8, by: 2) {
            for round in 0..<6 { #expect(draft.contains(#""id":"w\#(writer)-\#(round)""#), "lost: \(writer) \(round)") }
        }
        #expect(!draft.contains(#""screen":"Sw"#))
    }

    @Test("another channel gives its release; one that serves nothing, unknown rules and old tags are refused")
    func refused() throws {
        let desk = try desk()
        let before = desk.send("GET", Self.app + "/draft").text
        let nothing = desk.send("POST", Self.path + "?channel=beta", "{}")
        #expect(nothing.status == 409 && nothing.json["type"] == "urn:waymark:problem:nothing-served")
        let unknown = desk.send("POST", Self.path, #"{"rules":["item","nwe"]}"#)
        #expect(unknown.status == 422 && unknown.text.contains(#""pointer":"/rules/1""#), "\(unknown.text)")
        #expect(unknown.text.contains(#"Did you mean \"new\"?"#))
        #expect(desk.send("POST", Self.path, "{}", ifMatch: "\"r2\"").status == 412)
        #expect(desk.send("POST", Self.path, "{}", ifMatch: nil).status == 428)
        #expect(desk.send("POST", Self.path, #"{"rule":["item"]}"#).status == 422)
        #expect(desk.send("GET", Self.app + "/draft").text == before)
        _ = desk.send("PUT", Self.app + "/channels/beta", #"{"version":1,"public":false}"#)
        #expect(desk.send("POST", Self.path + "?channel=beta", "{}").json["discarded"]?["count"] == 2)
    }
}
