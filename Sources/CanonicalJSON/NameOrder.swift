/// The order of member names that RFC 8785 section 3.2.3 asks for: by UTF-16 code units.
package enum NameOrder {
    /// Says whether a name stands before another.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var left = a.utf8.makeIterator()
        var right = b.utf8.makeIterator()
        while true {
            guard let y = right.next() else { return false }
            guard let x = left.next() else { return true }
            if x != y { return weight(x) < weight(y) }
        }
    }

    /// UTF-8 sorts by code point.
    ///
    /// UTF-16 differs only in that surrogates (lead bytes F0 to F4) come before U+E000 to U+FFFF (lead bytes EE and
    /// EF), so those two move behind.
    private static func weight(_ byte: UInt8) -> UInt8 {
        byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
    }
}
