/// A set of ASCII characters in two words: a test for membership is a shift and reads no memory.
struct CharacterSet7: Sendable {
    private let low: UInt64
    private let high: UInt64

    init(_ text: String) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in text.utf8 {
            precondition(byte < 128, "a set of ASCII characters only")
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
        self.init(low: low, high: high)
    }

    /// Makes a set from its two words.
    @inline(__always)
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Whether the set contains this byte.
    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }
}

/// The character classes of RFC 9110 section 5.6 and RFC 3986.
enum Characters {
    /// RFC 9110 section 5.6.2: `tchar`.
    @inline(__always)
    static func isToken(_ byte: UInt8) -> Bool {
        CharacterSet7(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE).contains(byte)
    }

    /// RFC 9110 section 5.5: the bytes of a field's value: space, tab, visible ASCII, obs-text.
    @inline(__always)
    static func isValue(_ byte: UInt8) -> Bool { byte >= 0x20 ? byte != 0x7F : byte == 0x09 }

    /// Optional white space.
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A decimal digit.
    @inline(__always)
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    /// A letter or `-`.
    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte == 0x2D }

    /// RFC 3986 section 3.2.2: characters of a registered name, without the comma: a comma in Host means that two fields
    /// were joined.
    static let registeredName = CharacterSet7(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%!$&'()*+;=")

    /// RFC 3986 section 3.2.2: characters between the brackets of an IP literal.
    static let bracketed = CharacterSet7(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:.-_~%!$&'()*+,;=")

    /// The value of a hexadecimal digit.
    static func hexadecimal(_ byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: Int(byte) - 0x30
        case 0x41...0x46: Int(byte) - 0x37
        case 0x61...0x66: Int(byte) - 0x57
        default: nil
        }
    }
}
