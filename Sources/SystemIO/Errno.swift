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
    /// The file is there already.
    package static let exists = Errno(EEXIST)
}

/// Runs a call again while a signal interrupts it (signal(7)).
func retryOnInterrupt(_ call: () -> Int) throws(Errno) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        guard errno == EINTR else { throw .last }
    }
}
