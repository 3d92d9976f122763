/// The characters of RFC 9110 section 5.6.
enum Token {
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        let marks = Array("!#$%&'*+-.^_`|~".utf8)
        for byte in 0..<256 {
            let letter = UInt8(byte)
            let isAlphanumeric =
                isDigit(letter) || (0x41...0x5A).contains(letter) || (0x61...0x7A).contains(letter)
            if isAlphanumeric || marks.contains(letter) { table[byte] |= 1 }
            // field-vchar, obs-text, blank and tab
            if letter == 0x09 || (letter >= 0x20 && letter != 0x7F) { table[byte] |= 2 }
        }
        return table
    }()

    /// A character of a token.
    static func isToken(_ byte: UInt8) -> Bool { table[Int(byte)] & 1 != 0 }

    /// A character of a field's value.
    static func isValue(_ byte: UInt8) -> Bool { table[Int(byte)] & 2 != 0 }

    /// Optional white space.
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// A digit.
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
