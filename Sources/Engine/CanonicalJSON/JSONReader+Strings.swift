extension JSONReader {
    /// Parses a string from its opening quote to after its closing one; checks its bytes and decodes nothing.
    mutating func string(_ kind: TapeEntry.Kind) throws(Defect) {
        let opening = index
        // A local constant avoids a load through `self` for every byte.
        let bytes = bytes
        var at = opening + 1
        var escaped = false
        while at < bytes.count {
            let byte = bytes[at]
            if byte > ASCII.quote, byte < 0x80, byte != ASCII.backslash {
                at += 1
            } else if byte == ASCII.quote {
                index = at
                append(kind, from: opening + 1, intricate: escaped)
                index = at + 1
                return
            } else if byte >= 0x80 {
                at = try multibyte(at)
            } else if byte == ASCII.backslash {
                escaped = true
                at = try escape(at)
            } else if byte < ASCII.space {
                throw controlCharacter(at, opening: opening)
            } else {
                at += 1
            }
        }
        throw unclosedString(opening)
    }

    /// Checks one UTF-8 sequence of two to four bytes and returns the offset after it.
    ///
    /// RFC 3629 section 4, Unicode table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
    private func multibyte(_ at: Int) throws(Defect) -> Int {
        let lead = bytes[at]
        let second = at + 1 < bytes.count ? bytes[at + 1] : 0
        let range: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (length, range) = (2, 0x80...0xBF)
        case 0xE0: (length, range) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE...0xEF: (length, range) = (3, 0x80...0xBF)
        case 0xED: (length, range) = (3, 0x80...0x9F)
        case 0xF0: (length, range) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, range) = (4, 0x80...0xBF)
        case 0xF4: (length, range) = (4, 0x80...0x8F)
        default: throw invalidUTF8(at)
        }
        guard range.contains(second) else { throw invalidUTF8(at) }
        guard at + length <= bytes.count else { throw invalidUTF8(at) }
        for offset in (at + 2)..<max(at + length, at + 2) where bytes[offset] & 0xC0 != 0x80 {
            throw invalidUTF8(at)
        }
        return at + length
    }

    /// Checks one escape and returns the offset after it; a surrogate pair counts as one.
    private func escape(_ at: Int) throws(Defect) -> Int {
        guard at + 1 < bytes.count else { throw invalidEscape(at) }
        switch bytes[at + 1] {
        case ASCII.quote, ASCII.backslash, ASCII.slash, 0x62, 0x66, 0x6E, 0x72, 0x74: return at + 2
        case ASCII.lowerU: break
        default: throw invalidEscape(at)
        }
        guard let unit = JSONText.codeUnit(bytes, at: at + 2) else { throw invalidEscape(at) }
        switch unit {
        case 0xDC00...0xDFFF: throw loneSurrogate(at, unit)
        case 0xD800...0xDBFF:
            guard at + 7 < bytes.count, bytes[at + 6] == ASCII.backslash, bytes[at + 7] == ASCII.lowerU,
                let low = JSONText.codeUnit(bytes, at: at + 8), (0xDC00...0xDFFF).contains(low)
            else { throw loneSurrogate(at, unit) }
            return at + 12
        default: return at + 6
        }
    }
}

/// Decodes the content of strings that the reader has checked.
enum JSONText {
    /// Reads four hexadecimal digits as a UTF-16 code unit; nil if there are other characters.
    static func codeUnit(_ bytes: [UInt8], at offset: Int) -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[offset..<offset + 4] {
            guard let digit = ASCII.hexDigit(byte) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    /// The decoded UTF-8 bytes of a string with escapes.
    static func decode(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var at = range.lowerBound
        while at < range.upperBound {
            guard bytes[at] == ASCII.backslash else {
                out.append(bytes[at])
                at += 1
                continue
            }
            at = unescape(bytes, at, into: &out)
        }
        return out
    }

    private static func unescape(_ bytes: [UInt8], _ at: Int, into out: inout [UInt8]) -> Int {
        switch bytes[at + 1] {
        case 0x62: out.append(0x08)
        case 0x66: out.append(0x0C)
        case 0x6E: out.append(0x0A)
        case 0x72: out.append(0x0D)
        case 0x74: out.append(0x09)
        case ASCII.lowerU:
            let high = codeUnit(bytes, at: at + 2) ?? 0xFFFD
            guard (0xD800...0xDBFF).contains(high), let low = codeUnit(bytes, at: at + 8) else {
                append(high, to: &out)
                return at + 6
            }
            append(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00), to: &out)
            return at + 12
        case let byte: out.append(byte)
        }
        return at + 2
    }

    private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
        let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
