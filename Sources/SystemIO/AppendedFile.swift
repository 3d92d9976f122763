import Glibc

/// A file that only grows at its end, as logs do; closed with its last reference.
package final class AppendedFile: Sendable {
    private let descriptor: Int32
    private let isOwned: Bool

    /// Opens it, or makes it with these permissions, narrowed by umask(2).
    ///
    /// > O_APPEND: The file is opened in append mode. Before each write(2), the file offset is positioned at the end of the
    /// > file (open(2))
    ///
    /// A pipe that nobody reads is an error and not waited for (O_NONBLOCK, fifo(7)); other files do not know the flag.
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

    /// Appends what the system takes of some bytes (write(2)); returns how many, at least one.
    package func append(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let count = try SystemCall.write(descriptor, bytes)
        // Of a device that takes nothing and calls it success.
        guard count > 0 || bytes.isEmpty else { throw .noSpace }
        return count
    }
}
