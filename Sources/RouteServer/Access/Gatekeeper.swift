import Digests
import ReleaseStore
import RouteModel
import Synchronization

/// Knows all tokens and decides who is calling.
///
/// The table is replaced whole as soon as a token is made or deleted, so that a revocation holds for the next request.
final class Gatekeeper: Sendable {
    private let state: Mutex<State>
    private let refreshing = Mutex(())

    private struct State {
        var tokens: [TokenRecord]
        var limiter: AttemptLimiter
        var uses: [String: Instant] = [:]
        var refreshFailure: StoreError?
        /// Chosen tokens and the sources they came from: they pass even where others of that source are guessing.
        var familiar: Set<Familiar> = []
    }

    private struct Familiar: Hashable {
        var source: [UInt8]
        var hash: [UInt8]
    }

    init(tokens: [TokenRecord], failedAttemptsPerMinuteMax: Int) {
        state = Mutex(
            State(tokens: tokens, limiter: AttemptLimiter(attemptsPerMinuteMax: failedAttemptsPerMinuteMax)))
    }

    /// Takes over what the store has now.
    ///
    /// Reading and replacing are one step: otherwise an older list could replace a newer one, and a revoked token would
    /// live on. Where the store cannot be read, the change that was committed before stands all the same: the revoked
    /// token is forgotten here, a new one is known as soon as ``repair(from:)`` succeeds.
    ///
    /// - Parameters:
    ///   - store: where the tokens are.
    ///   - revoked: the token that was deleted, if that is what happened.
    func refresh(from store: any RuleStore, revoked: String? = nil) {
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

    /// Why the tokens here may be older than the store's; nil while they are the same.
    var refreshFailure: StoreError? { state.withLock { $0.refreshFailure } }

    /// Tries again what a refresh could not do.
    func repair(from store: any RuleStore) {
        if refreshFailure != nil { refresh(from: store) }
    }

    /// Takes over a list of tokens.
    func replace(tokens: [TokenRecord]) {
        state.withLock { state in
            state.tokens = tokens
            state.refreshFailure = nil
        }
    }

    /// The caller behind an `Authorization` field; nil where there is none.
    ///
    /// Throws 401 for a token that is malformed, unknown or expired, and 429 once a source had too many of them.
    ///
    /// - Parameters:
    ///   - authorization: the field's value.
    ///   - address: the client's address.
    ///   - now: the wall clock, for expiry.
    ///   - seconds: a monotonic clock, for counting attempts.
    /// - Returns: the caller, or nil where there is no field.
    /// - Throws: 401 and 429.
    func identify(
        _ authorization: String?, from address: String, now: Instant, seconds: Int
    ) throws(Problem) -> Caller? {
        guard let authorization else { return nil }
        let secret = Self.bearer(authorization).flatMap { Secret($0) }
        let source = Self.source(address)
        let found: Result<TokenRecord, Problem> = state.withLock { state in
            if let secret, let token = Self.judge(secret, source, &state, now: now, seconds: seconds) {
                state.uses[token.id] = now
                return .success(token)
            }
            if let wait = state.limiter.fail(source, at: seconds) {
                return .failure(.tooManyAttempts(retryAfter: wait))
            }
            return .failure(.unauthorized(Self.complaint(authorization, secret)))
        }
        return Caller(token: try found.get(), address: address)
    }

    /// Says what to mend, and nothing about which tokens there are.
    private static func complaint(_ field: String, _ secret: Secret?) -> String {
        if bearer(field) == nil { return "the Authorization field is not `Bearer wmk_…`, the only scheme here" }
        return secret == nil
            ? "what stands after Bearer is no token: they are printable ASCII without blanks, such as wmk_…"
            : "the token is unknown, revoked or expired"
    }

    /// Whether a field holds a live token; a wrong one counts as an attempt here too, because the answer tells.
    func isKnown(_ authorization: String, from address: String, now: Instant, seconds: Int) -> Bool {
        let secret = Self.bearer(authorization).flatMap { Secret($0) }
        let source = Self.source(address)
        return state.withLock { state in
            if let secret, Self.judge(secret, source, &state, now: now, seconds: seconds) != nil { return true }
            _ = state.limiter.fail(source, at: seconds)
            return false
        }
    }

    /// The live token of a secret.
    ///
    /// A secret that a person may have chosen is not even looked at where its source has guessed too often: otherwise
    /// the one right guess would tell itself by its answer, and nothing would be slowed.
    private static func judge(
        _ secret: Secret, _ source: [UInt8], _ state: inout State, now: Instant, seconds: Int
    ) -> TokenRecord? {
        let key = Familiar(source: source, hash: secret.hash)
        let isGuessable = secret.isGuessable
        if isGuessable, state.limiter.isSpent(source, at: seconds), !state.familiar.contains(key) { return nil }
        guard let token = find(key.hash, in: state.tokens), token.isLive(at: now) else { return nil }
        if isGuessable, !state.familiar.contains(key) {
            if state.familiar.count >= ServerLimits.familiarSourcesMax { state.familiar.removeAll() }
            state.familiar.insert(key)
        }
        return token
    }

    /// What attempts are counted by.
    private static func source(_ address: String) -> [UInt8] {
        NetworkAddress(address)?.subscriber ?? Array(address.utf8)
    }

    /// Lets the store note when tokens were used since the last time; what it cannot note is kept for the next.
    func noteUses(in store: any RuleStore) throws(StoreError) {
        let uses = state.withLock { state in
            let uses = state.uses
            state.uses = [:]
            return uses
        }
        guard !uses.isEmpty else { return }
        do throws(StoreError) { try store.noteUse(uses) } catch {
            state.withLock { $0.uses.merge(uses) { newer, older in max(newer, older) } }
            throw error
        }
    }

    /// The token with a use that the store does not know of yet.
    func withLastUse(_ token: TokenRecord) -> TokenRecord {
        guard let use = state.withLock({ $0.uses[token.id] }) else { return token }
        var token = token
        token.lastUsedAt = max(use, token.lastUsedAt ?? use)
        return token
    }

    /// Looks at every token, so that time tells nothing about which one was nearly right.
    private static func find(_ hash: [UInt8], in tokens: [TokenRecord]) -> TokenRecord? {
        var found: TokenRecord?
        for token in tokens where constantTimeEqual(token.secretHash, hash) { found = token }
        return found
    }

    /// RFC 6750 section 2.1; the scheme's name has no case (RFC 9110 section 11.1).
    private static func bearer(_ field: String) -> String? {
        let parts = field.trimmingBlanks().split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1]).trimmingBlanks()
    }
}
