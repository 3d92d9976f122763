/// Converts between numbers and decimal text; numbers are written as ECMAScript writes them.
enum NumberText {
    /// The nearest double of a JSON number; infinite if it is too large.
    static func double(_ text: ArraySlice<UInt8>) -> Double {
        Double(String(decoding: text, as: UTF8.self)) ?? .nan
    }

    /// Converts an integer of at most 15 digits, without fraction and exponent.
    static func shortInteger(_ text: ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = 0
        for byte in text where byte != ASCII.minus { value = value &* 10 &+ Int64(byte &- ASCII.zero) }
        return text.first == ASCII.minus ? -value : value
    }

    /// Converts an integer that fits, or another number whose double is an integer of at most 2^53, such as `1e2`.
    static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        if let value = Int64(String(decoding: text, as: UTF8.self)) { return value }
        return exactInteger(double(text))
    }

    /// A double as an integer, if it is whole and at most 2^53 in magnitude; else nil.
    static func exactInteger(_ number: Double) -> Int64? {
        guard number.magnitude <= Double(Limits.exactIntegerMax) else { return nil }
        let integer = Int64(number)
        return Double(integer) == number ? integer : nil
    }

    /// Appends a finite double (RFC 8785 section 3.2.2.3); traps for infinities and NaN.
    // Spec: https://tc39.es/ecma262/#sec-numeric-types-number-tostring
    static func append(_ number: Double, to out: inout [UInt8]) {
        precondition(number.isFinite, "JSON has no infinite numbers and no NaN (RFC 8785 section 3.2.2.3)")
        if number == 0 { return out.append(ASCII.zero) }
        if number < 0 { out.append(ASCII.minus) }
        let (digits, point) = shortest(number.magnitude)
        switch point {
        case digits.count...21:
            out.append(contentsOf: digits)
            out.append(contentsOf: repeatElement(ASCII.zero, count: point - digits.count))
        case 1...21:
            out.append(contentsOf: digits[..<point])
            out.append(ASCII.point)
            out.append(contentsOf: digits[point...])
        case -5...0:
            out.append(contentsOf: [ASCII.zero, ASCII.point])
            out.append(contentsOf: repeatElement(ASCII.zero, count: -point))
            out.append(contentsOf: digits)
        default: appendScientific(digits, exponent: point - 1, to: &out)
        }
    }

    private static func appendScientific(_ digits: [UInt8], exponent: Int, to out: inout [UInt8]) {
        out.append(digits[0])
        if digits.count > 1 {
            out.append(ASCII.point)
            out.append(contentsOf: digits[1...])
        }
        out.append(contentsOf: exponent < 0 ? "e-".utf8 : "e+".utf8)
        out.append(contentsOf: String(exponent.magnitude).utf8)
    }

    /// The shortest digits that convert back to the same double, and the position of the decimal point in them.
    ///
    /// Swift's `description` has the shortest digits and, among those, the closest decimal, as ECMAScript's note 2
    /// requires.
    private static func shortest(_ number: Double) -> (digits: [UInt8], point: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        let text = Array(number.description.utf8)
        for (offset, byte) in text.enumerated() {
            if ASCII.isDigit(byte) {
                digits.append(byte)
            } else if byte == ASCII.point {
                point = digits.count
            } else {
                exponent = Int(String(decoding: text[(offset + 1)...], as: UTF8.self)) ?? 0
                break
            }
        }
        var place = (point ?? digits.count) + exponent
        let zeros = digits.prefix { $0 == ASCII.zero }.count
        digits.removeFirst(zeros)
        place -= zeros
        while digits.last == ASCII.zero { digits.removeLast() }
        return (digits, place)
    }
}
