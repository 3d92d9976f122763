/// Removes tokens from texts of logs and errors, because users paste tokens into fields for names.
package enum TokenRedaction {
    /// The beginning of every token of this server.
    package static let prefix = "wmk_"

    /// The text with every token in it cut to its prefix and `…`.
    package static func redacted(_ text: String) -> String {
        guard mayHoldToken(text.utf8) else { return text }
        var redacted = ""
        var rest = Substring(text)
        while let found = rest.firstRange(of: prefix) {
            redacted += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            let secret = rest.utf8.prefix(while: isTokenCharacter)
            if !secret.isEmpty { redacted += "…" }
            rest = rest.dropFirst(secret.count)
        }
        return redacted + rest
    }

    /// Whether a text contains the prefix; works on bytes, because it runs for every log line.
    package static func mayHoldToken(_ text: some Sequence<UInt8>) -> Bool {
        let prefix = Array(prefix.utf8)
        var matched = 0
        for byte in text {
            // No character occurs twice in the prefix, so after a mismatch the search starts again at this byte.
            matched = byte == prefix[matched] ? matched + 1 : byte == prefix[0] ? 1 : 0
            if matched == prefix.count { return true }
        }
        return false
    }

    /// Whether a byte may occur in a token: the alphabet of base64url (RFC 4648 section 5).
    package static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
