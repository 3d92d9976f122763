/// Names of hosts that link files are for: DNS names in lower case, as addresses have them after parsing.
package enum HostName {
    /// The most bytes of a name (RFC 1035 section 2.3.4).
    package static let bytesMax = 253
    /// The most bytes of a label (RFC 1035 section 2.3.4).
    package static let labelBytesMax = 63
    /// The same rules as a regular expression, without the length of the name.
    package static let pattern = "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$"
    /// What to write, for messages.
    package static let hint =
        "a host in lower case without scheme, port and path, such as go.shop.example; other scripts as xn--…"

    /// Whether a text is such a name.
    ///
    /// Labels are letters, digits and inner hyphens (RFC 1123 section 2.1). The last one begins with a letter, which no
    /// address of the form 192.0.2.1 has.
    package static func isValid(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= bytesMax, let top = labels.last?.first, isLetter(top) else { return false }
        return labels.allSatisfy { label in
            guard let first = label.first, let last = label.last, label.count <= labelBytesMax else { return false }
            return isLetterOrDigit(first) && isLetterOrDigit(last)
                && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || (0x30...0x39).contains(byte) }
}
