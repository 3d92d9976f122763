import Digests
package import HTTPExchange
package import ReleaseStore
package import RouteModel
package import StoreRecords
import Synchronization

/// Identifies the callers of requests by their tokens.
///
/// All tokens are in memory. The index is replaced as soon as a token is made, rotated or deleted, so that a revocation
/// holds for the next request. A request copies a reference to the index under the lock, and looks up without it.
package final class TokenAuthenticator: Sendable {
    private let index: Mutex<TokenIndex>
    private let attempts: Mutex<Attempts>
    /// Held while the store is read, so that no older state replaces a newer one.
    private let refreshing = Mutex(())
    /// Why the index may be older than the store; apart, because event loops read it, which never wait for the store.
    private let failure = Mutex<StoreError?>(nil)
    /// Called after each change of the tokens; set once, before the first change.
    private let subscriber = Mutex<Subscriber?>(nil)

    /// A struct, because each read of a bare closure from a generic `Mutex` wraps it once more.
    private struct Subscriber {
        let receive: @Sendable () -> Void
    }

    /// The failed attempts by source, and the known sources of tokens that a person may have chosen.
    private struct Attempts {
        var limiter: AttemptLimiter
        /// Chosen tokens and the sources that used them: these are accepted even while other clients of a source guess.
        var familiar: Set<Familiar> = []
    }

    private struct Familiar: Hashable {
        var source: [UInt8]
        var hash: [UInt8]
    }

    /// Rises after each change of the index.
    private let changes = Atomic(0)

    /// The names of tokens that are being made.
    private let namesInUse = Mutex<Set<String>>([])

    /// Starts with these tokens.
    package init(tokens: [TokenRecord], failedAttemptsPerMinuteMax: Int) {
        index = Mutex(TokenIndex(tokens))
        attempts = Mutex(Attempts(limiter: AttemptLimiter(attemptsPerMinuteMax: failedAttemptsPerMinuteMax)))
    }

    /// Reads one token from the store after it was made, changed or deleted.
    ///
    /// Reading and replacing happen under one lock; otherwise an older state could replace a newer one, and a revoked
    /// token would stay valid. If the store cannot be read, a revoked token is removed from memory nevertheless, and a
    /// new one is accepted after ``repair(from:)``.
    ///
    /// - Parameters:
    ///   - id: The token's id.
    ///   - store: Where the tokens are.
    ///   - isRevoked: Whether the token was deleted.
    package func refresh(_ id: String, from store: any RuleStore, isRevoked: Bool = false) {
        refreshing.withLock { _ in
            do throws(StoreError) {
                let record = try store.token(id)
                change { index in
                    if let record { index.put(record) } else { index.remove(id: id) }
                }
            } catch {
                if isRevoked { change { $0.remove(id: id) } }
                note(error)
            }
        }
        report()
    }

    /// Makes a token under a name that no live token has, so that the list and the audit name each token clearly.
    ///
    /// - Parameters:
    ///   - name: The name of the new token.
    ///   - caller: Gets the id of the other token only if it may see it.
    ///   - now: The wall clock, for expiry.
    ///   - make: Stores the token and calls ``refresh(_:from:isRevoked:)``.
    /// - Returns: The result of `make`.
    /// - Throws: 409 if the name is taken, and the errors of `make`.
    package func making<Value>(
        named name: String, for caller: Caller, at now: Instant, _ make: () throws -> Value
    ) throws -> Value {
        guard namesInUse.withLock({ $0.insert(name).inserted }) else { throw Self.taken(name, "") }
        defer { _ = namesInUse.withLock { $0.remove(name) } }
        if let other = index.withLock({ $0 }).token(named: name, at: now) {
            throw Self.taken(name, caller.token.covers(other) ? " (\(other.id))" : "")
        }
        return try make()
    }

    private static func taken(_ name: String, _ id: String) -> Problem {
        .conflict(
            "exists",
            "a live token\(id) is already called “\(name)”: choose another name, or rotate or delete that token")
    }

    /// Sets what is called after each change of the tokens; several threads may call it at once.
    package func onChange(_ receive: @escaping @Sendable () -> Void) {
        subscriber.withLock { $0 = Subscriber(receive: receive) }
    }

    /// Lets what goes on after requests, such as event streams, be compared with tokens and sessions again.
    package func reviewGrants() { report() }

    private func change(_ body: (inout TokenIndex) -> Void) {
        index.withLock { body(&$0) }
        changes.add(1, ordering: .sequentiallyConsistent)
    }

    private func report() { subscriber.withLock { $0 }?.receive() }

    /// A number that rises with each change of the tokens: a caller that was identified with the same number is known
    /// still, unless its token has expired.
    package var revision: Int { changes.load(ordering: .sequentiallyConsistent) }

    /// Why the tokens in memory may be older than the store's; nil while they are not.
    package var refreshFailure: StoreError? { failure.withLock { $0 } }

    private func note(_ error: StoreError?) { failure.withLock { $0 = error } }

    /// Reads all tokens again if the last refresh failed.
    package func repair(from store: any RuleStore) {
        let isRepaired = refreshing.withLock { _ in refreshFailure != nil && replace(from: store) }
        if isRepaired { report() }
    }

    /// Reads all tokens, because another process has changed some; if that fails, ``repair(from:)`` tries again.
    ///
    /// - Parameters:
    ///   - store: The node's own copy of the tokens.
    ///   - copy: Makes it as new as the shared store. No ``refresh(_:from:isRevoked:)`` runs beside it: a token that is revoked
    ///     after `copy` has read it would be valid again.
    /// - Throws: The errors of `copy`; the tokens in memory stay.
    package func reload(from store: any RuleStore, _ copy: () throws(StoreError) -> Void) throws(StoreError) {
        try refreshing.withLock { _ throws(StoreError) in
            try copy()
            replace(from: store)
        }
        report()
    }

    /// Reads all tokens, under the lock of refreshes; returns whether the store could be read.
    @discardableResult
    private func replace(from store: any RuleStore) -> Bool {
        do throws(StoreError) {
            replace(tokens: try store.tokens())
            note(nil)
            return true
        } catch {
            note(error)
            return false
        }
    }

    /// Replaces all tokens; tokens that remain keep their last use.
    func replace(tokens: [TokenRecord]) {
        change { index in
            let fresh = TokenIndex(tokens)
            for token in index.all {
                if let use = token.lastUse { fresh.token(id: token.record.id)?.noteUse(at: use) }
            }
            index = fresh
        }
    }

    /// The caller behind an `Authorization` field; nil if there is none.
    ///
    /// A malformed, unknown or expired token is refused with 401, and with 429 after too many of them from one source.
    ///
    /// - Parameters:
    ///   - authorization: The field's value.
    ///   - address: The client's address.
    ///   - now: The wall clock, for expiry.
    ///   - seconds: The monotonic clock in seconds, for the limit of attempts.
    /// - Returns: The caller, or nil if there is no field.
    /// - Throws: 401 and 429.
    package func identify(
        _ authorization: String?, from address: String, now: Instant, seconds: Int
    ) throws(Problem) -> Caller? {
        guard let authorization else { return nil }
        let secret = Self.bearer(authorization).flatMap { Secret($0) }
        let source = NetworkAddress.source(of: address)
        if let secret, let token = validToken(secret, source, now: now, seconds: seconds) {
            token.noteUse(at: now)
            return Caller(token: token.record, address: address)
        }
        if let wait = attempts.withLock({ $0.limiter.fail(source, at: seconds) }) {
            throw .tooManyAttempts(retryAfter: wait)
        }
        throw .invalidToken(hint(authorization, secret))
    }

    /// The live token with an id whose present secret has a hash, for a session of the console; its use is noted.
    ///
    /// Nil if it was revoked or rotated, or has expired.
    package func token(_ id: String, secretHash: [UInt8], at now: Instant) -> TokenRecord? {
        guard let token = knownToken(id, secretHash, at: now) else { return nil }
        token.noteUse(at: now)
        return token.record
    }

    /// The same; no use is noted.
    package func liveToken(_ id: String, secretHash: [UInt8], at now: Instant) -> TokenRecord? {
        knownToken(id, secretHash, at: now)?.record
    }

    private func knownToken(_ id: String, _ secretHash: [UInt8], at now: Instant) -> KnownToken? {
        guard let token = index.withLock({ $0 }).token(id: id), token.record.isLive(at: now),
            constantTimeEqual(token.record.secretHash, secretHash)
        else { return nil }
        return token
    }

    /// Counts a failed attempt to sign in; throws 429 after too many of them from one source.
    package func countFailure(from address: String, seconds: Int) throws(Problem) {
        let source = NetworkAddress.source(of: address)
        guard let wait = attempts.withLock({ $0.limiter.fail(source, at: seconds) }) else { return }
        throw .tooManyAttempts(retryAfter: wait)
    }

    /// What to correct, for the text of a 401.
    ///
    /// It does not show which tokens exist, except that a random secret, which cannot be guessed, has expired.
    private func hint(_ field: String, _ secret: Secret?) -> String {
        guard Self.bearer(field) != nil else {
            return "the Authorization field is not `Bearer wmk_…`, the only supported scheme"
        }
        guard let secret else {
            return "this is not a Waymark token; tokens begin with wmk_ and are copied as a whole"
        }
        let end = secret.isGuessable ? nil : index.withLock { $0 }.end(secretHash: secret.hash)
        return (end.map { "the token expired at \($0)" } ?? "the token is unknown, revoked or expired")
            + "; an admin can create one with POST /v1/tokens"
    }

    /// The SHA-256 of the secret in a field; nil if it holds no token.
    package static func secretHash(_ authorization: String) -> [UInt8]? {
        bearer(authorization).flatMap { Secret($0) }?.hash
    }

    /// The token that a secret opens at an instant, and when the secret ends, nil where it never does.
    ///
    /// For what goes on after a request, such as an event stream: it counts neither attempts nor uses, and does not block.
    package func standing(secretHash hash: [UInt8], at now: Instant) -> (record: TokenRecord, endsAt: Instant?)? {
        index.withLock { $0 }.standing(secretHash: hash, at: now)
    }

    /// Whether a field has a valid token; a wrong one is not counted as an attempt.
    ///
    /// Only for decisions that no answer shows, because guessing is not limited here.
    package func recognizes(_ authorization: String, from address: String, now: Instant, seconds: Int) -> Bool {
        guard let secret = Self.bearer(authorization).flatMap({ Secret($0) }) else { return false }
        return validToken(secret, NetworkAddress.source(of: address), now: now, seconds: seconds) != nil
    }

    /// The valid token with a secret; nil if there is none.
    ///
    /// A token that a person may have chosen is not looked up if its source has used up its attempts; otherwise a right
    /// guess would still be accepted, and guessing would not be slowed.
    private func validToken(_ secret: Secret, _ source: [UInt8], now: Instant, seconds: Int) -> KnownToken? {
        let key = Familiar(source: source, hash: secret.hash)
        let isGuessable = secret.isGuessable
        let isWithheld =
            isGuessable
            && attempts.withLock { $0.limiter.isSpent(source, at: seconds) && !$0.familiar.contains(key) }
        let index = index.withLock { $0 }
        guard !isWithheld, let token = index.token(secretHash: key.hash, at: now) else { return nil }
        if isGuessable {
            attempts.withLock { attempts in
                guard !attempts.familiar.contains(key) else { return }
                if attempts.familiar.count >= AccessLimits.familiarSourcesMax { attempts.familiar.removeAll() }
                attempts.familiar.insert(key)
            }
        }
        return token
    }

    /// Writes the last uses of tokens since the last call to the store; if that fails, the next call writes them.
    package func recordUses(in store: any RuleStore) throws(StoreError) {
        let index = index.withLock { $0 }
        var uses: [String: Instant] = [:]
        for token in index.all { uses[token.record.id] = token.takeUse() }
        guard !uses.isEmpty else { return }
        do throws(StoreError) { try store.recordUse(uses) } catch {
            for (id, use) in uses { index.token(id: id)?.noteUse(at: use) }
            throw error
        }
    }

    /// The token with its last use, even if that is not in the store yet.
    package func withLastUse(_ token: TokenRecord) -> TokenRecord {
        guard let use = index.withLock({ $0 }).token(id: token.id)?.lastUse else { return token }
        var token = token
        token.lastUsedAt = max(use, token.lastUsedAt ?? use)
        return token
    }

    /// RFC 6750 section 2.1; the scheme's name has no case (RFC 9110 section 11.1).
    private static func bearer(_ field: String) -> String? {
        // Bytes, because this runs for each request, and more than once.
        let field = field.trimmingBlanks()
        guard let blank = field.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
        let scheme = field.utf8[..<blank].lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard scheme.elementsEqual("bearer".utf8) else { return nil }
        return String(field[blank...]).trimmingBlanks()
    }
}
