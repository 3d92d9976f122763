import Digests
import ServerLog

/// The text of a token: `wmk_` and 43 characters of base64url with 256 random bits.
package struct Secret: Sendable, Hashable, CustomStringConvertible {
    /// What the client sends; must not be written to a log or an error.
    package let text: String

    /// Reads a token that a client sent or an operator chose; nil if it is too short or too long, or contains anything
    /// except printable ASCII without spaces.
    package init?(_ text: String) {
        guard (AccessLimits.secretBytesMin...AccessLimits.secretBytesMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    private init(trusted text: String) { self.text = text }

    /// A new secret from the system's random source.
    package static func make() -> Secret {
        Secret(trusted: TokenRedaction.prefix + base64URL(SecureRandom.bytes(randomBytes)))
    }

    /// SHA-256 of the text, 32 bytes: the only form that is stored.
    package var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Whether a person may have chosen it, so that it can be guessed: only texts in the server's own format have 256
    /// random bits.
    var isGuessable: Bool {
        let rest = text.dropFirst(TokenRedaction.prefix.count)
        return !text.hasPrefix(TokenRedaction.prefix) || rest.utf8.count != Self.randomCharacters
            || !rest.utf8.allSatisfy(TokenRedaction.isTokenCharacter)
    }

    /// The prefix only, never the secret.
    package var description: String { "\(TokenRedaction.prefix)…" }

    private static let randomBytes = 32
    private static let randomCharacters = 43
}
