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
    }

    init(tokens: [TokenRecord], failedAttemptsPerMinuteMax: Int) {
        state = Mutex(
            State(tokens: tokens, limiter: AttemptLimiter(attemptsPerMinuteMax: failedAttemptsPerMinuteMax)))
    }

    /// Takes over what the store has now.
    ///
    /// Reading and replacing are one step: otherwise an older list could replace a newer one, and a revoked token would
    /// live on.
    func refresh(from store: any RuleStore) throws(StoreError) {
        let result: Result<Void, StoreError> = refreshing.withLock { _ in
            do throws(StoreError) {
                let tokens = try store.tokens()
                replace(tokens: tokens)
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Takes over a list of tokens.
    func replace(tokens: [TokenRecord]) {
        state.withLock { $0.tokens = tokens }
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
        let hash = secret?.hash
        let found: Result<TokenRecord, Problem> = state.withLock { state in
            if let hash, let token = Self.find(hash, in: state.tokens), token.isLive(at: now) {
                state.uses[token.id] = now
                return .success(token)
            }
            let source = NetworkAddress(address)?.subscriber ?? Array(address.utf8)
            if let wait = state.limiter.fail(source, at: seconds) {
                return .failure(.tooManyAttempts(retryAfter: wait))
            }
            return .failure(.unauthorized("the token is unknown, revoked or expired"))
        }
        return Caller(token: try found.get(), address: address)
    }

    /// Whether a field holds a live token; counts nothing, for limits only.
    func isKnown(_ authorization: String, at now: Instant) -> Bool {
        guard let hash = Self.bearer(authorization).flatMap({ Secret($0) })?.hash else { return false }
        return state.withLock { Self.find(hash, in: $0.tokens)?.isLive(at: now) ?? false }
    }

    /// When tokens were used since the last call, for the store to note.
    func takeUses() -> [String: Instant] {
        state.withLock { state in
            let uses = state.uses
            state.uses = [:]
            return uses
        }
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
