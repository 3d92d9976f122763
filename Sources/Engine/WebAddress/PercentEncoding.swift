/// Percent-encoding and -decoding of the URL standard: UTF-8 bytes, upper-case digits; an invalid `%` is not changed.
package enum PercentEncoding {
    /// A percent-encode set: the ASCII characters that are written as `%XX`; characters beyond ASCII always are.
    ///
    /// Spec: <https://url.spec.whatwg.org/#percent-encoded-bytes>.
    package enum EncodeSet: Sendable, CaseIterable {
        /// Control characters only: opaque hosts and opaque paths.
        case c0Control
        /// The set of fragments.
        case fragment
        /// The set of queries of schemes that are not special.
        case query
        /// The set of queries of special schemes: ``query`` and `'`.
        case specialQuery
        /// The set of path segments.
        case path
        /// The set of user names and passwords.
        case userinfo
        /// The set of JavaScript's `encodeURIComponent`.
        case component
        /// The set of `application/x-www-form-urlencoded`, with the space as `%20`.
        case formURLEncoded

        @inline(__always)
        var members: ASCIISet {
            switch self {
            case .c0Control: ASCIISet(low: 0x0000_0000_FFFF_FFFF, high: 0x8000_0000_0000_0000)
            case .fragment: ASCIISet(low: 0x5000_0005_FFFF_FFFF, high: 0x8000_0001_0000_0000)
            case .query: ASCIISet(low: 0x5000_000D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
            case .specialQuery: ASCIISet(low: 0x5000_008D_FFFF_FFFF, high: 0x8000_0000_0000_0000)
            case .path: ASCIISet(low: 0xD000_000D_FFFF_FFFF, high: 0xA800_0001_4000_0000)
            case .userinfo: ASCIISet(low: 0xFC00_800D_FFFF_FFFF, high: 0xB800_0001_7800_0001)
            case .component: ASCIISet(low: 0xFC00_987D_FFFF_FFFF, high: 0xB800_0001_7800_0001)
            case .formURLEncoded: ASCIISet(low: 0xFC00_9BFF_FFFF_FFFF, high: 0xF800_0001_7800_0001)
            }
        }
    }

    /// The text with every character of the set, and everything beyond ASCII, written as `%XX` of its UTF-8.
    package static func encode(_ text: String, _ set: EncodeSet) -> String {
        let members = set.members
        if text.utf8.allSatisfy({ $0 < 0x80 && !members.contains($0) }) { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.utf8.count * 2)
        append(Array(text.utf8)[...], encoding: members, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The text with every character of the set, and everything beyond ASCII, written as `%XX` of its UTF-8.
    package static func encode(_ text: Substring, _ set: EncodeSet) -> String { encode(String(text), set) }

    /// The bytes of the text, with each valid `%XX` replaced by its byte.
    package static func decodeBytes(_ text: String) -> [UInt8] { decode(Array(text.utf8)[...]) }

    /// The bytes of the text, with each valid `%XX` replaced by its byte.
    static func decodeBytes(_ text: Substring) -> [UInt8] { decode(Array(text.utf8)[...]) }

    /// The decoded text; nil if the decoded bytes are not valid UTF-8.
    package static func decodeText(_ text: String) -> String? {
        if !text.utf8.contains(UInt8(ascii: "%")) { return text }
        let bytes = decodeBytes(text)
        // Decoding replaces invalid bytes by U+FFFD, so only valid UTF-8 is unchanged.
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }

    /// The decoded text; nil if the decoded bytes are not valid UTF-8.
    package static func decodeText(_ text: Substring) -> String? { decodeText(String(text)) }

    // Spec: https://url.spec.whatwg.org/#percent-decode
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%"), index + 2 < bytes.endIndex, let high = bytes[index + 1].hexDigitValue,
                let low = bytes[index + 2].hexDigitValue
            {
                output.append(high << 4 | low)
                index += 3
            } else {
                output.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        return output
    }

    static func append(_ bytes: ArraySlice<UInt8>, encoding members: ASCIISet, to output: inout [UInt8]) {
        // Runs of bytes that need no encoding are copied at once.
        var start = bytes.startIndex
        for index in bytes.indices where bytes[index] >= 0x80 || members.contains(bytes[index]) {
            output += bytes[start..<index]
            appendEscape(of: bytes[index], to: &output)
            start = index + 1
        }
        output += bytes[start...]
    }

    static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(upperHexDigit(byte >> 4))
        output.append(upperHexDigit(byte & 0xF))
    }

    private static func upperHexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
