/// The 64-bit checksum of an index file.
///
/// Four independent lanes of xor, rotate and multiply over eight-byte words, combined at the end; about as fast as memory.
/// Each step is a bijection of its lane, so a change within one word is always detected. It detects damage, not forgery.
enum IndexChecksum {
    private static let multipliers: (UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x27D4_EB2F_1656_67C5
    )

    /// The checksum of all bytes after the checksum field.
    ///
    /// - Complexity: O(bytes).
    static func of(_ bytes: ByteTable) -> UInt64 {
        let (m0, m1, m2, m3) = multipliers
        var lanes: (UInt64, UInt64, UInt64, UInt64) = (m1, m2, m3, m0)
        var at = IndexFormat.checksummedFrom
        while at &+ 32 <= bytes.count {
            let words = bytes.fourLongs(at: at)
            lanes.0 = step(lanes.0, words.0, m0)
            lanes.1 = step(lanes.1, words.1, m1)
            lanes.2 = step(lanes.2, words.2, m2)
            lanes.3 = step(lanes.3, words.3, m3)
            at &+= 32
        }
        while at < bytes.count {
            lanes.0 = step(lanes.0, UInt64(bytes[at]) &+ 1, m2)
            at &+= 1
        }
        var sum = UInt64(bytes.count)
        sum = step(sum, lanes.0, m3)
        sum = step(sum, lanes.1, m0)
        sum = step(sum, lanes.2, m1)
        sum = step(sum, lanes.3, m2)
        sum ^= sum >> 32
        sum &*= m1
        return sum ^ (sum >> 29)
    }

    @inline(__always)
    private static func step(_ lane: UInt64, _ word: UInt64, _ multiplier: UInt64) -> UInt64 {
        let mixed = lane ^ word
        return ((mixed << 31) | (mixed >> 33)) &* multiplier
    }
}
