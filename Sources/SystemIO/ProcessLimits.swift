import Glibc

/// What the system allows this process.
package enum ProcessLimits {
    /// Raises the number of open descriptors to the most that is allowed (setrlimit(2)) and returns it.
    package static func raiseDescriptors() -> Int {
        guard var limit = SystemCall.descriptorLimit() else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        SystemCall.setDescriptorLimit(limit)
        return Int(clamping: limit.rlim_cur)
    }
}

/// A descriptor held back for the moment when there is no other (EMFILE), so that a waiting connection can be turned
/// away instead of waiting for ever.
package struct SpareDescriptor: ~Copyable {
    private var number: Int32

    /// Takes one.
    package init() { number = Self.take() }

    deinit { Self.give(number) }

    /// Whether there is one; another thread may have been faster when it was lent.
    package var isThere: Bool { number >= 0 }

    /// Takes one where there is none.
    package mutating func refill() {
        if !isThere { number = Self.take() }
    }

    /// Runs something while one descriptor more is free.
    package mutating func lend(_ body: () -> Void) {
        Self.give(number)
        body()
        number = Self.take()
    }

    /// -1 where there is none to take.
    private static func take() -> Int32 {
        do throws(Errno) { return try SystemCall.open("/dev/null", O_RDONLY).release() } catch { return -1 }
    }

    private static func give(_ number: Int32) {
        if number >= 0 { SystemCall.close(number) }
    }
}
