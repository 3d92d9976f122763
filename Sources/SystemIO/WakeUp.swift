/// eventfd(2), owned: lets other threads wake a loop that waits.
package final class WakeUp: Sendable {
    /// What the loop waits on.
    package let descriptor: Int32

    /// Makes one.
    package init() throws(Errno) { descriptor = try SystemCall.makeWakeUp().release() }

    deinit { SystemCall.close(descriptor) }

    /// Wakes the loop; any number of calls before it looks count as one.
    package func signal() { SystemCall.signal(descriptor) }

    /// Forgets the signals so far.
    package func clear() { SystemCall.clear(descriptor) }
}
