import CZlib

extension Gzip {
    /// Decompresses one gzip stream, of one member or several (RFC 1952 §2.2).
    ///
    /// - Parameters:
    ///   - bytes: the whole stream; other bytes after its last member are refused.
    ///   - limit: largest output in bytes; more is ``GzipError/Code/tooLarge``, and no memory beyond it is used.
    /// - Returns: the decompressed bytes.
    /// - Throws: ``GzipError``, of any code.
    package static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
        precondition((0..<Int.max).contains(limit), "a limit of bytes is at least 0 and below Int.max")
        guard bytes.count <= GzipLimits.inputBytesMax else {
            throw .tooLarge("\(bytes.count) bytes exceed the limit of one call (\(GzipLimits.inputBytesMax)).")
        }
        // Unsafe: `stream` is a C struct that zlib fills; it exists until inflateEnd.
        var stream = unsafe z_stream()
        let status = unsafe inflateInit2_(
            &stream, GzipLimits.windowBitsForGzip, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            throw GzipError(
                code: .unavailable, zlib: status, detail: "zlib cannot start to decompress.",
                hint: "Free memory, or install a zlib of the version this program was built with.")
        }
        defer { unsafe _ = inflateEnd(&stream) }
        var output: [UInt8] = []
        var consumed = 0
        repeat {
            try unsafe inflateMember(bytes, from: &consumed, into: &output, limit: limit, through: &stream)
        } while consumed < bytes.count
        return output
    }

    /// Decompresses the member at `consumed`, and sets `consumed` after it.
    private static func inflateMember(
        _ bytes: [UInt8], from consumed: inout Int, into output: inout [UInt8], limit: Int,
        through stream: inout z_stream
    ) throws(GzipError) {
        var chunk = GzipLimits.decompressedBytesInitial
        while true {
            // The capacity has one byte beyond the limit, to detect output that exceeds the limit.
            let capacity = min(chunk, limit + 1 - output.count)
            let before = output.count
            let status = unsafe step(bytes, from: &consumed, into: &output, capacity: capacity, through: &stream)
            guard output.count <= limit else {
                throw .tooLarge("The decompressed stream has more than \(limit) bytes.")
            }
            let isFull = output.count - before == capacity
            switch status {
            case Z_STREAM_END:
                unsafe inflateReset(&stream)
                return
            case Z_OK where isFull || consumed < bytes.count:
                chunk = min(chunk * 2, GzipLimits.inputBytesMax)
            case Z_OK, Z_BUF_ERROR:
                throw GzipError(
                    code: .truncated, zlib: status, detail: "The stream ends before its trailer.",
                    hint: "Send the whole gzip stream.")
            default:
                throw .corrupt(status, "The bytes are not a valid gzip stream.")
            }
        }
    }

    /// Decompresses at most `capacity` bytes; returns zlib's result code.
    private static func step(
        _ bytes: [UInt8], from consumed: inout Int, into output: inout [UInt8], capacity: Int,
        through stream: inout z_stream
    ) -> Int32 {
        var result = Z_OK
        let start = consumed
        // Unsafe: zlib reads and writes only inside the two regions, whose sizes it gets, during the closures.
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe bytes.withUnsafeBufferPointer { input in
                let rest = unsafe UnsafeBufferPointer(rebasing: input[start...])
                unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: rest.baseAddress)
                unsafe stream.avail_in = UInt32(rest.count)
                unsafe stream.next_out = buffer.baseAddress
                unsafe stream.avail_out = UInt32(capacity)
                result = unsafe inflate(&stream, Z_NO_FLUSH)
                count = unsafe capacity - Int(stream.avail_out)
                consumed = unsafe start + rest.count - Int(stream.avail_in)
            }
        }
        output += piece
        return result
    }
}
