#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A file open for reading; closed with its last reference.
package final class ReadableFile: Sendable {
    private let descriptor: Int32

    /// Opens a file (open(2)).
    package init(_ path: String) throws(Errno) { descriptor = try SystemCall.open(path, O_RDONLY).release() }

    deinit { SystemCall.close(descriptor) }

    /// Reads at most `bytesMax` bytes from an offset (pread(2)); empty at the end.
    package func read(at offset: Int, bytesMax: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let count = try SystemCall.read(descriptor, into: &bytes, at: offset)
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Reads `count` bytes from an offset, with as many calls as the system needs; nil if the file ends before.
    package func readAll(_ count: Int, at offset: Int) throws(Errno) -> [UInt8]? {
        var bytes = try read(at: offset, bytesMax: count)
        while bytes.count < count {
            let more = try read(at: offset + bytes.count, bytesMax: count - bytes.count)
            guard !more.isEmpty else { return nil }
            bytes += more
        }
        return bytes
    }
}

/// A file that is written at its end, as logs are; closed with its last reference.
package final class AppendedFile: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens a file, or creates it with the permissions `mode`, reduced by umask(2).
    ///
    /// > O_APPEND: The file is opened in append mode. Before each write(2), the file offset is positioned at the end of the
    /// > file (open(2))
    ///
    /// A pipe without a reader is an error and is not waited for (O_NONBLOCK, fifo(7)); the flag has no effect on other files.
    package init(_ path: String, mode: UInt32) throws(Errno) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK
        descriptor = try SystemCall.open(path, flags, mode: mode).release()
        isOwned = true
    }

    private init(borrowing descriptor: Int32) {
        self.descriptor = descriptor
        isOwned = false
    }

    deinit {
        if isOwned { SystemCall.close(descriptor) }
    }

    /// The process's standard output, which stays open.
    package static let standardOutput = AppendedFile(borrowing: STDOUT_FILENO)

    /// Appends bytes (write(2)); returns how many the system took, at least one.
    package func append(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let count = try SystemCall.write(descriptor, bytes)
        // Some devices accept no bytes and report success.
        guard count > 0 || bytes.isEmpty else { throw .noSpace }
        return count
    }
}
