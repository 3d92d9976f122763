#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The error of a system call (errno(3)).
package struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number.
    package let code: Int32

    /// Makes an error from a number.
    package init(_ code: Int32) { self.code = code }

    /// The error of the calling thread's last failed call.
    static var last: Errno { Errno(errno) }

    /// The system's text.
    package var description: String {
        // strerror(3) returns a C string that lives until the thread's next call; it is copied at once.
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// Nothing can be read or written now.
    package static let wouldBlock = Errno(EAGAIN)
    /// No descriptors left in the process.
    package static let processExhausted = Errno(EMFILE)
    /// No descriptors left in the system.
    package static let systemExhausted = Errno(ENFILE)
    /// The address is in use.
    package static let addressInUse = Errno(EADDRINUSE)
    /// The disk is full.
    package static let noSpace = Errno(ENOSPC)
    /// A signal interrupted the call.
    package static let interrupted = Errno(EINTR)
    /// No socket listens there.
    package static let refused = Errno(ECONNREFUSED)
    /// There is no such file.
    package static let noSuchFile = Errno(ENOENT)
    /// The path is a directory.
    package static let isDirectory = Errno(EISDIR)
    /// The connection was closed before it was accepted.
    package static let aborted = Errno(ECONNABORTED)
    /// The file exists.
    package static let exists = Errno(EEXIST)
}
