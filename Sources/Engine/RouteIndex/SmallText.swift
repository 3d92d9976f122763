/// Makes strings of at most 15 ASCII bytes without a call into the standard library.
///
/// A look-up makes seven strings, most of them short, and each `String.init(unsafeUninitializedCapacity:)` took 150
/// instructions. A native string of at most 15 bytes is stored in its own two words (the standard library's
/// `StringObject.swift`, "Small strings"): the bytes in order, and in the last byte 0xE0 plus the count if all are ASCII.
/// That layout is part of the stable ABI of Apple systems. Everywhere it is compared with strings of the library when an
/// index is opened; if it differs, strings are made by the library.
@safe enum SmallText {
    #if _pointerBitWidth(_64) && _endian(little)
    /// Whether strings have the layout described above.
    static let hasKnownLayout =
        words(of: "") == (0, 0xE0 &<< 56)
        && words(of: "abc") == (0x63_6261, 0xE3 &<< 56)
        && words(of: "abcdefghijklmno") == (0x6867_6665_6463_6261, 0xEF6F_6E6D_6C6B_6A69)

    /// The text of at most 15 bytes; nil if a byte is not ASCII.
    ///
    /// Call it only if ``hasKnownLayout``.
    @inline(__always)
    static func text(_ bytes: ByteTable) -> String? {
        let count = bytes.count
        var words: (UInt64, UInt64) = (bytes.upToEight, 0)
        // The last eight bytes overlap the first eight; the shift removes these.
        if count > 8 { words.1 = bytes.long(at: count &- 8) &>> UInt64(8 &* (16 &- count)) }
        guard (words.0 | words.1) & 0x8080_8080_8080_8080 == 0 else { return nil }
        words.1 |= UInt64(0xE0 | count) &<< 56
        return unsafe withUnsafeTemporaryAllocation(of: String.self, capacity: 1) { region in
            // The region has the two words of a string; they are written in its layout, and moved out once.
            guard let base = region.baseAddress else { return nil }
            unsafe base.withMemoryRebound(to: (UInt64, UInt64).self, capacity: 1) { unsafe $0.pointee = words }
            return unsafe base.move()
        }
    }

    private static func words(of text: String) -> (UInt64, UInt64) {
        // A tuple of two words has the size and alignment of a string on these machines; any bits are numbers.
        unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
    }
    #else
    /// False: strings of other machines have another layout.
    static let hasKnownLayout = false

    /// Never called.
    static func text(_ bytes: ByteTable) -> String? { nil }
    #endif
}

extension ByteTable {
    /// The first eight bytes, or all of them and zeros, as a little-endian number.
    @inline(__always)
    fileprivate var upToEight: UInt64 {
        if count >= 8 { return long(at: 0) }
        if count >= 4 {
            return UInt64(word(at: 0)) | UInt64(word(at: count &- 4)) &<< UInt64(8 &* (count &- 4))
        }
        guard count > 0 else { return 0 }
        return UInt64(self[0]) | UInt64(self[count >> 1]) &<< UInt64(8 &* (count >> 1))
            | UInt64(self[count &- 1]) &<< UInt64(8 &* (count &- 1))
    }
}
