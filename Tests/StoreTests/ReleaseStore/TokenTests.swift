import Digests
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Tokens", .scheduled)
struct TokenTests {
    @discardableResult
    private func make(_ store: any RuleStore, _ token: NewToken, by tokenID: String? = nil) throws -> TokenRecord {
        try store.createToken(token, by: .make(tokenID: tokenID), at: .make(), recording: nil)
    }

    @Test("A token has the hash of its secret and is listed as it was made")
    func lookup() throws {
        try withSelectedStore { store, _ in
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

    /// The creating token, the created token, and whether that is allowed.
    static let grants: [(NewToken, NewToken, Bool)] = [
        (.make("g"), .make("n"), true),
        (.make("g", role: .publisher), .make("n", role: .admin), false),
        (.make("g", scope: .only(["a"])), .make("n"), false),
        (.make("g", scope: .only(["a"])), .make("n", scope: .only(["a"])), true),
        (.make("g", scope: .only(["a"])), .make("n", scope: .only(["b"])), false),
        (.make("g", expiresAt: .make(9)), .make("n"), false),
        (.make("g", scope: .only(["a"]), channels: ["a": ["x"]]), .make("n", scope: .only(["a"])), false),
        (
            .make("g", scope: .only(["a"]), channels: ["a": ["x", "y"]]),
            .make("n", scope: .only(["a"]), channels: ["a": ["x"]]), true
        ),
        (
            .make("g", scope: .only(["a"]), channels: ["a": ["x"]]),
            .make("n", scope: .only(["a"]), channels: ["a": ["x", "y"]]), false
        ),
        (
            .make("g", scope: .only(["a", "b"]), channels: ["a": ["x"]]), .make("n", scope: .only(["b"])), true
        ),
        (.make("g", expiresAt: .make(9)), .make("n", expiresAt: .make(10)), false),
        (.make("g", expiresAt: .make(9)), .make("n", expiresAt: .make(9)), true),
    ]

    @Test("A token makes only tokens of at most its own role, apps, channels and expiry", arguments: grants)
    func grant(maker: NewToken, made: NewToken, isAllowed: Bool) throws {
        try withSelectedStore { store, _ in
            try make(store, maker)
            #expect(code { try make(store, made, by: "g") } == (isAllowed ? nil : .beyondGrantor))
            #expect(code { try make(store, .make("x", role: .viewer), by: "gone") } == .beyondGrantor)
        }
    }

    @Test("The last unlimited administrator that is not expired cannot be deleted")
    func lastAdmin() throws {
        try withSelectedStore { store, _ in
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

    @Test("The administrator token with the latest expiry cannot be deleted if all others expire")
    func lastLasting() throws {
        try withSelectedStore { store, _ in
            func delete(_ id: String) throws { try store.deleteToken(id, by: .make(), at: .make()) }
            try make(store, .make("lasting"))
            try make(store, .make("ending", expiresAt: .make(1_800_000_003)))
            try make(store, .make("later", expiresAt: .make(1_900_000_000)))
            #expect(code { try delete("lasting") } == .lastAdmin)
            try make(store, .make("second"))
            try delete("lasting")
            try delete("later")
            #expect(code { try delete("second") } == .lastAdmin)
            try delete("ending")
        }
        try withSelectedStore { store, _ in
            func delete(_ id: String) throws { try store.deleteToken(id, by: .make(), at: .make()) }
            try make(store, .make("ending", expiresAt: .make(1_800_000_003)))
            try make(store, .make("later", expiresAt: .make(1_900_000_000)))
            #expect(code { try delete("later") } == .lastAdmin)
            try delete("ending")
            #expect(code { try delete("later") } == .lastAdmin)
        }
    }

    @Test("A write whose token was revoked while it waited changes nothing")
    func revokedWriter() throws {
        try withSelectedStore { store, _ in
            try make(store, .make("root"))
            try make(store, .make("editor", role: .editor))
            try store.makeApp()
            try store.deleteToken("editor", by: .make(tokenID: "root"), at: .make())
            let rows = try store.audit(AuditQuery(limit: 1000)).count
            let revoked = Principal.make(tokenID: "editor")
            func write() throws {
                _ = try store.editDraft(
                    "moments", .deleteRule(id: "a"), if: .any, publishing: nil, by: revoked, at: .make(),
                    recording: nil)
            }
            #expect(code(write)?.rawValue == "revoked")
            #expect(code { try store.deleteApp("moments", if: .any, by: revoked, at: .make()) }?.rawValue == "revoked")
            #expect(try store.ruleIDs() == ["a", "b", "c"])
            #expect(try store.audit(AuditQuery(limit: 1000)).count == rows)
            // A token may revoke itself.
            try make(store, .make("second"))
            try store.deleteToken("second", by: .make(tokenID: "second"), at: .make())
        }
    }

    @Test("A rotated token has two secrets until the first one ends, and only one that may make it may rotate it")
    func rotation() throws {
        try withSelectedStore { store, _ in
            try make(store, .make("root"))
            let token = NewToken.make("t1", role: .publisher, scope: .only(["a"]), channels: ["a": ["x", "y"]])
            let made = try make(store, token)
            #expect(made.channels == ChannelLimits(["a": ["x", "y"]]))
            func rotate(_ text: String, until: Instant?, by tokenID: String? = "root") throws -> TokenRecord {
                try store.rotateToken(
                    "t1", to: SHA256.hash(Array(text.utf8)), previousUntil: until, by: .make(tokenID: tokenID),
                    at: .make(), recording: nil)
            }
            let rotated = try rotate("second", until: .make(1_800_003_600))
            #expect(rotated.secretHash == SHA256.hash(Array("second".utf8)))
            #expect(rotated.previousHash == made.secretHash && rotated.previousUntil == .make(1_800_003_600))
            let after = try store.audit(AuditQuery(limit: 1))[0].after ?? []
            #expect(
                String(decoding: after, as: UTF8.self)
                    == #"{"apps":["a"],"channels":["a/x","a/y"],"expiresAt":null,"id":"t1","name":"token t1","#
                    + #""previousUntil":"2027-01-15T09:00:00Z","role":"publisher"}"#)
            let last = try rotate("third", until: nil)
            #expect(last.previousHash == nil && last.previousUntil == nil && last.channels == made.channels)
            try make(store, .make("other", scope: .only(["b"])))
            #expect(code { _ = try rotate("fourth", until: nil, by: "other") } == .beyondGrantor)
            try make(store, .make("ending", expiresAt: .make(1_900_000_000)))
            #expect(code { _ = try rotate("fourth", until: nil, by: "ending") } == .beyondGrantor)
            #expect(try store.token("t1") == last)
        }
    }

    @Test("Pages of tokens follow one another, and a condition leaves tokens out")
    func pages() throws {
        try withSelectedStore { store, _ in
            for number in 1...7 { try make(store, .make("t\(number)", role: number == 4 ? .viewer : .admin)) }
            func page(_ after: String?, _ limit: Int) throws -> [String] {
                try store.tokens(after: after, limit: limit) { $0.role == .admin }.map(\.id)
            }
            #expect(try page(nil, 3) == ["t1", "t2", "t3"] && page("t3", 3) == ["t5", "t6", "t7"])
            #expect(try page("t7", 3).isEmpty && page("gone", 3).isEmpty)
        }
    }

    @Test("No audit row shows a secret's hash")
    func auditHasNoHash() throws {
        try withSelectedStore { store, _ in
            let made = try make(store, .make("t1"))
            let after = try store.audit(AuditQuery(limit: 1))[0].after ?? []
            let text = String(decoding: after, as: UTF8.self)
            #expect(text == #"{"apps":null,"expiresAt":null,"id":"t1","name":"token t1","role":"admin"}"#)
            #expect(!text.contains(hex(made.secretHash)))
        }
    }
}
