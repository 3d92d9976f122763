import Glibc

/// An exclusive lock on a file, held until it is closed or the process ends, however it ends.
///
/// It is here and not in SystemIO because opening a database needs it, and the targets above a database use no other
/// descriptors. It uses flock(2), because a lock of fcntl(2) is lost when any descriptor of the file is closed in the
/// process.
package struct FileLock: ~Copyable {
    private var descriptor: Int32

    /// The reason why there is no lock.
    package enum Failure: Error, Sendable, Hashable {
        /// Another process has the lock, or another descriptor of this one.
        case held
        /// The file cannot be opened or locked.
        case system(errno: Int32)
    }

    /// Makes the file if there is none and locks it, without waiting.
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

    /// Releases the lock.
    ///
    /// The file stays: if it were removed, two processes could lock two files of one name.
    package mutating func close() {
        guard descriptor >= 0 else { return }
        // Closing alone is not enough: a child process has a copy of every descriptor until it executes its program,
        // and "duplicated file descriptors refer to the same lock" (flock(2)).
        _ = Self.retryOnInterrupt { flock(descriptor, LOCK_UN) }
        // Not repeated on EINTR: on Linux the descriptor is closed in both cases (close(2)).
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
