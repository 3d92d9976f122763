import Digests
import RouteModel
import StoreRecords
import Synchronization

/// One-time codes of sign-in links, in memory: a restart ends them.
final class SignInCodes: Sendable {
    /// What a code stands for: a token, with the hash of its secret when the code was made.
    struct Code {
        let tokenID: String
        let tokenHash: [UInt8]
        let endsAt: Instant
    }

    /// The codes by their SHA-256, and their order, oldest first.
    private struct State {
        var codes: [[UInt8]: Code] = [:]
        var order: [[UInt8]] = []
    }

    private let state = Mutex(State())

    /// Makes a code for a token; the oldest code ends if there are too many.
    func make(_ token: TokenRecord, at now: Instant) -> (code: String, endsAt: Instant) {
        let code = base64URL(SecureRandom.bytes(ConsoleLimits.codeBytes))
        let endsAt = Instant(milliseconds: now.milliseconds + ConsoleLimits.codeMilliseconds)
        let hash = SHA256.hash(Array(code.utf8))
        state.withLock { state in
            // A token that makes many ends its own, not those of others.
            let own = state.order.filter { state.codes[$0]?.tokenID == token.id }
            if own.count >= ConsoleLimits.codesPerTokenMax, let oldest = own.first {
                state.order.removeAll { $0 == oldest }
                state.codes[oldest] = nil
            }
            if state.order.count >= ConsoleLimits.codesMax { state.codes[state.order.removeFirst()] = nil }
            state.order.append(hash)
            state.codes[hash] = Code(tokenID: token.id, tokenHash: token.secretHash, endsAt: endsAt)
        }
        return (code, endsAt)
    }

    /// The token that a code stands for, as ``take(_:at:)`` gives it; the code stays.
    func owner(of code: String, at now: Instant) -> (id: String, hash: [UInt8])? {
        let hash = SHA256.hash(Array(code.utf8))
        guard let found = state.withLock({ $0.codes[hash] }), now < found.endsAt else { return nil }
        return (found.tokenID, found.tokenHash)
    }

    /// What a code stands for; each code gives it once, unless it is given back.
    func take(_ code: String, at now: Instant) -> Code? {
        // The hash selects the entry, so that the time of the look-up shows nothing about codes.
        let hash = SHA256.hash(Array(code.utf8))
        let found = state.withLock { state in
            state.order.removeAll { $0 == hash }
            return state.codes.removeValue(forKey: hash)
        }
        guard let found, now < found.endsAt else { return nil }
        return found
    }

    /// Makes a code valid again that was taken for a session which could not begin; its end stays the same.
    func giveBack(_ code: String, _ taken: Code) {
        let hash = SHA256.hash(Array(code.utf8))
        state.withLock { state in
            guard state.order.count < ConsoleLimits.codesMax else { return }
            // The next one that ends for a newer one, as codes before it may be older.
            state.order.insert(hash, at: 0)
            state.codes[hash] = taken
        }
    }
}
