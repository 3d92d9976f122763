import CZlib

/// The gzip coding (RFC 1952) of whole buffers.
package enum Gzip {
    /// Compresses the bytes into one gzip member.
    ///
    /// The same bytes, level and zlib give the same output: the header carries no time (mtime 0) and no
    /// operating system (255, "unknown", RFC 1952 §2.3.1).
    ///
    /// - Parameters:
    ///   - bytes: the bytes to compress, at most ``GzipLimits/inputBytesMax``.
    ///   - level: 0 (store) to 9 (smallest output); 6 is zlib's default.
    /// - Returns: the member, header and trailer included.
    /// - Throws: ``GzipError``, with code `tooLarge` or `unavailable`.
    package static func compress(_ bytes: [UInt8], level: Int = 6) throws(GzipError) -> [UInt8] {
        precondition((0...9).contains(level), "a gzip level is 0 to 9")
        guard bytes.count <= GzipLimits.inputBytesMax else {
            throw .tooLarge("\(bytes.count) bytes exceed the limit of one call (\(GzipLimits.inputBytesMax)).")
        }
        // Unsafe: `stream` and `header` are C structs that zlib fills; they exist until deflateEnd.
        var stream = unsafe z_stream()
        let shape = GzipLimits.shape(of: bytes.count, level: level)
        var status = unsafe deflateInit2_(
            &stream, Int32(level), Z_DEFLATED, shape.windowBits, shape.memoryLevel,
            Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            throw GzipError(
                code: .unavailable, zlib: status, detail: "zlib cannot start to compress.",
                hint: "Free memory, or install a zlib of the version this program was built with.")
        }
        defer { unsafe _ = deflateEnd(&stream) }
        var header = unsafe gz_header()
        unsafe header.os = 255
        let output = unsafe withUnsafeMutablePointer(to: &header) { header in
            unsafe deflateSetHeader(&stream, header)
            return unsafe deflate(bytes, through: &stream, status: &status)
        }
        guard status == Z_STREAM_END else { throw .corrupt(status, "zlib did not end its stream.") }
        return output
    }

    /// Compresses in one call; `deflateBound` bytes are enough for it (zlib.h, deflateBound).
    private static func deflate(_ bytes: [UInt8], through stream: inout z_stream, status: inout Int32) -> [UInt8] {
        let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
        var ended = Z_OK
        // Unsafe: zlib reads and writes only inside the two regions, whose sizes it gets, during the closures.
        let output = unsafe [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(bound)
                ended = unsafe CZlib.deflate(&stream, Z_FINISH)
                count = unsafe bound - Int(stream.avail_out)
            }
        }
        status = ended
        return output
    }
}
