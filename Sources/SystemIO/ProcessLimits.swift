import Glibc

/// What the system allows this process.
package enum ProcessLimits {
    /// Raises the number of open descriptors to the most that is allowed (setrlimit(2)) and returns it.
    package static func raiseDescriptors() -> Int {
        var limit = rlimit()
        // The struct is this function's own.
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }
}

/// A descriptor held back for the moment when there is no other (EMFILE), so that a waiting connection can be turned
/// away instead of waiting for ever.
package struct SpareDescriptor: ~Copyable {
    private var descriptor: Int32

    /// Takes one.
    package init() { descriptor = Self.take() }

    deinit { Sockets.close(descriptor) }

    /// Runs something while one descriptor more is free.
    package mutating func lend(_ body: () -> Void) {
        Sockets.close(descriptor)
        body()
        descriptor = Self.take()
    }

    private static func take() -> Int32 { unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
