import Digests
package import HTTPExchange
package import ReleaseStore
package import RouteModel
import Synchronization

/// Identifies the callers of requests by their tokens.
///
/// All tokens are in memory. The list is replaced when a token is made or deleted, so that a revocation has effect from
/// the next request on.
package final class TokenAuthenticator: Sendable {
    private let state: Mutex<State>
    private let refreshing = Mutex(())

    private struct State {
        var tokens: [TokenRecord]
        var limiter: AttemptLimiter
        var uses: [String: Instant] = [:]
        var refreshFailure: StoreError?
        /// Tokens that a person may have chosen, with the sources that used them: accepted even if the source has used
        /// up its attempts.
        var familiar: Set<Familiar> = []
    }

    private struct Familiar: Hashable {
        var source: [UInt8]
        var hash: [UInt8]
    }

    /// Starts with these tokens.
    package init(tokens: [TokenRecord], failedAttemptsPerMinuteMax: Int) {
        state = Mutex(
            State(tokens: tokens, limiter: AttemptLimiter(attemptsPerMinuteMax: failedAttemptsPerMinuteMax)))
    }

    /// Reads the tokens from the store.
    ///
    /// Reading and replacing happen under one lock; otherwise an older list could replace a newer one, and a revoked
    /// token would stay valid. If the store cannot be read, a revoked token is still removed from memory, and a new one
    /// is accepted after ``repair(from:)``.
    ///
    /// - Parameters:
    /// - store: The store with the tokens.
    ///   - revoked: The id of the token that was deleted, if one was.
    package func refresh(from store: any RuleStore, revoked: String? = nil) {
        refreshing.withLock { _ in
            do throws(StoreError) {
                replace(tokens: try store.tokens())
            } catch {
                state.withLock { state in
                    state.tokens.removeAll { $0.id == revoked }
                    state.refreshFailure = error
                }
            }
        }
    }

    /// The reason why the tokens in memory may be older than the store; nil if they are not.
    package var refreshFailure: StoreError? { state.withLock { $0.refreshFailure } }

    /// Reads the tokens again if the last refresh failed.
    package func repair(from store: any RuleStore) {
        if refreshFailure != nil { refresh(from: store) }
    }

    /// Replaces the list of tokens.
    package func replace(tokens: [TokenRecord]) {
        state.withLock { state in
            state.tokens = tokens
            state.refreshFailure = nil
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
    ///   - seconds: A monotonic clock, for the limit of attempts.
    /// - Returns: The caller, or nil if there is no field.
    /// - Throws: 401 and 429.
    package func identify(
        _ authorization: String?, from address: String, now: Instant, seconds: Int
    ) throws(Problem) -> Caller? {
        guard let authorization else { return nil }
        let secret = Self.bearer(authorization).flatMap { Secret($0) }
        let source = Self.source(address)
        let found: Result<TokenRecord, Problem> = state.withLock { state in
            if let secret, let token = Self.validToken(secret, source, &state, now: now, seconds: seconds) {
                state.uses[token.id] = now
                return .success(token)
            }
            if let wait = state.limiter.fail(source, at: seconds) {
                return .failure(.tooManyAttempts(retryAfter: wait))
            }
            return .failure(.unauthorized(Self.hint(authorization, secret)))
        }
        return Caller(token: try found.get(), address: address)
    }

    /// The correction; the text does not show which tokens exist.
    private static func hint(_ field: String, _ secret: Secret?) -> String {
        if bearer(field) == nil { return "the Authorization field is not `Bearer wmk_…`, the only supported scheme" }
        return secret == nil
            ? "the text after Bearer is not a token; a token is printable ASCII without spaces, such as wmk_…"
            : "the token is unknown, revoked or expired"
    }

    /// Whether a field holds a valid token.
    ///
    /// A wrong token counts as an attempt, because the answer shows that it is wrong.
    package func isValid(_ authorization: String, from address: String, now: Instant, seconds: Int) -> Bool {
        let secret = Self.bearer(authorization).flatMap { Secret($0) }
        let source = Self.source(address)
        return state.withLock { state in
            if let secret, Self.validToken(secret, source, &state, now: now, seconds: seconds) != nil { return true }
            _ = state.limiter.fail(source, at: seconds)
            return false
        }
    }

    /// The valid token with a secret; nil if there is none.
    ///
    /// A token that a person may have chosen is not compared if its source has used up its attempts. Otherwise a
    /// correct guess would still be accepted, and the limit would have no effect.
    private static func validToken(
        _ secret: Secret, _ source: [UInt8], _ state: inout State, now: Instant, seconds: Int
    ) -> TokenRecord? {
        let key = Familiar(source: source, hash: secret.hash)
        let isGuessable = secret.isGuessable
        if isGuessable, state.limiter.isSpent(source, at: seconds), !state.familiar.contains(key) { return nil }
        guard let token = find(key.hash, in: state.tokens), token.isLive(at: now) else { return nil }
        if isGuessable, !state.familiar.contains(key) {
            if state.familiar.count >= AccessLimits.familiarSourcesMax { state.familiar.removeAll() }
            state.familiar.insert(key)
        }
        return token
    }

    /// The key under which attempts are counted.
    private static func source(_ address: String) -> [UInt8] {
        NetworkAddress(address)?.subscriber ?? Array(address.utf8)
    }

    /// Writes to the store when tokens were used since the last call; after an error, the next call writes it again.
    package func recordUses(in store: any RuleStore) throws(StoreError) {
        let uses = state.withLock { state in
            let uses = state.uses
            state.uses = [:]
            return uses
        }
        guard !uses.isEmpty else { return }
        do throws(StoreError) { try store.recordUse(uses) } catch {
            state.withLock { $0.uses.merge(uses) { newer, older in max(newer, older) } }
            throw error
        }
    }

    /// The token with its last use, even if that is not in the store yet.
    package func withLastUse(_ token: TokenRecord) -> TokenRecord {
        guard let use = state.withLock({ $0.uses[token.id] }) else { return token }
        var token = token
        token.lastUsedAt = max(use, token.lastUsedAt ?? use)
        return token
    }

    /// Compares every token, so that the duration does not depend on which token matches.
    private static func find(_ hash: [UInt8], in tokens: [TokenRecord]) -> TokenRecord? {
        var found: TokenRecord?
        for token in tokens where constantTimeEqual(token.secretHash, hash) { found = token }
        return found
    }

    /// RFC 6750 section 2.1; the scheme's name is not case-sensitive (RFC 9110 section 11.1).
    private static func bearer(_ field: String) -> String? {
        let parts = field.trimmingBlanks().split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1]).trimmingBlanks()
    }
}
