import Digests
import ReleaseStore
import RouteModel
import TestSupport
import Testing

@Suite("Tokens", .scheduled)
struct TokenTests {
    @discardableResult
    private func make(_ store: SQLiteRuleStore, _ token: NewToken, by tokenID: String? = nil) throws -> TokenRecord {
        try store.createToken(token, by: .make(tokenID: tokenID), at: .make(), recording: nil)
    }

    @Test("A token has the hash of its secret and is listed as it was made")
    func lookup() throws {
        try withStore { store, _ in
            let expiry = Instant.make(1_900_000_000)
            let made = try make(
                store, .make("t1", role: .editor, scope: .only(["b", "a"]), expiresAt: expiry))
            #expect(made.scope == .only(["a", "b"]) && made.role == .editor && made.expiresAt == expiry)
            #expect(made.secretHash == SHA256.hash(Array("t1".utf8)))
            #expect(try store.tokens() == [made])
            #expect(made.isLive(at: .make(1_899_999_999)) && !made.isLive(at: expiry))
            #expect(code { try make(store, .make("t1")) } == .exists)
            try store.recordUse(["t1": .make(7), "gone": .make(7)])
            try store.recordUse(["t1": .make(6)])
            #expect(try store.tokens().map(\.lastUsedAt) == [.make(7)])
        }
    }

    @Test("A role includes the roles before it, a scope its parts")
    func order() {
        #expect(Role.viewer < .editor && .editor < .publisher && .publisher < .admin)
        #expect(AppScope.all.covers(.all) && AppScope.all.covers(.only(["a"])))
        #expect(AppScope.only(["a", "b"]).covers(.only(["a"])) && AppScope.only(["a"]).contains("a"))
        #expect(!AppScope.only(["a"]).covers(.all) && !AppScope.only(["a"]).covers(.only(["a", "b"])))
    }

    /// Maker, made, and whether that is allowed.
    static let grants: [(NewToken, NewToken, Bool)] = [
        (.make("g"), .make("n"), true),
        (.make("g", role: .publisher), .make("n", role: .admin), false),
        (.make("g", scope: .only(["a"])), .make("n"), false),
        (.make("g", scope: .only(["a"])), .make("n", scope: .only(["a"])), true),
        (.make("g", scope: .only(["a"])), .make("n", scope: .only(["b"])), false),
        (.make("g", expiresAt: .make(9)), .make("n"), false),
        (.make("g", expiresAt: .make(9)), .make("n", expiresAt: .make(10)), false),
        (.make("g", expiresAt: .make(9)), .make("n", expiresAt: .make(9)), true),
    ]

    @Test("A token makes only tokens of at most its own role, apps and expiry", arguments: grants)
    func grant(maker: NewToken, made: NewToken, isAllowed: Bool) throws {
        try withStore { store, _ in
            try make(store, maker)
            #expect(code { try make(store, made, by: "g") } == (isAllowed ? nil : .beyondGrantor))
            #expect(code { try make(store, .make("x", role: .viewer), by: "gone") } == .beyondGrantor)
        }
    }

    @Test("The last unlimited administrator that is not expired cannot be deleted")
    func lastAdmin() throws {
        try withStore { store, _ in
            func delete(_ id: String) throws { try store.deleteToken(id, by: .make(), at: .make()) }
            try make(store, .make("root"))
            try make(store, .make("limited", scope: .only(["a"])))
            try make(store, .make("expired", expiresAt: .make(5)))
            try make(store, .make("editor", role: .editor))
            #expect(code { try delete("root") } == .lastAdmin)
            try make(store, .make("second"))
            try delete("root")
            #expect(code { try delete("second") } == .lastAdmin)
            try delete("expired")
            try delete("limited")
            try delete("editor")
            #expect(code { try delete("editor") } == .notFound)
            #expect(try store.tokens().map(\.id) == ["second"])
        }
    }

    @Test("No audit row shows a secret's hash")
    func auditHasNoHash() throws {
        try withStore { store, _ in
            let made = try make(store, .make("t1"))
            let after = try store.audit(AuditQuery(limit: 1))[0].after ?? []
            let text = String(decoding: after, as: UTF8.self)
            #expect(text == #"{"apps":null,"expiresAt":null,"id":"t1","name":"token t1","role":"admin"}"#)
            #expect(!text.contains(hex(made.secretHash)))
        }
    }
}
