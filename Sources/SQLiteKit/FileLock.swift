import Glibc

/// An exclusive lock on a file, held until it is closed or the process ends, however it ends.
///
/// It lives here and not in SystemIO because whoever opens a database needs it, and the rooms above a database do not
/// otherwise touch descriptors. flock(2), not fcntl(2): the latter's locks are lost when any descriptor of the file
/// is closed anywhere in the process.
package struct FileLock: ~Copyable {
    private var descriptor: Int32

    /// Why there is no lock.
    package enum Failure: Error, Sendable, Hashable {
        /// Somebody else holds it.
        case held
        /// The file cannot be opened or locked.
        case system(errno: Int32)
    }

    /// Makes the file if it is not there and locks it, without waiting.
    package init(_ path: String) throws(Failure) {
        // Unsafe: the path becomes a C string that lives as long as the call.
        let opened = Self.retryOnInterrupt { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard opened >= 0 else { throw .system(errno: errno) }
        guard Self.retryOnInterrupt({ flock(opened, LOCK_EX | LOCK_NB) }) == 0 else {
            let code = errno
            _ = Glibc.close(opened)
            throw code == EWOULDBLOCK ? .held : .system(errno: code)
        }
        descriptor = opened
    }

    deinit {
        assert(descriptor < 0, "a file lock was not closed")
    }

    /// Gives the lock up.
    ///
    /// The file stays: removing it would let two processes lock two files of one name.
    package mutating func close() {
        guard descriptor >= 0 else { return }
        // Closing alone would leave it to a program that is just being started, which has a copy of every descriptor
        // until it runs: "duplicated file descriptors refer to the same lock" (flock(2)).
        _ = Self.retryOnInterrupt { flock(descriptor, LOCK_UN) }
        // Not repeated on EINTR: on Linux the descriptor is gone either way (close(2)).
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    private static func retryOnInterrupt(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
