/// The byte classes of RFC 6570 and RFC 3986.
enum TemplateByte {
    /// Letters, digits and `_`: `varchar` without percent-encoded triplets (RFC 6570 section 2.3).
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }

    /// Unreserved characters (RFC 3986 section 2.3).
    static func isUnreserved(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte == 0x2D || byte == 0x2E || byte == 0x7E
    }

    /// Reserved characters (RFC 3986 section 2.2).
    static func isReserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x2C, 0x3B, 0x3D:
            true
        default: false
        }
    }

    /// Whether the bytes from the index on begin with `%XX`.
    static func isTriplet(_ bytes: [UInt8], _ index: Int) -> Bool {
        index + 2 < bytes.count && bytes[index] == UInt8(ascii: "%") && isHexadecimal(bytes[index + 1])
            && isHexadecimal(bytes[index + 2])
    }

    /// Appends the byte as `%XX` in upper case.
    static func appendTriplet(_ byte: UInt8, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "%"))
        output.append(digit(byte >> 4))
        output.append(digit(byte & 15))
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
