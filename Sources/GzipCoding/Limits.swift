/// Bounds of this module, each with its reason.
package enum GzipLimits {
    /// Most bytes one call takes: zlib counts the input in 32 bits, and a body is far below that.
    package static let inputBytesMax = Int(Int32.max)

    /// First output buffer of a decompression; it doubles from there up to the caller's limit, so that a
    /// small document costs little and a bomb costs no more than the limit.
    static let decompressedBytesInitial = 16 * 1024

    /// zlib's largest window (2^15) plus 16, which selects the gzip wrapper (zlib.h, deflateInit2).
    static let windowBitsForGzip: Int32 = 15 + 16

    /// zlib's default memory level (zlib.h, deflateInit2).
    static let memoryLevel: Int32 = 8

    /// Window and memory level for an input: what reaches all of a small one, because zlib clears its tables first, and
    /// 256 KB for a body of two are cache taken from the loops that serve.
    static func shape(of inputCount: Int, level: Int) -> (windowBits: Int32, memoryLevel: Int32) {
        // zlib 1.2.13's bound for other shapes forgets what storing a few bytes adds.
        guard level > 0 else { return (windowBitsForGzip, memoryLevel) }
        // A window is of use but for its last 262 bytes (zlib's MIN_LOOKAHEAD); one block holds 2^(level + 6) symbols.
        for bits in Int32(11)...14 where inputCount <= 1 << bits - 262 { return (bits + 16, bits - 6) }
        return (windowBitsForGzip, memoryLevel)
    }
}
