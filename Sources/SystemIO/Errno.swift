import Glibc

/// The reason that a system call gave, as errno(3) numbers it.
package struct Errno: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number.
    package let code: Int32

    /// Makes an error from a number.
    package init(_ code: Int32) { self.code = code }

    /// What the calling thread's last failed call left.
    static var last: Errno { Errno(errno) }

    /// The system's own words.
    package var description: String {
        // strerror(3) returns a C string that lives until the thread's next call; it is copied at once.
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }

    /// Nothing to read or no room to write now.
    package static let wouldBlock = Errno(EAGAIN)
    /// No descriptors left in the process.
    package static let processExhausted = Errno(EMFILE)
    /// No descriptors left in the system.
    package static let systemExhausted = Errno(ENFILE)
    /// Somebody has the address.
    package static let addressInUse = Errno(EADDRINUSE)
    /// The disk is full.
    package static let noSpace = Errno(ENOSPC)
    /// A signal came between.
    package static let interrupted = Errno(EINTR)
    /// Nobody listens there.
    package static let refused = Errno(ECONNREFUSED)
    /// There is no such file.
    package static let noSuchFile = Errno(ENOENT)
    /// The connection was gone before it was accepted.
    package static let aborted = Errno(ECONNABORTED)
    /// The file is there already.
    package static let exists = Errno(EEXIST)
}
