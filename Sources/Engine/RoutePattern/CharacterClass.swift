/// A set of ASCII characters, as a bitmap.
package struct CharacterClass: Sendable, Equatable {
    /// Members below 64.
    package var low: UInt64 = 0
    /// Members from 64 on.
    package var high: UInt64 = 0

    /// The empty class.
    package init() {}

    /// `\d`: `[0-9]` (ECMAScript, CharacterClassEscape).
    static let digits = CharacterClass(0x30...0x39)
    /// `\w`: `[A-Za-z0-9_]`.
    static let words = CharacterClass(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    /// The reserved characters (RFC 3986 section 2.2), and `%`, which could encode one.
    static let reserved: CharacterClass = {
        var set = CharacterClass()
        for byte in ":/?#[]@!$&'()*+,;=%".utf8 { set.insert(byte) }
        return set
    }()

    private init(_ ranges: ClosedRange<UInt8>...) {
        for range in ranges { insert(range) }
    }

    /// The number of members.
    package var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

    /// Whether a byte is a member; bytes above 0x7F never are.
    package func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> byte & 1 == 1 : byte < 128 && high >> (byte - 64) & 1 == 1
    }

    /// The class with both cases of each of its letters.
    package var foldingCase: CharacterClass {
        let letters: UInt64 = 0x07FF_FFFE
        var folded = self
        folded.high |= (high & letters) << 32 | (high >> 32 & letters)
        return folded
    }

    /// Adds an ASCII byte.
    package mutating func insert(_ byte: UInt8) {
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

/// ASCII case folding.
package enum ASCIICase {
    /// The byte, with A to Z converted to lower case.
    package static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// The text, with A to Z converted to lower case.
    package static func folded(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map { folded($0) }, as: UTF8.self)
    }
}
