/// IPv4 addresses as in the URL standard: one to four numbers, decimal, octal or hexadecimal.
enum IPv4 {
    // Spec: https://url.spec.whatwg.org/#ends-in-a-number-checker
    static func endsInNumber(_ domain: ArraySlice<UInt8>) -> Bool {
        // The domain "." has two empty labels: the last is dropped, and the first is not a number.
        let text = domain.last == UInt8(ascii: ".") ? domain.dropLast() : domain
        let label = text.lastIndex(of: UInt8(ascii: ".")).map { text[($0 + 1)...] } ?? text
        guard let first = label.first, first.isASCIIDigit else { return false }
        return label.allSatisfy { $0.isASCIIDigit } || number(label) != nil
    }

    // Spec: https://url.spec.whatwg.org/#concept-ipv4-parser
    static func parse(_ domain: ArraySlice<UInt8>) throws(AddressError) -> UInt32 {
        var parts = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= 4 else { throw invalid(0, "more than four numbers") }
        var address: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let value = number(part) else { throw invalid(part.startIndex - domain.startIndex, "not a number") }
            let isLast = index == parts.count - 1
            let bytesLeft = UInt64(4 - index)
            let limit: UInt64 = isLast ? 1 << (8 * bytesLeft) : 256
            guard value < limit else { throw invalid(part.startIndex - domain.startIndex, "a number is too large") }
            address += isLast ? value : value << (8 * (bytesLeft - 1))
        }
        return UInt32(address)
    }

    /// Parses one number; nil if it is not one; a value above 32 bits becomes 2^32.
    ///
    /// Spec: <https://url.spec.whatwg.org/#ipv4-number-parser>
    private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
        guard let first = part.first else { return nil }
        var digits = part
        var radix: UInt64 = 10
        if part.count >= 2 && first == UInt8(ascii: "0") {
            let isHexadecimal = part[part.startIndex + 1].asciiLowercased == UInt8(ascii: "x")
            radix = isHexadecimal ? 16 : 8
            digits = part.dropFirst(isHexadecimal ? 2 : 1)
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexDigitValue, UInt64(digit) < radix else { return nil }
            value = min(value * radix + UInt64(digit), UInt64(UInt32.max) + 1)
        }
        return value
    }

    static func serialize(_ address: UInt32) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { String(address >> UInt32($0) & 0xFF) }
        return Array(bytes.joined(separator: ".").utf8)
    }

    private static func invalid(_ offset: Int, _ detail: String) -> AddressError {
        AddressError(code: .invalidIPv4, offset: offset, detail: detail)
    }
}
