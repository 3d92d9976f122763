/// Punycode, the ASCII spelling of a label.
///
/// Spec: <https://www.rfc-editor.org/rfc/rfc3492>. Names of the constants are the RFC's.
enum Punycode {
    private static let base: UInt32 = 36
    private static let tMin: UInt32 = 1
    private static let tMax: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialN: UInt32 = 128
    private static let delimiter = UInt8(ascii: "-")

    /// The label without its `xn--`, decoded; nil if it is not Punycode.
    static func decode(_ label: ArraySlice<UInt8>) -> [UInt32]? {
        var output: [UInt32] = []
        var digits = label
        // A delimiter without a code point before it is not consumed (RFC 3492 section 6.2), and it is no digit.
        if let last = label.lastIndex(of: delimiter), last > label.startIndex {
            output = label[..<last].map(UInt32.init)
            digits = label[(last + 1)...]
        }
        var n = initialN
        var position: UInt32 = 0
        var bias = initialBias
        var isFirst = true
        var index = digits.startIndex
        while index < digits.endIndex {
            guard let distance = variableLength(digits, &index, bias) else { return nil }
            let (sum, overflow) = position.addingReportingOverflow(distance)
            guard !overflow else { return nil }
            let count = UInt32(output.count) + 1
            bias = adapt(distance, count: count, isFirst: isFirst)
            isFirst = false
            n &+= sum / count
            position = sum % count
            guard n < 0x11_0000, !(0xD800..<0xE000).contains(n) else { return nil }
            output.insert(n, at: Int(position))
            position += 1
        }
        return output
    }

    /// Decodes one generalised variable-length integer; nil if it is truncated, overflows or has another character.
    private static func variableLength(_ digits: ArraySlice<UInt8>, _ index: inout Int, _ bias: UInt32) -> UInt32? {
        var value: UInt32 = 0
        var weight: UInt32 = 1
        var k = base
        while true {
            guard index < digits.endIndex, let digit = digitValue(digits[index]) else { return nil }
            index += 1
            let (product, tooWide) = digit.multipliedReportingOverflow(by: weight)
            let (sum, tooLarge) = value.addingReportingOverflow(product)
            guard !tooWide, !tooLarge else { return nil }
            value = sum
            let t = threshold(k, bias)
            if digit < t { return value }
            let (next, overflow) = weight.multipliedReportingOverflow(by: base - t)
            guard !overflow else { return nil }
            weight = next
            k += base
        }
    }

    /// The label in Punycode, without `xn--`; nil if the numbers overflow.
    static func encode(_ label: [UInt32]) -> [UInt8]? {
        var output = label.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = UInt32(output.count)
        if basic > 0 { output.append(delimiter) }
        var n = initialN
        var delta: UInt32 = 0
        var bias = initialBias
        var handled = basic
        while handled < UInt32(label.count) {
            guard let next = label.lazy.filter({ $0 >= n }).min() else { return nil }
            let (step, tooWide) = (next - n).multipliedReportingOverflow(by: handled + 1)
            let (sum, tooLarge) = delta.addingReportingOverflow(step)
            guard !tooWide, !tooLarge else { return nil }
            delta = sum
            n = next
            for scalar in label {
                if scalar < n { delta &+= 1 }
                if scalar == n {
                    append(delta, bias, to: &output)
                    bias = adapt(delta, count: handled + 1, isFirst: handled == basic)
                    delta = 0
                    handled += 1
                }
            }
            delta &+= 1
            n += 1
        }
        return output
    }

    private static func append(_ delta: UInt32, _ bias: UInt32, to output: inout [UInt8]) {
        var rest = delta
        var k = base
        while true {
            let t = threshold(k, bias)
            if rest < t { break }
            output.append(digit(t + (rest - t) % (base - t)))
            rest = (rest - t) / (base - t)
            k += base
        }
        output.append(digit(rest))
    }

    // Spec: RFC 3492 section 6.1
    private static func adapt(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var k: UInt32 = 0
        while delta > (base - tMin) * tMax / 2 {
            delta /= base - tMin
            k += base
        }
        return k + (base - tMin + 1) * delta / (delta + skew)
    }

    private static func threshold(_ k: UInt32, _ bias: UInt32) -> UInt32 {
        k <= bias + tMin ? tMin : k >= bias + tMax ? tMax : k - bias
    }

    private static func digitValue(_ byte: UInt8) -> UInt32? {
        if byte.isASCIIDigit { return UInt32(byte - UInt8(ascii: "0")) + 26 }
        return byte.isASCIILetter ? UInt32(byte.asciiLowercased - UInt8(ascii: "a")) : nil
    }

    private static func digit(_ value: UInt32) -> UInt8 {
        UInt8(value < 26 ? value + 0x61 : value - 26 + 0x30)
    }
}
