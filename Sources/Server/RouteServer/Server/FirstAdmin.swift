import AccessControl
import Digests
import HTTPExchange
import ReleaseStore
import RouteModel
import StoreRecords
import SystemIO

/// Ensures that an administrator's token exists: the one that the operator sets, or a new one at the first start.
struct FirstAdmin: Sendable {
    let store: any RuleStore
    /// What the names of the node's own files begin with; a new token is written to `<prefix>-admin-token`.
    let filePrefix: String
    /// The value of `WAYMARK_ADMIN_TOKEN`, or the content of the file that `WAYMARK_ADMIN_TOKEN_FILE` names.
    let given: String?

    /// The result.
    enum Outcome: Sendable {
        /// An administrator's token exists already.
        case present
        /// The operator's token was stored.
        case taken
        /// A token was made and written to a file with mode 0600.
        case made(Secret, path: String)
    }

    func ensure(at now: Instant) throws(ServerStartError) -> Outcome {
        do {
            let tokens = try store.tokens()
            if let given { return try take(given, tokens, now) }
            let isKnown = tokens.contains { $0.isUnlimitedAdmin && $0.isLive(at: now) }
            // One that cannot be read may be an administrator's; `waymark token create` makes another one.
            guard !isKnown, store.memory.damage.count == 0 else { return .present }
            let secret = Secret.make()
            let path = "\(filePrefix)-admin-token"
            // The file is written first, because the operator could not use a token whose secret was not saved.
            Files.remove(path)
            try Files.create(path, Array("\(secret.text)\n".utf8), mode: 0o600)
            let made = try store.createFirstToken(
                Self.token(secret, name: "admin"), by: Self.author, at: now)
            guard made != nil else {
                // Another server that shares the database was faster.
                Files.remove(path)
                return .present
            }
            return .made(secret, path: path)
        } catch let error as ServerStartError {
            throw error
        } catch {
            throw ServerStartError("the first administrator's token cannot be made: \(error)")
        }
    }

    /// The error for an operator's token that could not be one.
    static var invalidToken: ServerStartError {
        ServerStartError(
            "the administrator's token from the environment is not \(AccessLimits.secretBytesMin) to "
                + "\(AccessLimits.secretBytesMax) letters, digits and punctuation characters")
    }

    private func take(_ text: String, _ tokens: [TokenRecord], _ now: Instant) throws -> Outcome {
        guard let secret = Secret(text.trimmingBlanks()) else {
            throw Self.invalidToken
        }
        let hash = secret.hash
        let isKnown = tokens.contains { token in
            constantTimeEqual(token.secretHash, hash) || token.previousHash.map { constantTimeEqual($0, hash) } ?? false
        }
        guard !isKnown else { return .present }
        do throws(StoreError) {
            let token = Self.token(secret, name: "admin (environment)")
            _ = try store.createToken(token, by: Self.author, at: now, recording: nil)
        } catch {
            // Another server that shares the database was given the same one, and was faster.
            // A damaged table of tokens takes no other one.
            guard error.code == .exists || error.code == .corrupt else { throw error }
            return .present
        }
        return .taken
    }

    private static let author = Principal.machine("waymark serve")

    private static func token(_ secret: Secret, name: String) -> NewToken {
        NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: .admin, scope: .all, secretHash: secret.hash,
            expiresAt: nil)
    }
}
