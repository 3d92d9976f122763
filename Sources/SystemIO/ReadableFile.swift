import Glibc

/// A file open for reading, shared by whoever still reads it; closed with its last reference.
package final class ReadableFile: Sendable {
    private let descriptor: Int32

    /// Opens it (open(2)).
    package init(_ path: String) throws(Errno) { descriptor = try SystemCall.open(path, O_RDONLY).release() }

    deinit { SystemCall.close(descriptor) }

    /// Reads at most so many bytes from an offset (pread(2)); empty at the end.
    package func read(at offset: Int, bytesMax: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = try SystemCall.read(descriptor, into: &bytes, at: offset)
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
