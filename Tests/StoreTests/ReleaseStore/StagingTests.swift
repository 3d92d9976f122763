import ReleaseStore
import RouteModel
import SQLKit
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Bytes of a release that are stored before its publish", .scheduled)
struct StagingTests {
    private let long = PreparedRelease.make(basis: 2, version: 1, bytes: 3_000_000)

    /// For each stored byte string, whether it belongs to no release.
    private func staged(_ store: any RuleStore) throws -> [Bool] {
        try store.read { session in try session.all("SELECT is_staged FROM blobs ORDER BY id") { $0.flag(0) } }
    }

    @Test("A publish refers to them and writes no others; they belong to no release before it")
    func published() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            var prepared = long
            prepared.staged = try store.stage(prepared.bytes)
            #expect(prepared.staged != nil)
            #expect(try staged(store) == [true, true, true])
            try store.publish(prepared)
            #expect(try staged(store) == [false, false, false])
            #expect(try store.releaseContent("moments", 1).body == prepared.body)
        }
    }

    @Test("Short bytes are not stored before, and a wrong digest is refused before anything is written")
    func refused() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            #expect(try store.stage(PreparedRelease.make(basis: 2, version: 1).bytes) == nil)
            var wrong = long
            wrong.digest = String(repeating: "0", count: 64)
            #expect(code { _ = try store.stage(wrong.bytes) } == .invalid)
            #expect(try staged(store).isEmpty)
            wrong.staged = try store.stage(long.bytes)
            #expect(code { try store.publish(wrong) } == .invalid, "they are the bytes of another body")
            #expect(try staged(store) == [true, true, true])
        }
    }

    @Test("They are deleted by order if no release has them, and stay if one has")
    func discarded() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            store.discard(try #require(try store.stage(long.bytes)))
            #expect(try staged(store).isEmpty)
            var prepared = long
            prepared.staged = try store.stage(prepared.bytes)
            try store.publish(prepared)
            store.discard(try #require(prepared.staged))
            #expect(try store.releaseContent("moments", 1).body == prepared.body)
        }
    }

    @Test("If one of their writes fails, those before it are deleted, and the failure is thrown", arguments: 1...5)
    func broken(write: Int) throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let faulty = InterruptedStore(store, brokenWrite: write)
            #expect(code { _ = try faulty.stage(long.bytes) } == .storage)
            #expect(try staged(store).isEmpty)
        }
    }

    @Test("They are deleted as soon as they are not wanted any more", arguments: 0...8)
    func unwanted(questions: Int) throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            var asked = 0
            let result = try store.stage(long.bytes) {
                asked += 1
                return asked <= questions
            }
            #expect(result == nil && asked > questions)
            #expect(try staged(store).isEmpty)
        }
    }

    @Test("A publish that was stored, but reported as unknown, keeps its bytes")
    func unknown() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let counted = InterruptedStore(store)
            try counted.publish(long)
            let publish = counted.writeCount
            #expect(publish > 3, "the bytes are stored before")
            let uncertain = InterruptedStore(store, unknownWrite: publish)
            var second = PreparedRelease.make(basis: 2, version: 2, text: "b", bytes: 3_000_000)
            second.basis = try store.draftHeader("moments").revision
            #expect(code { try uncertain.publish(second) } == .outcomeUnknown)
            #expect(uncertain.writeCount == publish + 3, "for each byte string a write looks whether a release has it")
            #expect(try store.releaseContent("moments", 2).body == second.body)
        }
    }
}
