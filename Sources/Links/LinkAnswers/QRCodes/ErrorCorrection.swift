/// Reed-Solomon codes over the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004, section 7.5.2).
enum ErrorCorrection {
    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var value = 1
        for _ in 0..<255 {
            powers.append(UInt8(value))
            value = value << 1 ^ (value >= 128 ? 0x11D : 0)
        }
        return powers
    }()

    private static let logarithms: [Int] = {
        var logarithms = [Int](repeating: 0, count: 256)
        for (exponent, value) in powers.enumerated() { logarithms[Int(value)] = exponent }
        return logarithms
    }()

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        left == 0 || right == 0 ? 0 : powers[(logarithms[Int(left)] + logarithms[Int(right)]) % 255]
    }

    /// The coefficients of (x − 1)(x − 2)(x − 4)…, from the highest; the first, which is 1, is left out.
    static func generator(degree: Int) -> [UInt8] {
        var terms = [UInt8](repeating: 0, count: degree)
        terms[degree - 1] = 1
        for root in 0..<degree {
            for place in 0..<degree {
                let next = place + 1 < degree ? terms[place + 1] : 0
                terms[place] = product(terms[place], powers[root]) ^ next
            }
        }
        return terms
    }

    /// The bytes of error correction of a block: the remainder of its division by a generator.
    static func bytes(of block: ArraySlice<UInt8>, generator: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: generator.count)
        for byte in block {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in generator.indices { rest[place] ^= product(generator[place], factor) }
        }
        return rest
    }
}
