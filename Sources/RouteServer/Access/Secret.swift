import Digests

/// The text of a token: `wmk_` and 43 letters that hold 256 random bits.
struct Secret: Sendable, Hashable, CustomStringConvertible {
    /// What the client sends; goes into no log and no error.
    let text: String

    /// Takes a text that somebody else made; nil where it is too short or too long to be a secret, or not ASCII.
    init?(_ text: String) {
        guard (ServerLimits.secretBytesMin...ServerLimits.secretBytesMax).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    private init(trusted text: String) { self.text = text }

    /// A new secret from the system's random source.
    static func make() -> Secret { Secret(trusted: "wmk_" + base64URL(SecureRandom.bytes(32))) }

    /// SHA-256 of the text, 32 bytes: all that is ever stored.
    var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Never the text.
    var description: String { "wmk_…" }

    // RFC 4648 section 5, without padding.
    private static func base64URL(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var text: [UInt8] = []
        var buffer = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(letters[buffer >> bits & 0x3F])
            }
        }
        if bits > 0 { text.append(letters[buffer << (6 - bits) & 0x3F]) }
        return String(decoding: text, as: UTF8.self)
    }
}
