import CanonicalJSON
import TestSupport
import Testing

@testable import ControlPlane
@testable import HTTPExchange
@testable import ServerFixtures

@Suite("Notes of releases", .scheduled)
struct ReleaseNotesTests {
    private static let app = "/v1/apps/shop"

    @Test("a publish and a restore keep notes for people; clients do not get them")
    func notes() throws {
        let desk = try Desk()
        desk.makeShop()
        let order = #"{"message":"m","notes":"ticket 812\nsecond line"}"#
        #expect(desk.send("POST", Self.app + "/releases", order).status == 201)
        let back = #"{"message":"back","notes":"it was wrong"}"#
        #expect(desk.send("POST", Self.app + "/releases/1/restore", back).status == 201)
        let list = desk.send("GET", Self.app + "/releases").json["releases"]?.arrayValue ?? []
        #expect(list.map { $0["notes"] } == ["it was wrong", "ticket 812\nsecond line", nil])
        #expect(desk.send("GET", Self.app + "/releases/2").json["notes"] == "ticket 812\nsecond line")
        for path in ["/rules", "/head", "/releases/2/rules"] {
            #expect(!desk.send("GET", Self.app + path).text.contains("ticket"), "\(path)")
        }
        #expect(desk.send("GET", "/v1/audit?app=shop&limit=1").text.contains("it was wrong"))
    }

    @Test("notes may be empty or null, and are refused where they are too long or no text")
    func limits() throws {
        let desk = try Desk()
        desk.makeShop()
        for notes in [#""""#, "null"] {
            #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","notes":\#(notes)}"#).status == 201)
        }
        #expect(desk.send("GET", Self.app + "/releases/3").json["notes"] == nil)
        let longest = String(repeating: "x", count: 4096)
        #expect(desk.send("POST", Self.app + "/releases", #"{"message":"m","notes":"\#(longest)"}"#).status == 201)
        for notes in [#""\#(longest)x""#, "7"] {
            let answer = desk.send("POST", Self.app + "/releases", #"{"message":"m","notes":\#(notes)}"#)
            #expect(answer.status == 422 && answer.text.contains(#""pointer":"/notes""#), "\(answer.text)")
        }
    }
}
