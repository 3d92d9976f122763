import Glibc

/// Whole small files, and what a terminal is.
package enum Files {
    // Paths are Swift strings, handed over as C strings for the duration of each call.

    /// Makes a file that was not there before, with exactly these permissions, and flushes it to the disk.
    package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32) throws(Errno) {
        let descriptor = Int32(
            try retryOnInterrupt { Int(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))) })
        defer { _ = close(descriptor) }
        // The mode that open(2) takes is narrowed by umask(2); this one is exact.
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw .last }
        try writeAll(descriptor, bytes)
        guard fsync(descriptor) == 0 else { throw .last }
    }

    /// Reads a file, at most so many bytes.
    package static func read(_ path: String, bytesMax: Int) throws(Errno) -> [UInt8] {
        let descriptor = Int32(try retryOnInterrupt { Int(unsafe open(path, O_RDONLY | O_CLOEXEC)) })
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < bytesMax {
            var piece = [UInt8](repeating: 0, count: min(pieceBytes, bytesMax - bytes.count))
            // Reads into the array's own storage, bounded by its count.
            let count = try retryOnInterrupt { unsafe Glibc.read(descriptor, &piece, piece.count) }
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    /// Takes a file away.
    package static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Whether anything is at a path.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Writes all bytes to a descriptor such as standard error.
    package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) throws(Errno) {
        var offset = 0
        while offset < bytes.count {
            let start = offset
            offset += try retryOnInterrupt {
                unsafe bytes.withUnsafeBytes { raw in
                    // From `start` on there are `count - start` bytes.
                    unsafe write(descriptor, raw.baseAddress.map { unsafe $0 + start }, raw.count - start)
                }
            }
        }
    }

    /// Whether a person reads what is written there.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Standard error.
    package static let standardError: Int32 = 2

    private static let pieceBytes = 1 << 16
}
