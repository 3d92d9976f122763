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
}
