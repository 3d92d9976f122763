import Digests
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Sessions of the console in the store", .scheduled)
struct SessionTests {
    private func record(_ id: String, of token: TokenRecord, at seconds: Int64 = 0) -> SessionRecord {
        SessionRecord(
            id: id, owner: .token(id: token.id, secretHash: token.secretHash),
            secretHash: SHA256.hash(Array(id.utf8)), origin: .token, address: "192.0.2.1", createdAt: .make(seconds),
            endsAt: .make(seconds + 604_800),
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

    private func record(_ id: String, of name: String, at seconds: Int64 = 0) -> SessionRecord {
        SessionRecord(
            id: id, owner: .person(ProxiedPerson(name: name, groups: ["crew", "a \"b\""], proxy: "192.0.2.9")),
            secretHash: SHA256.hash(Array(id.utf8)), origin: .proxy, address: "192.0.2.1", createdAt: .make(seconds),
            endsAt: .make(seconds + 3600), lastUsedAt: .make(seconds))
    }

    private func principal(_ name: String) -> Principal {
        Principal(tokenID: "person:\(name)", name: name, address: "192.0.2.1")
    }

    @Test("A session of a person needs no token, is listed as it was made, and its rows of the audit name the person")
    func person() throws {
        try withStore { store, _ in
            let (token, session) = (try make(store, "t"), record("p", of: "Ada", at: 1))
            _ = try store.createSession(record("s", of: token), by: .make(tokenID: "t"), at: .make())
            #expect(try store.createSession(session, by: principal("Ada"), at: .make(1)).isEmpty)
            #expect(try store.sessions().map(\.id) == ["s", "p"] && store.sessions().last == session)
            try store.recordSessions(["p": .make(60)], at: .make(60))
            #expect(try store.sessions().last?.lastUsedAt == .make(60))
            try store.deleteSession("p", by: principal("Ada"), at: .make(61))
            #expect(try store.sessions().map(\.id) == ["s"])
            let rows = try store.auditPage(AuditQuery(limit: 2)).rows
            #expect(rows.map(\.action) == ["session.delete", "session.create"])
            #expect(rows.map(\.by) == [principal("Ada"), principal("Ada")])
            let text = String(decoding: rows.last?.after ?? [], as: UTF8.self)
            #expect(text.contains(#""groups":["crew","a \"b\""]"#) && text.contains(#""person":"Ada""#), "\(text)")
            _ = try store.createSession(session, by: principal("Ada"), at: .make(1))
            try store.settle(until: .make(3601))
            try store.recordSessions([:], at: .make(3601))
            #expect(try store.sessions().map(\.id) == ["s"])
        }
    }

    @Test("People have a bounded number of sessions, each of them and all together: the oldest ones end")
    func boundedPeople() throws {
        try withStore { store, _ in
            var ended: [String] = []
            for number in 0..<StoreLimits.sessionsPerTokenMax + 1 {
                ended += try store.createSession(
                    record("a\(number)", of: "Ada", at: Int64(number)), by: principal("Ada"), at: .make())
            }
            #expect(ended == ["a0"])
            ended = []
            for number in 0..<StoreLimits.personSessionsMax - StoreLimits.sessionsPerTokenMax + 2 {
                ended += try store.createSession(
                    record("b\(number)", of: "P\(number)", at: 100), by: principal("P\(number)"), at: .make())
            }
            #expect(ended == ["a1", "a2"])
            #expect(try store.sessions().count == StoreLimits.personSessionsMax)
        }
    }

    @Test("A person makes and rotates tokens within its own rights alone")
    func tokensOfPeople() throws {
        try withStore { store, _ in
            let rights = TokenRecord(
                id: "person:Ada", name: "Ada", role: .admin, scope: .only(["shop"]), secretHash: [], expiresAt: nil,
                createdAt: .make(), createdBy: nil)
            let own = NewToken(
                id: "n", name: "n", role: .editor, scope: .only(["shop"]), secretHash: SHA256.hash([1]), expiresAt: nil)
            let made = try store.createToken(own, by: principal("Ada"), at: .make(), recording: nil, within: rights)
            #expect(made.createdBy == "person:Ada")
            for (wide, grantor) in [(NewToken.make("w"), rights), (own, nil)] as [(NewToken, TokenRecord?)] {
                #expect(
                    code {
                        _ = try store.createToken(
                            wide, by: principal("Ada"), at: .make(), recording: nil, within: grantor)
                    } == .beyondGrantor)
            }
            _ = try make(store, "all")
            #expect(
                code {
                    _ = try store.rotateToken(
                        "all", to: SHA256.hash([2]), previousUntil: nil, by: principal("Ada"), at: .make(),
                        recording: nil, within: rights)
                } == .beyondGrantor)
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
            #expect(try store.sessions().count == 2)
            try store.settle(until: .make(idle))
            try store.recordSessions([:], at: .make(idle))
            #expect(try store.sessions().map(\.id) == ["used"])
            try store.settle(until: .make(604_799))
            try store.recordSessions(["used": .make(604_700)], at: .make(604_799))
            #expect(try store.sessions().map(\.id) == ["used"])
            try store.settle(until: .make(604_800))
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
