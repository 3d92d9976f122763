/// A set of ASCII bytes as two 64-bit words, so that a membership test is a shift and a mask.
///
/// Bytes of 0x80 and above are never members; callers handle them separately.
struct ASCIISet: Sendable, Equatable {
    /// Bytes 0x00 to 0x3F, one bit each.
    let low: UInt64
    /// Bytes 0x40 to 0x7F, one bit each.
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        if byte >= 0x80 { return false }
        let word = byte < 0x40 ? low : high
        return (word >> UInt64(byte & 0x3F)) & 1 == 1
    }

    /// Whether one of the bytes is a member.
    func contains(where bytes: some Sequence<UInt8>) -> Bool {
        bytes.contains { contains($0) }
    }
}

/// `ASCIISetTests` compares the masks with the definitions of the standard.
extension ASCIISet {
    // Spec: https://url.spec.whatwg.org/#forbidden-host-code-point
    static var forbiddenHost: ASCIISet { ASCIISet(low: 0xD400_8009_0000_2601, high: 0x1000_0000_7800_0001) }
    // Spec: https://url.spec.whatwg.org/#forbidden-domain-code-point
    static var forbiddenDomain: ASCIISet { ASCIISet(low: 0xD400_8029_FFFF_FFFF, high: 0x9000_0000_7800_0001) }
    /// The characters that may follow the first letter of a scheme: letters, digits, `+`, `-` and `.`.
    static var schemeRest: ASCIISet { ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE) }
    static var letters: ASCIISet { ASCIISet(low: 0, high: 0x07FF_FFFE_07FF_FFFE) }
}

extension UInt8 {
    @inline(__always)
    var isASCIIDigit: Bool { self &- 0x30 < 10 }

    @inline(__always)
    var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// This byte, with A to Z converted to lower case.
    @inline(__always)
    var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case; nil for any other byte.
    @inline(__always)
    var hexDigitValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
