import Digests
package import RouteModel

/// The id of one request: in the log, in the access log, in the answer's `X-Request-Id` and in a problem's `instance`.
package struct RequestID: Sendable, Hashable {
    /// The id as text.
    package let text: String

    /// The header field; it is a convention of proxies, not a standard.
    package static let field = "X-Request-Id"

    /// A new id: a UUID of version 7 (RFC 9562 section 5.7), 48 bits of time before 74 random ones.
    package static func make(at now: Instant) -> RequestID {
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: now.milliseconds >> Int64(40 - 8 * $0)) }
        bytes += SecureRandom.bytes(10)
        bytes[6] = bytes[6] & 0x0F | 0x70
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, digit) in hex(bytes).utf8.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
            text.append(digit)
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
