/// The assignment of devices and attribute values to 10,000 buckets.
package enum RolloutBucket {
    /// The bucket of a value under a salt, 0 to 9999: `(UInt64(murmur3_x86_32(salt + ":" + value)) * 10000) >> 32`
    /// (language.md L4.9).
    package static func bucket(salt: String, value: String) -> Int {
        var key: [UInt8] = []
        key.reserveCapacity(salt.utf8.count + value.utf8.count + 1)
        key.append(contentsOf: salt.utf8)
        key.append(0x3A)
        key.append(contentsOf: value.utf8)
        return bucket(hash: murmur3(key))
    }

    /// The bucket of a hash, 0 to 9999: the hash × 10000 / 2^32, rounded down.
    package static func bucket(hash: UInt32) -> Int {
        Int((UInt64(hash) * UInt64(ModelLimits.shareMax)) >> 32)
    }

    // Spec: https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
    /// MurmurHash3_x86_32 by Austin Appleby, which is in the public domain.
    package static func murmur3(_ bytes: [UInt8], seed: UInt32 = 0) -> UInt32 {
        var hash = seed
        let blocks = bytes.count / 4
        for block in 0..<blocks {
            let at = block * 4
            let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
            let high = UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
            hash ^= mixed(low | high)
            hash = rotated(hash, by: 13) &* 5 &+ 0xE654_6B64
        }
        var tail: UInt32 = 0
        for index in stride(from: bytes.count - 1, through: blocks * 4, by: -1) {
            tail = tail << 8 | UInt32(bytes[index])
        }
        hash ^= mixed(tail)
        hash ^= UInt32(truncatingIfNeeded: bytes.count)
        return finished(hash)
    }

    private static func mixed(_ block: UInt32) -> UInt32 {
        rotated(block &* 0xCC9E_2D51, by: 15) &* 0x1B87_3593
    }

    private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }

    private static func finished(_ hash: UInt32) -> UInt32 {
        var hash = hash
        hash ^= hash >> 16
        hash = hash &* 0x85EB_CA6B
        hash ^= hash >> 13
        hash = hash &* 0xC2B2_AE35
        return hash ^ hash >> 16
    }
}
