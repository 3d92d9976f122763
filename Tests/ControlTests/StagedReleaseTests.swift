import CanonicalJSON
import ReleaseStore
import SQLKit
import StoreRecords
import TestSupport
import Testing

@testable import HTTPExchange
@testable import ServerFixtures

@Suite("The bytes of a long release are stored while it is checked", .scheduled)
struct StagedReleaseTests {
    /// A draft whose body and notes are so long that its bytes are stored before the publish.
    private func draft(_ more: String = "") -> String {
        let note = String(repeating: "n", count: 500)
        let rules = (0..<2400).map {
            #"{"id":"r\#($0)","match":["/rule/number/\#($0)"],"to":{"screen":"S"},"note":"\#(note)"}"#
        }
        let all = (rules + [more].filter { !$0.isEmpty }).joined(separator: ",")
        return #"{"settings":{"origins":["https://shop.example"]},"rules":[\#(all)]}"#
    }

    private func desk(_ draft: String) throws -> Desk {
        let desk = try Desk()
        desk.makeShop()
        let stored = desk.send("PUT", "/v1/apps/shop/draft", draft)
        try #require(stored.status == 200, "\(stored.text)")
        return desk
    }

    /// For each stored byte string, whether it belongs to no release.
    private func staged(_ desk: Desk) throws -> [Bool] {
        try desk.store.read { session in try session.all("SELECT is_staged FROM blobs ORDER BY id") { $0.flag(0) } }
    }

    private func publish(_ desk: Desk, _ body: String = #"{"message":"long"}"#) -> Answer {
        desk.send("POST", "/v1/apps/shop/releases", body)
    }

    @Test("a publish keeps them; one whose findings block deletes them")
    func kept() throws {
        let desk = try desk(draft())
        let before = try staged(desk).count
        let done = publish(desk)
        #expect(done.status == 201, "\(done.text)")
        #expect(try staged(desk) == Array(repeating: false, count: before + 4))
        #expect(desk.send("GET", "/v1/apps/shop/rules", token: nil).status == 200)
        // Two rules with one address.
        let twice = draft(#"{"id":"twice","match":["/rule/number/1"],"to":{"screen":"T"}}"#)
        #expect(desk.send("PUT", "/v1/apps/shop/draft", twice).status == 200)
        let blocked = publish(desk)
        #expect(blocked.status == 422 && blocked.text.contains("findings-block"), "\(blocked.text)")
        #expect(try staged(desk) == Array(repeating: false, count: before + 4))
    }

    @Test("if they cannot be stored, the publish fails with the cause; findings that block come first")
    func failing() throws {
        let desk = try desk(draft())
        let before = try staged(desk)
        desk.store.fail { $0.writes = FaultyStore.broken }
        let failed = publish(desk)
        #expect(failed.status == 503 && failed.text.contains("The disk does not answer"), "\(failed.text)")
        desk.store.fail { $0.writes = nil }
        #expect(try staged(desk) == before)
        let twice = draft(#"{"id":"twice","match":["/rule/number/1"],"to":{"screen":"T"}}"#)
        #expect(desk.send("PUT", "/v1/apps/shop/draft", twice).status == 200)
        desk.store.fail { $0.writes = FaultyStore.broken }
        #expect(publish(desk).status == 422)
    }

    @Test("a publish that removes too much deletes them")
    func shrinking() throws {
        let desk = try desk(draft())
        #expect(publish(desk).status == 201)
        let before = try staged(desk)
        let fewer = draft().replacing(#""id":"#, with: #""enabled":false,"id":"#, maxReplacements: 1201)
        let stored = desk.send("PUT", "/v1/apps/shop/draft", fewer)
        try #require(stored.status == 200, "\(stored.text)")
        let refused = publish(desk)
        #expect(refused.status == 409, "\(refused.text)")
        #expect(try staged(desk) == before)
    }
}
