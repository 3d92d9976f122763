/// A set of ASCII characters, as a bitmap.
package struct CharacterClass: Sendable, Hashable {
    /// Members below 64.
    package var low: UInt64 = 0
    /// Members from 64 on.
    package var high: UInt64 = 0

    /// The empty class.
    package init() {}

    /// `[0-9]`, as `\d` has it (ECMAScript, CharacterClassEscape).
    static let digits = CharacterClass(0x30...0x39)
    /// `[A-Za-z0-9_]`, as `\w` has it.
    static let words = CharacterClass(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// RFC 3986 section 2.2, and the percent sign that would introduce one.
    static let reserved: CharacterClass = {
        var set = CharacterClass()
        for byte in ":/?#[]@!$&'()*+,;=%".utf8 { set.insert(byte) }
        return set
    }()

    private init(_ ranges: ClosedRange<UInt8>...) {
        for range in ranges { insert(range) }
    }

    /// How many members there are.
    package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// Whether a byte is a member; bytes beyond ASCII never are.
    package func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> byte & 1 == 1 : byte < 128 && high >> (byte - 64) & 1 == 1
    }

    /// The class with both cases of each letter it has.
    package var foldingCase: CharacterClass {
        let letters: UInt64 = 0x07FF_FFFE
        var folded = self
        folded.high |= (high & letters) << 32 | (high >> 32 & letters)
        return folded
    }

    mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in range { insert(byte) }
    }

    mutating func formUnion(_ other: CharacterClass) {
        low |= other.low
        high |= other.high
    }

    func isDisjoint(with other: CharacterClass) -> Bool { low & other.low == 0 && high & other.high == 0 }
}
