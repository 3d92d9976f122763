/// Random bytes that nobody can guess, for token secrets and ids.
///
/// `SystemRandomNumberGenerator` is getrandom(2) on Linux and arc4random_buf(3) on Apple systems: both are
/// cryptographically secure, never run dry, and need no handle that could be forgotten.
package enum SecureRandom {
    /// Makes that many random bytes.
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
