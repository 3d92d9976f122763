import RoutePattern

/// A set of bytes, as a bitmap.
struct ByteSet: Hashable {
    private var words = SIMD4<UInt64>()

    /// Every byte.
    static let all: ByteSet = {
        var set = ByteSet()
        set.words = SIMD4(repeating: .max)
        return set
    }()

    init() {}

    /// Some bytes.
    init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

    /// One byte; with `ignoreCase` a letter in both cases.
    init(_ byte: UInt8, ignoreCase: Bool) {
        insert(byte)
        if ignoreCase, (byte | 0x20) &- 0x61 < 26 { insert(byte ^ 0x20) }
    }

    /// The members of a class.
    init(_ set: CharacterClass, ignoreCase: Bool) {
        let members = ignoreCase ? set.foldingCase : set
        words = SIMD4(members.low, members.high, 0, 0)
    }

    var isEmpty: Bool { words == SIMD4() }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    func intersection(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words &= other.words
        return set
    }

    func union(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words |= other.words
        return set
    }

    func subtracting(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words &= ~other.words
        return set
    }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    mutating func remove(_ byte: UInt8) { words[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63)) }

    /// A readable member: letters and digits first, in an order that depends on the variant.
    func member(_ variant: Int) -> UInt8? {
        Self.orders[variant % Self.orders.count].first(where: contains)
    }

    /// The place of the most readable member; past the last one if it is empty.
    var rank: Int { Self.orders[0].firstIndex(where: contains) ?? Self.orders[0].count }

    private static let orders: [[UInt8]] = {
        let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
        let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
        let capitals = letters.map { $0 & ~0x20 }
        // Printable characters, then those of two bytes.
        let rest = [45, 95] + Array(33...126) + [0xC3] + Array(0xA9...0xBF) + Array(UInt8.min...UInt8.max)
        return [
            [UInt8(ascii: "x")] + letters + digits + capitals + rest,
            [UInt8(ascii: "7")] + digits.reversed() + letters.reversed() + capitals.reversed() + rest,
            [UInt8(ascii: "k")] + letters.reversed() + digits.reversed() + capitals + rest,
        ]
    }()
}
