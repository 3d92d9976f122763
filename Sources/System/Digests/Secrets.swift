#if !canImport(CryptoKit)
import COpenSSL
#endif

/// Cryptographically secure random bytes, for token secrets and ids.
///
/// `SystemRandomNumberGenerator` uses getrandom(2) on Linux and arc4random_buf(3) on Apple systems: both are
/// cryptographically secure, cannot be exhausted, and need no open handle.
package enum SecureRandom {
    /// Returns that many random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        precondition(count >= 0, "a count of random bytes cannot be negative")
        var generator = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let word: UInt64 = generator.next()
            for shift in stride(from: 0, to: 64, by: 8) where bytes.count < count {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return bytes
    }
}

/// Compares two byte strings in a time that depends only on their lengths, not on their content.
///
/// Use it for secrets: the time of a comparison that stops at the first difference shows how many bytes were right.
package func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    #if canImport(CryptoKit)
    var difference: UInt8 = 0
    for index in first.indices { difference |= first[index] ^ second[index] }
    return difference == 0
    #else
    // Unsafe: both pointers are used only inside the closures, and both regions have `first.count` bytes.
    return unsafe first.withUnsafeBytes { one in
        unsafe second.withUnsafeBytes { other in
            guard let one = one.baseAddress, let other = other.baseAddress else { return true }
            return unsafe CRYPTO_memcmp(one, other, first.count) == 0
        }
    }
    #endif
}
