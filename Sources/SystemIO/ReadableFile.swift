import Glibc

/// A file open for reading, owned; closed with its last reference.
package final class ReadableFile: Sendable {
    private let descriptor: Int32

    /// Opens it (open(2)).
    package init(_ path: String) throws(Errno) {
        descriptor = Int32(try retryOnInterrupt { Int(unsafe open(path, O_RDONLY | O_CLOEXEC)) })
    }

    deinit { _ = close(descriptor) }

    /// Reads at most so many bytes from an offset (pread(2)); empty at the end.
    package func read(at offset: Int, bytesMax: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        // Reads into the array's own storage, bounded by its count.
        let count = try retryOnInterrupt { unsafe pread(descriptor, &bytes, bytes.count, off_t(offset)) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
