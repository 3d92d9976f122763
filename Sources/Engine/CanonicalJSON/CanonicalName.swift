/// A member's name that is written often: a literal of ASCII without characters that JSON escapes.
package struct CanonicalName: Sendable, ExpressibleByStringLiteral {
    private let literal: StaticString

    /// Makes a name of a literal, at compile time.
    package init(stringLiteral literal: StaticString) { self.literal = literal }

    var text: String { "\(literal)" }

    /// Appends the name as it is, without quotes.
    func append(to bytes: inout [UInt8]) {
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }
}

/// The order of member names in canonical JSON: by UTF-16 code units (RFC 8785 section 3.2.3).
package enum NameOrder {
    /// Whether name `a` comes before name `b`.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var left = a.utf8.makeIterator()
        var right = b.utf8.makeIterator()
        while true {
            guard let y = right.next() else { return false }
            guard let x = left.next() else { return true }
            if x != y { return weight(x) < weight(y) }
        }
    }

    /// The rank of a UTF-8 byte in the order of UTF-16.
    ///
    /// UTF-8 sorts by code point. UTF-16 differs only in that surrogates (lead bytes F0 to F4) come before U+E000 to
    /// U+FFFF (lead bytes EE and EF), so these two lead bytes get a rank after F4.
    private static func weight(_ byte: UInt8) -> UInt8 {
        byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
    }
}
