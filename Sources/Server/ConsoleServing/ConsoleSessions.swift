package import AccessControl
import Digests
package import HTTPExchange
import HTTPWire
package import ReleaseStore
package import RouteModel
package import StoreRecords
import Synchronization

/// The sessions of the console: who signs in, what a cookie stands for, and when a session ends.
///
/// A session has the rights of the token that it was made with, or those that the settings give to a person. It ends after ``StoreLimits/sessionIdleMilliseconds``
/// without a request, after ``StoreLimits/sessionLifetimeMilliseconds`` at the latest, and when its token is revoked, gets
/// another secret, or expires; that of a person after an hour, and when the settings give the person nothing more.
package final class ConsoleSessions: Sendable {
    private let store: any RuleStore
    private let authenticator: TokenAuthenticator
    let hosts: ConsoleHosts
    private let table: SessionTable
    private let codes = SignInCodes()
    /// The proxies that may name people; nil for none.
    private let proxySignIn: Mutex<ProxySignIn?>
    /// Counts sign-ins by token or person.
    private let signIns = Mutex(AttemptLimiter(attemptsPerMinuteMax: ConsoleLimits.signInsPerMinuteMax))
    /// Who ended the sessions whose end the store does not have; no more than sessions that were in memory.
    private let unwrittenEnds = Mutex<[String: Principal]>([:])
    /// Held while a session begins or ends in the store and in memory, and while all are read, so that no older state
    /// replaces a newer one.
    private let changing = Mutex(())

    /// Reads the sessions of the store, or of the node's own copy if there is one.
    package init(
        store: any RuleStore, authenticator: TokenAuthenticator, hosts: ConsoleHosts, proxySignIn: ProxySignIn? = nil,
        served: (any RuleStore)? = nil
    ) throws(StoreError) {
        self.proxySignIn = Mutex(proxySignIn)
        self.store = store
        self.authenticator = authenticator
        self.hosts = hosts
        table = SessionTable(try (served ?? store).sessions())
    }

    /// Reads all sessions, because another process has begun or ended some.
    ///
    /// - Parameters:
    ///   - store: The node's own copy of them.
    ///   - copy: Makes it as new as the shared store; no session begins or ends on this node meanwhile.
    /// - Throws: The errors of `copy` and of the read; the sessions in memory stay.
    package func reload(from store: any RuleStore, _ copy: () throws(StoreError) -> Void) throws(StoreError) {
        try changing.withLock { _ throws(StoreError) in
            try copy()
            let ending = unwrittenEnds.withLock { Set($0.keys) }
            table.replace(try store.sessions().filter { !ending.contains($0.id) })
        }
    }

    /// The caller of a request with a session's cookie; nil if it has none.
    ///
    /// It reads memory only, so that event loops may call it.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - changes: Whether the request may change something, so that it must come from the console's pages.
    /// - Returns: The caller.
    /// - Throws: 401 for a session that has ended, 400 for a request with a token, too, 403 for one of another origin,
    ///   421 under a host that is not the console's.
    package func caller(of incoming: IncomingRequest, changes: Bool) throws(Problem) -> Caller? {
        guard incoming.fields.cookie != nil, let host = RequestHost(incoming.fields.host) else { return nil }
        let cookie = SessionCookie(host)
        let values = cookie.values(in: incoming.fields.cookie)
        guard let value = values.first else { return nil }
        guard values.count == 1 else {
            throw .badRequest("the cookie \(cookie.name) comes \(values.count) times: remove this site's cookies")
        }
        guard incoming.fields.authorization == nil else {
            throw .badRequest("the request has a token and the console's cookie: send one of them")
        }
        guard hosts.accepts(host) else { throw .wrongHost(incoming.fields.host) }
        if changes {
            try SameOrigin.check(incoming.fields, host, isCertain: true)
        } else {
            try SameOrigin.checkRead(incoming.fields)
        }
        guard let caller = caller(value, from: incoming.address, at: incoming.now) else { throw .sessionEnded }
        return caller
    }

    /// Whether a request has the cookie of a live session; for decisions that no answer shows.
    package func recognizes(_ incoming: IncomingRequest) -> Bool { rights(of: incoming) != nil }

    /// The rights of a request with the cookie of a live session; no use is noted, because nothing has been done with it.
    func rights(of incoming: IncomingRequest) -> TokenRecord? {
        guard let host = RequestHost(incoming.fields.host) else { return nil }
        let values = SessionCookie(host).values(in: incoming.fields.cookie)
        return values.lazy.compactMap { [self] value in
            table.session(value, at: incoming.now).flatMap { rights(of: $0.record, at: incoming.now) }
        }.first
    }

    private func caller(_ value: String, from address: String, at now: Instant) -> Caller? {
        guard let entry = table.session(value, at: now), let token = rights(of: entry.record, at: now, isUse: true)
        else { return nil }
        entry.noteUse(at: now)
        return Caller(token: token, address: address, sessionID: entry.record.id)
    }

    /// The token of a session, or what its person may do; nil if there is nothing left of them.
    private func rights(of record: SessionRecord, at now: Instant, isUse: Bool = false) -> TokenRecord? {
        switch record.owner {
        case .token(let id, let hash) where isUse: authenticator.token(id, secretHash: hash, at: now)
        case .token(let id, let hash): authenticator.liveToken(id, secretHash: hash, at: now)
        case .person(let person): proxySignIn.withLock { $0 }?.rights(of: person)
        }
    }

    /// The caller that a token in a sign-in identifies; throws 401 and 429 as for a request with it.
    func caller(token text: String, _ request: EndpointRequest) throws(Problem) -> Caller {
        let caller = try authenticator.identify(
            "Bearer \(text)", from: request.address, now: request.now, seconds: request.seconds)
        guard let caller, let secret = Secret(text), constantTimeEqual(caller.token.secretHash, secret.hash) else {
            throw .invalidToken("the token has got another secret since: sign in with the new one")
        }
        return caller
    }

    /// Begins a session with a one-time code; throws 401, 429 after too many wrong ones, and the errors of the store.
    func begin(code: String, _ request: EndpointRequest) throws -> Begun {
        guard let taken = codes.take(code, at: request.now),
            let token = authenticator.token(taken.tokenID, secretHash: taken.tokenHash, at: request.now)
        else {
            try authenticator.countFailure(from: request.address, seconds: request.seconds)
            throw Problem.unauthorized(
                "the link is unknown or was used, or its \(ConsoleLimits.codeMilliseconds / 60_000) minutes are over; "
                    + "`waymark console` makes another one")
        }
        do throws(StoreError) {
            return try begin(Caller(token: token, address: request.address), .link, at: request.now)
        } catch {
            // The person has not signed in, and may try again with the same link.
            codes.giveBack(code, taken)
            throw error
        }
    }

    /// Throws 409 if a code would replace the session of another token, unless the person has agreed; the code stays.
    ///
    /// Otherwise a link from another person would sign a browser in as that person, without a word.
    func check(code: String, replacing before: Caller?, at now: Instant) throws(Problem) {
        guard let before, let owner = codes.owner(of: code, at: now), owner.id != before.token.id,
            authenticator.liveToken(owner.id, secretHash: owner.hash, at: now) != nil
        else { return }
        throw .otherSession(before.name)
    }

    /// Counts a sign-in, or a link for one, of the token with an id; throws 429 after too many in a minute.
    func countSignIn(_ tokenID: String, seconds: Int) throws(Problem) {
        guard let wait = signIns.withLock({ $0.fail(Array(tokenID.utf8), at: seconds) }) else { return }
        throw .tooManySignIns(retryAfter: wait)
    }

    /// Counts a sign-in with a code as one of its token; the code stays, and an unknown one is not counted here.
    func countSignIn(code: String, _ request: EndpointRequest) throws(Problem) {
        guard let owner = codes.owner(of: code, at: request.now) else { return }
        try countSignIn(owner.id, seconds: request.seconds)
    }

    /// Makes a one-time code that signs in with the rights of a caller's token; the audit has a row of it.
    func makeCode(_ caller: Caller, at now: Instant) throws(StoreError) -> (code: String, endsAt: Instant) {
        let made = codes.make(caller.token, at: now)
        try store.recordSignInLink(of: caller.token.id, endsAt: made.endsAt, by: caller.principal, at: now)
        return made
    }

    /// Makes a one-time code for the token with a secret; nil if there is none, or if its row of the audit cannot be written.
    package func makeCode(secretHash: [UInt8], at now: Instant) -> String? {
        guard let token = authenticator.standing(secretHash: secretHash, at: now)?.record else { return nil }
        let made = codes.make(token, at: now)
        let by = Principal.machine("waymark serve")
        do throws(StoreError) {
            try store.recordSignInLink(of: token.id, endsAt: made.endsAt, by: by, at: now)
        } catch { return nil }
        return made.code
    }

    /// A session that has begun.
    struct Begun {
        /// Its token, and the client's address.
        let caller: Caller
        /// What the store has of it.
        let record: SessionRecord
        /// The value of its cookie, which is not stored.
        let value: String
    }

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - caller: Its token, or the rights of its person, and the client's address.
    ///   - origin: How the person signed in.
    ///   - person: The person, if a proxy named it.
    ///   - now: The present instant.
    /// - Returns: The session that has begun.
    /// - Throws: The errors of the store.
    func begin(
        _ caller: Caller, _ origin: SessionRecord.Origin, of person: ProxiedPerson? = nil, at now: Instant
    ) throws(StoreError) -> Begun {
        let value = base64URL(SecureRandom.bytes(ConsoleLimits.secretBytes))
        let lifetime =
            person == nil ? StoreLimits.sessionLifetimeMilliseconds : StoreLimits.personSessionMilliseconds
        let latest = Instant(milliseconds: now.milliseconds + lifetime)
        let record = SessionRecord(
            id: hex(SecureRandom.bytes(8)),
            owner: person.map(SessionRecord.Owner.person)
                ?? .token(id: caller.token.id, secretHash: caller.token.secretHash),
            secretHash: SHA256.hash(Array(value.utf8)), origin: origin, address: caller.address, createdAt: now,
            endsAt: min(latest, caller.token.expiresAt ?? latest), lastUsedAt: now)
        try changing.withLock { _ throws(StoreError) in
            let ended = try store.createSession(record, by: caller.principal, at: now)
            table.add(record, removing: ended)
        }
        return Begun(caller: caller, record: record, value: value)
    }

    /// Ends a session; first in memory, so that it has ended even if the store fails.
    ///
    /// Then ``record(at:)`` writes the end later.
    func end(_ id: String, by principal: Principal, at now: Instant) throws(StoreError) {
        // At once, and again when no reading is under way, which may have put it back.
        table.remove(id)
        try changing.withLock { _ throws(StoreError) in
            table.remove(id)
            do throws(StoreError) { try store.deleteSession(id, by: principal, at: now) } catch {
                unwrittenEnds.withLock { $0[id] = principal }
                throw error
            }
        }
    }

    /// The live sessions with their tokens or the rights of their people, from old to new.
    func live(at now: Instant) -> [(entry: SessionTable.Entry, token: TokenRecord)] {
        table.all.compactMap { entry in
            guard entry.record.isLive(at: now, lastUse: entry.lastUse),
                let token = rights(of: entry.record, at: now)
            else { return nil }
            return (entry, token)
        }
    }

    /// The host of a request; throws 421 if it is not the console's.
    func host(of request: EndpointRequest) throws(Problem) -> RequestHost {
        guard let host = RequestHost(request.fields.host), hosts.accepts(host) else {
            throw .wrongHost(request.fields.host)
        }
        return host
    }

    /// Writes the last uses to the store, and removes the sessions that have ended; if that fails, the next call does it.
    ///
    /// - Parameters:
    ///   - now: The present instant.
    ///   - settled: What had ended then is removed; what has ended since is only refused, as the clock may be wrong.
    /// - Throws: The failure of a write.
    package func record(at now: Instant, until settled: Instant) throws(StoreError) {
        for (id, principal) in unwrittenEnds.withLock({ $0 }) {
            try changing.withLock { _ throws(StoreError) in
                try store.deleteSession(id, by: principal, at: now)
                unwrittenEnds.withLock { $0[id] = nil }
            }
        }
        let entries = table.all
        let ended = entries.filter { entry in
            !entry.record.isLive(at: settled, lastUse: entry.lastUse) || rights(of: entry.record, at: settled) == nil
        }
        let uses = entries.compactMap { entry in entry.unwrittenUse.map { (entry, $0) } }
        guard !uses.isEmpty || !ended.isEmpty else { return }
        try store.recordSessions(
            Dictionary(uses.map { ($0.record.id, $1) }, uniquingKeysWith: { first, _ in first }), at: now)
        for (entry, use) in uses { entry.noteWritten(use) }
        for entry in ended { table.remove(entry.record.id) }
    }
}

// MARK: People whom a proxy names

extension ConsoleSessions {
    /// The fields in which proxies name people and their groups, in lower case; nil if none may.
    package var personFields: (person: String, groups: String)? {
        proxySignIn.withLock { $0 }.map { ($0.personField, $0.groupsField) }
    }

    /// Applies reloaded settings: sessions of people have the rights of these settings from now on, and end without any.
    package func use(_ fresh: ProxySignIn?, at now: Instant) {
        proxySignIn.withLock { $0 = fresh }
        for entry in table.all {
            guard case .person = entry.record.owner, rights(of: entry.record, at: now) == nil else { continue }
            // A failed write is repeated by `record(at:)`.
            try? end(entry.record.id, by: .machine("waymark serve"), at: now)
        }
    }

    /// The person whom a proxy names in a request, with its rights; nil if none does.
    ///
    /// - Throws: 400 for fields that are not clear, and 403 for a person whom the settings give nothing.
    func person(in request: EndpointRequest) throws(Problem) -> (person: ProxiedPerson, caller: Caller)? {
        guard let settings = proxySignIn.withLock({ $0 }), let person = try settings.person(in: request) else {
            return nil
        }
        guard let rights = settings.rights(of: person) else {
            let groups = person.groups.joined(separator: ", ")
            throw .forbidden(
                "\(person.name) is in no group that signInGroups gives a role"
                    + (groups.isEmpty ? "; the proxy names no groups" : ", but in \(groups)"))
        }
        return (person, Caller(token: rights, address: request.address))
    }

    /// Begins a session of the person whom a proxy names; throws 401 if none does, 429, and the errors of the store.
    func begin(personOf request: EndpointRequest) throws -> Begun {
        guard let (person, caller) = try person(in: request) else {
            throw Problem.unauthorized("no proxy of signInProxies names a person in this request: sign in with a token")
        }
        try countSignIn(person.id, seconds: request.seconds)
        return try begin(caller, .proxy, of: person, at: request.now)
    }
}

extension Problem {
    /// 409: a sign-in link would replace the session of another token.
    fileprivate static func otherSession(_ name: String) -> Problem {
        .conflict(
            "other-session",
            "this browser is signed in as \(name), and the link signs in as another one: ask the person, and send the code "
                + "again with \"replace\": true, which ends the present session")
    }

    /// 429 with the seconds to wait.
    fileprivate static func tooManySignIns(retryAfter seconds: Int) -> Problem {
        Problem(
            429, "too-many-sign-ins", "Too many sign-ins",
            detail:
                "this token or person has signed in \(ConsoleLimits.signInsPerMinuteMax) times in a minute; wait \(seconds) s",
            fields: [HeaderField("Retry-After", String(seconds))])
    }
}
