import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Idempotency keys", .scheduled)
struct IdempotencyTests {
    private static let answer = StoredAnswer(
        status: 201, fields: [.init(name: "Location", value: "/v1/x: y"), .init(name: "Empty", value: "")],
        body: Array("{}".utf8))

    private func add(_ store: any RuleStore, _ id: String, _ key: IdempotencyKey, at: Instant = .make()) throws {
        _ = try store.editDraft(
            "moments", .addRule(.make(id)), if: .any, publishing: nil, by: .make(), at: at,
            recording: Recording(key: key) { _ in Self.answer })
    }

    @Test("A repeated request gets the first answer for 24 hours, also after a restart")
    func replay() throws {
        try withSelectedStore { store, place in
            try store.makeApp()
            let key = IdempotencyKey.make("k")
            #expect(try store.claim(key, at: .make()) == .fresh)
            try add(store, "d", key)
            store.endClaim(key)
            #expect(try store.claim(key, at: .make()) == .replay(Self.answer))
            store.close()
            let again = try place.open()
            defer { again.close() }
            let day: Int64 = 24 * 3600
            #expect(try again.claim(key, at: .make(1_800_000_000 + day - 1)) == .replay(Self.answer))
            #expect(try again.claim(key, at: .make(1_800_000_000 + day)) == .fresh)
            try add(again, "e", key, at: .make(1_800_000_000 + day))
        }
    }

    @Test("Another body under the same key is refused; another method, path or token makes another key")
    func reuse() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let key = IdempotencyKey.make("k")
            try add(store, "d", key)
            #expect(code { _ = try store.claim(.make("k", body: "other"), at: .make()) } == .keyReused)
            for change in [\IdempotencyKey.method, \.path, \.token, \.key] {
                var other = key
                other[keyPath: change] += "2"
                #expect(try store.claim(other, at: .make()) == .fresh)
            }
        }
    }

    @Test("A key belongs to one target, as long as targets are")
    func longTargets() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            var random = SeededGenerator.fromEnvironment(default: 7)
            var key = IdempotencyKey.make("k")
            // Random, because a database may compress what repeats.
            let words = (0..<500).map { _ in String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 36) }
            key.path = "/v1/x?message=" + words.joined()
            try add(store, "d", key)
            #expect(try store.claim(key, at: .make()) == .replay(Self.answer))
            key.path += "a"
            #expect(try store.claim(key, at: .make()) == .fresh)
        }
    }

    @Test("While the first request runs, the second fails with `keyRunning`; after a failure the key is free")
    func running() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            let key = IdempotencyKey.make("k")
            #expect(try store.claim(key, at: .make()) == .fresh)
            #expect(code { _ = try store.claim(key, at: .make()) } == .keyRunning)
            #expect(code { _ = try store.claim(.make("k", body: "other"), at: .make()) } == .keyReused)
            #expect(code { try add(store, "a", key) } == .exists)
            store.endClaim(key)
            #expect(try store.claim(key, at: .make()) == .fresh)
        }
    }

    @Test("Of two writes under one key only one is committed, even without claims")
    func twice() throws {
        try withSelectedStore { store, _ in
            try store.makeApp()
            try add(store, "d", .make("k"))
            #expect(code { try add(store, "e", .make("k")) } == .keyRunning)
            #expect(try store.ruleIDs() == ["a", "b", "c", "d"])
        }
    }
}
