import Digests
import ReleaseStore
import RouteModel
import SQLiteStore
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Sessions of the console in the store", .scheduled)
struct SessionTests {
    private func record(_ id: String, of token: TokenRecord, at seconds: Int64 = 0) -> SessionRecord {
        SessionRecord(
            id: id, tokenID: token.id, tokenHash: token.secretHash, secretHash: SHA256.hash(Array(id.utf8)),
            origin: .token, address: "192.0.2.1", createdAt: .make(seconds), endsAt: .make(seconds + 604_800),
            lastUsedAt: .make(seconds))
    }

    private func make(_ store: any RuleStore, _ id: String) throws -> TokenRecord {
        try store.createToken(.make(id), by: .make(), at: .make(), recording: nil)
    }

    private func actions(_ store: any RuleStore) throws -> [String] {
        try store.auditPage(AuditQuery(limit: 100)).rows.map(\.action).filter { $0.hasPrefix("session") }
    }

    @Test("A session is listed as it was made, and its beginning and its end are in the audit")
    func life() throws {
        try withSelectedStore { store, _ in
            let token = try make(store, "t")
            let session = record("s", of: token)
            #expect(try store.createSession(session, by: .make(tokenID: "t"), at: .make()).isEmpty)
            #expect(try store.sessions() == [session])
            try store.deleteSession("s", by: .make(tokenID: "t"), at: .make())
            try store.deleteSession("s", by: .make(tokenID: "t"), at: .make())
            #expect(try store.sessions().isEmpty)
            #expect(try actions(store) == ["session.delete", "session.create"])
        }
    }

    @Test("Sessions end with their token, and a deleted token begins none")
    func token() throws {
        try withSelectedStore { store, _ in
            let (token, other) = (try make(store, "t"), try make(store, "u"))
            for (id, owner) in [("a", token), ("b", other)] {
                _ = try store.createSession(record(id, of: owner), by: .make(tokenID: owner.id), at: .make())
            }
            try store.deleteToken("t", by: .make(), at: .make())
            #expect(try store.sessions().map(\.id) == ["b"])
            #expect(
                code { _ = try store.createSession(record("c", of: token), by: .make(tokenID: "t"), at: .make()) }
                    == .revoked)
            #expect(try store.sessions().map(\.id) == ["b"])
        }
    }

    @Test("A token has a bounded number of sessions: the oldest ones end, with a row of the audit")
    func bounded() throws {
        try withSelectedStore { store, _ in
            let token = try make(store, "t")
            var ended: [String] = []
            for number in 0..<StoreLimits.sessionsPerTokenMax + 2 {
                ended += try store.createSession(
                    record("\(number)", of: token, at: Int64(number)), by: .make(tokenID: "t"), at: .make())
            }
            #expect(ended == ["0", "1"])
            #expect(try store.sessions().count == StoreLimits.sessionsPerTokenMax)
            #expect(try actions(store).count { $0 == "session.delete" } == 2)
        }
    }

    @Test("Uses are written, never back in time, and sessions that have ended are forgotten")
    func uses() throws {
        try withSelectedStore { store, _ in
            let token = try make(store, "t")
            for id in ["used", "idle"] {
                _ = try store.createSession(record(id, of: token), by: .make(tokenID: "t"), at: .make())
            }
            let idle = StoreLimits.sessionIdleMilliseconds / 1000
            try store.recordSessions(["used": .make(60), "gone": .make(60)], at: .make(60))
            try store.recordSessions(["used": .make(50)], at: .make(60))
            #expect(try store.sessions().map(\.lastUsedAt) == [.make(60), .make(0)])
            try store.recordSessions([:], at: .make(idle))
            #expect(try store.sessions().map(\.id) == ["used"])
            try store.recordSessions(["used": .make(604_700)], at: .make(604_799))
            #expect(try store.sessions().map(\.id) == ["used"])
            try store.recordSessions([:], at: .make(604_800))
            #expect(try store.sessions().isEmpty)
        }
    }

    @Test("A session ends by its age and by not being used, at the exact instant")
    func ends() {
        let session = record("s", of: TokenRecord(.make("t")))
        let idle = StoreLimits.sessionIdleMilliseconds / 1000
        #expect(session.isLive(at: .make(idle - 1)) && !session.isLive(at: .make(idle)))
        #expect(session.isLive(at: .make(idle), lastUse: .make(1)))
        #expect(session.isLive(at: .make(604_799), lastUse: .make(604_000)))
        #expect(!session.isLive(at: .make(604_800), lastUse: .make(604_799)))
    }
}

extension TokenRecord {
    /// A token as it is after it was made.
    fileprivate init(_ token: NewToken) {
        self.init(
            id: token.id, name: token.name, role: token.role, scope: token.scope, secretHash: token.secretHash,
            expiresAt: nil, createdAt: .make(), createdBy: nil)
    }
}
