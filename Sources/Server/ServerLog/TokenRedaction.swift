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
    static func mayHoldToken(_ text: some Sequence<UInt8>) -> Bool {
        // The last four bytes as one number: one comparison for each byte.
        var last: UInt32 = 0
        for byte in text {
            last = last << 8 | UInt32(byte)
            if last == Self.prefixNumber { return true }
        }
        return false
    }

    /// The four bytes of the prefix as a big-endian number.
    private static let prefixNumber = prefix.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }

    /// Whether a byte may occur in a token: the alphabet of base64url (RFC 4648 section 5).
    package static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
