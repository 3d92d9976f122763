package import RouteModel

/// The id of one request: in the log, in the access log, in the answer's `X-Request-Id` and in a problem's `instance`.
package struct RequestID: Sendable, Hashable {
    /// The id as text.
    package let text: String

    /// The header field; it is a convention of proxies, not a standard.
    package static let field = "X-Request-Id"

    /// A new id: a UUID of version 7 (RFC 9562 section 5.7), 48 bits of time before 74 random ones.
    package static func make(at now: Instant) -> RequestID {
        var random = SystemRandomNumberGenerator()
        let time = UInt64(bitPattern: now.milliseconds) << 16
        let halves: [2 of UInt64] = [time | 0x7000 | random.next() & 0x0FFF, 1 << 63 | random.next() >> 2]
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 { text.append(UInt8(ascii: "-")) }
            let value = UInt8(truncatingIfNeeded: halves[digit >> 4] >> UInt64(60 - 4 * (digit & 15))) & 15
            text.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value)
        }
        return RequestID(trusted: String(decoding: text, as: UTF8.self))
    }

    private init(trusted text: String) { self.text = text }

    /// Reads the id that a trusted proxy sent; nil if it is too long or has characters that are not unreserved.
    package init?(_ text: String) {
        guard (1...LogLimits.requestIDBytesMax).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed),
            TokenRedaction.redacted(text) == text
        else { return nil }
        self.text = text
    }

    /// The id as a URI (RFC 9562 section 4; RFC 9457 section 3.1.5).
    package var uri: String { Self.isUUID(text) ? "urn:uuid:\(text)" : "urn:waymark:request:\(text)" }

    /// Unreserved characters (RFC 3986 section 2.3), which need no escaping.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~".utf8.contains(byte)
        }
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
