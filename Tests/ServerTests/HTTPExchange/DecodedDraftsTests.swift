import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import HTTPExchange

@Suite("The drafts that were decoded last", .scheduled)
struct DecodedDraftsTests {
    private let place = RequestDecoding.DraftPlace.app("shop")

    private func bytes(_ id: String, note: String = "") -> [UInt8] {
        Array(
            #"{"rules":[{"id":"\#(id)","match":["https://a.example/x"],"note":"\#(note)","to":{"screen":"S"}}]}"#.utf8)
    }

    @Test("each text gives its own draft, in any order")
    func texts() throws {
        let drafts = DecodedDrafts()
        for id in ["a", "a", "b", "a", "b", "b"] {
            #expect(try drafts.draft(bytes(id), of: place).rules.map(\.id) == [id])
        }
    }

    @Test("a text that is no draft is a fault, and the draft before it is still there")
    func fault() throws {
        let drafts = DecodedDrafts()
        #expect(try drafts.draft(bytes("a"), of: place).rules.count == 1)
        #expect(throws: Problem.self) { try drafts.draft(Array("{".utf8), of: place) }
        #expect(try drafts.draft(bytes("a"), of: place).rules.map(\.id) == ["a"])
    }

    @Test("a large draft is decoded, and is not kept")
    func large() throws {
        let drafts = DecodedDrafts()
        let text = bytes("a") + [UInt8](repeating: 0x20, count: ExchangeLimits.decodedDraftBytesMax)
        #expect(try drafts.draft(text, of: place).rules.map(\.id) == ["a"])
        #expect(drafts.count == 0)
        _ = try drafts.draft(bytes("b"), of: place)
        #expect(drafts.count == 1)
    }

    @Test("two drafts are kept, the ones used last, with the limit for both together")
    func two() throws {
        let drafts = DecodedDrafts()
        for (id, count) in [("a", 1), ("a", 1), ("b", 2), ("c", 2)] {
            _ = try drafts.draft(bytes(id), of: place)
            #expect(drafts.count == count)
        }
        let half = [UInt8](repeating: 0x20, count: ExchangeLimits.decodedDraftBytesMax / 2)
        for id in ["d", "e"] { _ = try drafts.draft(bytes(id) + half, of: place) }
        #expect(drafts.count == 1)
    }

    @Test("a draft that was not asked for between two looks is dropped, and decoded again when it is wanted")
    func unused() throws {
        let drafts = DecodedDrafts()
        for id in ["a", "b"] { _ = try drafts.draft(bytes(id), of: place) }
        drafts.dropUnused()
        #expect(drafts.count == 2)
        _ = try drafts.draft(bytes("a"), of: place)
        drafts.dropUnused()
        #expect(drafts.count == 1)
        drafts.dropUnused()
        #expect(drafts.count == 0)
        #expect(try drafts.draft(bytes("a"), of: place).rules.map(\.id) == ["a"])
    }
}
