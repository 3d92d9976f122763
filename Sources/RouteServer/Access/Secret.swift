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
    static func make() -> Secret { Secret(trusted: mark + base64URL(SecureRandom.bytes(32))) }

    /// SHA-256 of the text, 32 bytes: all that is ever stored.
    var hash: [UInt8] { SHA256.hash(Array(text.utf8)) }

    /// Whether a person may have chosen it: only texts of our own form hold 256 random bits for certain.
    var isGuessable: Bool {
        let rest = text.dropFirst(Self.mark.count)
        return !text.hasPrefix(Self.mark) || rest.utf8.count != 43 || !rest.utf8.allSatisfy(Self.isLetter)
    }

    /// A text with every token in it cut to its mark, for logs and errors: people paste tokens where ids belong.
    static func hiding(in text: String) -> String {
        guard holdsMark(text.utf8) else { return text }
        var hidden = ""
        var rest = Substring(text)
        while let found = rest.firstRange(of: mark) {
            hidden += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            let secret = rest.utf8.prefix(while: isLetter)
            if !secret.isEmpty { hidden += "…" }
            rest = rest.dropFirst(secret.count)
        }
        return hidden + rest
    }

    /// Looks at bytes, since every line of the log comes by here.
    static func holdsMark(_ text: some Sequence<UInt8>) -> Bool {
        let mark = Array(mark.utf8)
        var matched = 0
        for byte in text {
            // No letter of the mark comes twice, so a mismatch can only begin anew.
            matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
            if matched == mark.count { return true }
        }
        return false
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static let mark = "wmk_"

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
