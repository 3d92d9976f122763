extension JSONReader {
    /// Parses a number (RFC 8259 section 6); refuses one that is beyond the range of a double.
    mutating func number() throws(Defect) {
        let start = index
        if bytes[index] == ASCII.minus { index += 1 }
        let digits = index
        skipDigits()
        guard index > digits else { throw invalidNumber(start) }
        if bytes[digits] == ASCII.zero, index > digits + 1 { throw leadingZero(digits) }
        // An integer of up to 15 digits is exact as Int64 and as a double; any other number is checked below.
        var intricate = index - digits > 15
        if index < bytes.count, bytes[index] == ASCII.point {
            intricate = true
            index += 1
            try someDigits(start)
        }
        if index < bytes.count, bytes[index] | 0x20 == ASCII.lowerE {
            intricate = true
            index += 1
            if index < bytes.count, bytes[index] == ASCII.plus || bytes[index] == ASCII.minus { index += 1 }
            try someDigits(start)
        }
        if index < bytes.count, ASCII.isWordByte(bytes[index]) || bytes[index] == ASCII.point {
            throw invalidNumber(start)
        }
        if intricate, !NumberText.double(bytes[start..<index]).isFinite { throw outOfRange(start) }
        append(.number, from: start, intricate: intricate)
    }

    private mutating func skipDigits() {
        while index < bytes.count, ASCII.isDigit(bytes[index]) { index += 1 }
    }

    private mutating func someDigits(_ start: Int) throws(Defect) {
        let before = index
        skipDigits()
        guard index > before else { throw invalidNumber(start) }
    }
}
