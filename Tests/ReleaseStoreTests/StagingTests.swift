import ReleaseStore
import RouteModel
import SQLSessions
import StoreFixtures
import StoreRecords
import Synchronization
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

    @Test("A publish that was stored, but reported as unknown, keeps its bytes")
    func unknown() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let counted = UncertainStore(store, unknownWrite: nil)
            try counted.publish(long)
            let publish = counted.writeCount
            #expect(publish > 3, "the bytes are stored before")
            let uncertain = UncertainStore(store, unknownWrite: publish)
            var second = PreparedRelease.make(basis: 2, version: 2, text: "b", bytes: 3_000_000)
            second.basis = try store.draftHeader("moments").revision
            #expect(code { try uncertain.publish(second) } == .outcomeUnknown)
            #expect(uncertain.writeCount == publish + 1, "one more write deletes what no release has")
            #expect(try store.releaseContent("moments", 2).body == second.body)
        }
    }
}

/// A store that reports one write as unknown although it is stored, as PostgreSQL does if the connection ends in a COMMIT.
private final class UncertainStore: RuleStore {
    private let store: any RuleStore
    private let unknownWrite: Int?
    private let count = Mutex(0)

    /// A store in front of another one; the write with a number, from 1, is reported as unknown, or none.
    init(_ store: any RuleStore, unknownWrite: Int?) {
        self.store = store
        self.unknownWrite = unknownWrite
    }

    /// How many writes were done.
    var writeCount: Int { count.withLock { $0 } }

    func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value { try store.read(body) }

    func write<Value>(_ body: @escaping (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let value = try store.write(body)
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number != unknownWrite else { throw StoreError(.outcomeUnknown, "The connection ended.", hint: "Read.") }
        return value
    }

    func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int {
        try store.backup(to: path, by: by, at: at)
    }

    func releaseFreePages() throws(StoreError) -> Bool { try store.releaseFreePages() }

    var memory: StoreMemory { store.memory }

    var statistics: StoreStatistics { store.statistics }

    func close() { store.close() }
}
