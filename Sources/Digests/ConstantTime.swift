#if !canImport(CryptoKit)
import CCrypto
#endif

/// Compares two byte strings in a time that depends on their lengths only, never on where they differ.
///
/// For secrets: a comparison that stops at the first difference tells a patient caller how much was right.
package func constantTimeEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    #if canImport(CryptoKit)
    var difference: UInt8 = 0
    for index in first.indices { difference |= first[index] ^ second[index] }
    return difference == 0
    #else
    // Unsafe: both pointers live inside the closures and both regions hold `first.count` bytes.
    return unsafe first.withUnsafeBytes { one in
        unsafe second.withUnsafeBytes { other in
            guard let one = one.baseAddress, let other = other.baseAddress else { return true }
            return unsafe CRYPTO_memcmp(one, other, first.count) == 0
        }
    }
    #endif
}
