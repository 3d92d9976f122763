import CLinux
import Glibc

/// eventfd(2): lets other threads wake a loop that waits.
package struct WakeUp: Sendable {
    /// What the loop waits on.
    package let descriptor: Int32

    /// Makes one.
    package init() throws(Errno) {
        descriptor = Int32(try retryOnInterrupt { Int(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))) })
    }

    /// Wakes the loop; any number of calls before it looks count as one.
    package func signal() { _ = eventfd_write(descriptor, 1) }

    /// Forgets the signals so far.
    package func clear() {
        var count: eventfd_t = 0
        // Reads eight bytes into a variable of that size.
        _ = unsafe eventfd_read(descriptor, &count)
    }

    /// Gives it back.
    package func close() { Sockets.close(descriptor) }
}
