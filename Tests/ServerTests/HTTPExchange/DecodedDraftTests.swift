import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import HTTPExchange

@Suite("The draft that was decoded last", .scheduled)
struct DecodedDraftTests {
    private func bytes(_ id: String, note: String = "") -> [UInt8] {
        Array(
            #"{"rules":[{"id":"\#(id)","match":["https://a.example/x"],"note":"\#(note)","to":{"screen":"S"}}]}"#.utf8)
    }

    @Test("each text gives its own draft, in any order")
    func texts() throws {
        let drafts = DecodedDraft()
        for id in ["a", "a", "b", "a", "b", "b"] {
            #expect(try drafts.draft(bytes(id)).rules.map(\.id) == [id])
        }
    }

    @Test("a text that is no draft is a fault, and the draft before it is still there")
    func fault() throws {
        let drafts = DecodedDraft()
        #expect(try drafts.draft(bytes("a")).rules.count == 1)
        #expect(throws: Problem.self) { try drafts.draft(Array("{".utf8)) }
        #expect(try drafts.draft(bytes("a")).rules.map(\.id) == ["a"])
    }

    @Test("a large draft is decoded, and is not kept")
    func large() throws {
        let drafts = DecodedDraft()
        let text = bytes("a") + [UInt8](repeating: 0x20, count: ExchangeLimits.decodedDraftBytesMax)
        #expect(try drafts.draft(text).rules.map(\.id) == ["a"])
        #expect(!drafts.isKept)
        _ = try drafts.draft(bytes("b"))
        #expect(drafts.isKept)
    }
}
