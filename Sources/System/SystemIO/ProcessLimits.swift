#if os(Linux)
import Glibc

/// The limits of this process.
package enum ProcessLimits {
    /// Raises the limit of open descriptors to the maximum that is allowed (setrlimit(2)) and returns it.
    package static func raiseDescriptors() -> Int {
        guard var limit = SystemCall.descriptorLimit() else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        SystemCall.setDescriptorLimit(limit)
        return Int(clamping: limit.rlim_cur)
    }
}

/// A descriptor in reserve: without any other (EMFILE) it is closed to accept a connection and refuse it, which would
/// otherwise wait for ever.
package struct SpareDescriptor: ~Copyable {
    private var number: Int32

    /// Opens the descriptor.
    package init() { number = Self.open() }

    deinit { Self.close(number) }

    /// Whether it is open; after `withClosed` another thread may have the number.
    package var isOpen: Bool { number >= 0 }

    /// Opens it if it is not open.
    package mutating func refill() {
        if !isOpen { number = Self.open() }
    }

    /// Runs `body` while the descriptor is closed.
    package mutating func withClosed(_ body: () -> Void) {
        Self.close(number)
        body()
        number = Self.open()
    }

    /// The number, or -1 if the process has no descriptor left.
    private static func open() -> Int32 {
        do throws(Errno) { return try SystemCall.open("/dev/null", O_RDONLY).release() } catch { return -1 }
    }

    private static func close(_ number: Int32) {
        if number >= 0 { SystemCall.close(number) }
    }
}
#endif
