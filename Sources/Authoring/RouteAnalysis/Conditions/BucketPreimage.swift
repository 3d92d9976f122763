import RouteModel

/// Identifiers whose bucket lies in a range, computed by running MurmurHash3 backwards.
///
/// One identifier in ten thousand falls into the smallest share. The hash of a text of whole blocks determines its last
/// block, so a text with a wanted hash is its first blocks and a computed one; one in 256 of those is plain text.
///
/// Source: https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp
struct BucketPreimage {
    /// The average number of hashes per plain text: (256 / 64)^4.
    static let hashesPerIdentifier = 256

    /// The identifier up to its last block.
    private let head: String
    /// MurmurHash3's state after everything before the last block.
    private let state: UInt32
    private let byteCount: UInt32

    init(salt: String) {
        // Salt, colon and head are whole blocks of four bytes.
        head = "id-" + String(repeating: "0", count: (4 - salt.utf8.count % 4) % 4)
        let bytes = Array((salt + ":" + head).utf8)
        precondition(bytes.count % 4 == 0, "the text before the last block must have whole blocks")
        state = Self.unfinished(RolloutBucket.murmur3(bytes)) ^ UInt32(truncatingIfNeeded: bytes.count)
        byteCount = UInt32(truncatingIfNeeded: bytes.count + 4)
    }

    /// The least hash of a bucket, from 0 to 2^32.
    static func leastHash(ofBucket bucket: Int) -> UInt64 {
        let shares = UInt64(ModelLimits.shareMax)
        return (UInt64(bucket) << 32 + shares - 1) / shares
    }

    /// The identifier with a hash; nil if its last block is not plain text.
    func identifier(hash: UInt32) -> String? {
        let mixed = Self.rotatedRight(((Self.unfinished(hash) ^ byteCount) &- 0xE654_6B64) &* Self.step, by: 13)
        let block = Self.rotatedRight((mixed ^ state) &* Self.lastBlock, by: 15) &* Self.firstBlock
        // Nearly all hashes end here: no array is made for them.
        let byte = { (place: UInt32) in UInt8(truncatingIfNeeded: block >> (8 * place)) }
        guard (0..<4).allSatisfy({ Self.isPlain(byte($0)) }) else { return nil }
        return head + String(decoding: (0..<4).map(byte), as: UTF8.self)
    }

    /// Letters, digits, `-` and `_`: 64 bytes, which need no escape anywhere.
    private static func isPlain(_ byte: UInt8) -> Bool {
        let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
        return isLetter || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    // MARK: MurmurHash3 backwards

    /// Undoes the final mix.
    private static func unfinished(_ hash: UInt32) -> UInt32 {
        var hash = hash ^ hash >> 16
        hash = hash &* lastFinish
        hash ^= hash >> 13 ^ hash >> 26
        hash = hash &* firstFinish
        return hash ^ hash >> 16
    }

    private static func rotatedRight(_ word: UInt32, by count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    // The inverses modulo 2^32 of the numbers that MurmurHash3 multiplies by.
    private static let firstBlock = inverse(0xCC9E_2D51)
    private static let lastBlock = inverse(0x1B87_3593)
    private static let step = inverse(5)
    private static let firstFinish = inverse(0x85EB_CA6B)
    private static let lastFinish = inverse(0xC2B2_AE35)

    /// The inverse of an odd number, by Newton's iteration: each step doubles the number of correct bits, which is
    /// three at first.
    private static func inverse(_ number: UInt32) -> UInt32 {
        var inverse = number
        for _ in 0..<4 { inverse = inverse &* (2 &- number &* inverse) }
        return inverse
    }
}
