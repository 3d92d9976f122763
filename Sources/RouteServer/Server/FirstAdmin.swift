import AccessControl
import Digests
import HTTPExchange
import ReleaseStore
import RouteModel
import SystemIO

/// Makes sure that there is an administrator's token: the one that the operator gives, or a new one at the first start.
struct FirstAdmin: Sendable {
    let store: any RuleStore
    /// The database's path; a new token is written beside it.
    let database: String
    /// `WAYMARK_ADMIN_TOKEN`, or what the file of `WAYMARK_ADMIN_TOKEN_FILE` holds.
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
            guard !tokens.contains(where: { $0.isUnlimitedAdmin && $0.isLive(at: now) }) else { return .present }
            let secret = Secret.make()
            let path = "\(database)-admin-token"
            // The file comes first: a token without a readable secret would lock the operator out.
            Files.remove(path)
            try Files.create(path, Array("\(secret.text)\n".utf8), mode: 0o600)
            try create(secret, name: "admin", now)
            return .made(secret, path: path)
        } catch let error as ServerStartError {
            throw error
        } catch {
            throw ServerStartError("the first administrator's token cannot be made: \(error)")
        }
    }

    private func take(_ text: String, _ tokens: [TokenRecord], _ now: Instant) throws -> Outcome {
        guard let secret = Secret(text.trimmingBlanks()) else {
            throw ServerStartError(
                "the administrator's token given by the environment is not \(AccessLimits.secretBytesMin) to "
                    + "\(AccessLimits.secretBytesMax) letters, digits and marks")
        }
        let hash = secret.hash
        let isKnown = tokens.contains { token in
            constantTimeEqual(token.secretHash, hash) || token.previousHash.map { constantTimeEqual($0, hash) } ?? false
        }
        guard !isKnown else { return .present }
        try create(secret, name: "admin (environment)", now)
        return .taken
    }

    private func create(_ secret: Secret, name: String, _ now: Instant) throws {
        let token = NewToken(
            id: hex(SecureRandom.bytes(8)), name: name, role: .admin, scope: .all, secretHash: secret.hash,
            expiresAt: nil)
        _ = try store.createToken(token, by: .machine("waymark serve"), at: now, recording: nil)
    }
}
