/// Cuts tokens out of texts that go into logs and errors, because people paste tokens where names belong.
package enum TokenRedaction {
    /// How every token that this server makes begins.
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

    /// Whether a text holds the prefix; works on bytes, because every log line is looked at.
    package static func mayHoldToken(_ text: some Sequence<UInt8>) -> Bool {
        let prefix = Array(prefix.utf8)
        var matched = 0
        for byte in text {
            // No character of the prefix occurs twice in it, so after a mismatch a match can only begin anew.
            matched = byte == prefix[matched] ? matched + 1 : byte == prefix[0] ? 1 : 0
            if matched == prefix.count { return true }
        }
        return false
    }

    /// Whether a byte may stand in a token: the alphabet of base64url (RFC 4648 section 5).
    package static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
