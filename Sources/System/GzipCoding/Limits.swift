/// Limits of this target, each with its reason.
enum GzipLimits {
    /// Largest input in bytes: zlib counts the input in 32 bits, and a body is much smaller.
    static let inputBytesMax = Int(Int32.max)

    /// First output buffer of a decompression in bytes; it doubles up to the caller's limit.
    ///
    /// So a small document needs little memory, and a decompression bomb not more than the limit.
    static let decompressedBytesInitial = 16 * 1024

    /// zlib's largest window (2^15) plus 16, which selects the gzip wrapper (zlib.h, deflateInit2).
    static let windowBitsForGzip: Int32 = 15 + 16

    /// zlib's default memory level (zlib.h, deflateInit2).
    static let memoryLevel: Int32 = 8

    /// Window and memory level for an input: the smallest that cover a small input.
    ///
    /// zlib clears its tables first; clearing 256 KB for a body of 2 KB would evict the processor cache of the serving
    /// loops.
    static func shape(of inputCount: Int, level: Int) -> (windowBits: Int32, memoryLevel: Int32) {
        // Level 0 keeps the default: for other sizes the deflateBound of zlib 1.2.13 is too small for stored blocks.
        guard level > 0 else { return (windowBitsForGzip, memoryLevel) }
        // The last 262 bytes of a window are not usable (zlib's MIN_LOOKAHEAD); a block has 2^(memLevel + 6) symbols.
        for bits in Int32(11)...14 where inputCount <= 1 << bits - 262 { return (bits + 16, bits - 6) }
        return (windowBitsForGzip, memoryLevel)
    }
}
