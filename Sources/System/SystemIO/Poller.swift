#if os(Linux)
import CLinux
import Glibc

/// An epoll instance (epoll(7)): reports events of descriptors to one event loop.
@safe package final class Poller {
    /// An event of a descriptor.
    package struct Event: Sendable {
        /// The descriptor.
        package let descriptor: Int32
        /// It can be read, or its peer has finished, or it is broken; reading shows which.
        package let isReadable: Bool
        /// Its peer has finished or has disconnected: the end follows the bytes that can be read.
        package let isFinished: Bool
        /// It can be written.
        package let isWritable: Bool

        /// Makes an event.
        package init(descriptor: Int32, isReadable: Bool, isFinished: Bool, isWritable: Bool) {
            self.descriptor = descriptor
            self.isReadable = isReadable
            self.isFinished = isFinished
            self.isWritable = isWritable
        }
    }

    private let descriptor: Int32
    // Allocated once for all waits; only the first `count` that epoll_wait(2) filled are read.
    private let events: UnsafeMutablePointer<epoll_event>
    private var count = 0

    /// Makes an epoll instance.
    package init() throws(Errno) {
        descriptor = try SystemCall.makePoller().release()
        unsafe events = .allocate(capacity: Self.eventsMax)
        unsafe events.initialize(repeating: epoll_event(), count: Self.eventsMax)
    }

    deinit {
        SystemCall.close(descriptor)
        unsafe events.deallocate()
    }

    /// Reports a descriptor as long as it can be read (level-triggered); for listeners and wake-ups.
    ///
    /// If several loops watch the same listener, a connection does not wake all of them.
    ///
    /// > EPOLLEXCLUSIVE: Sets an exclusive wakeup mode for the epoll file descriptor that is being attached to the target
    /// > file descriptor, fd. (epoll_ctl(2))
    package func watch(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue)
    }

    /// Reports a descriptor each time bytes arrive (edge-triggered); called once for each connection.
    package func watchArrivals(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, Self.arrivals)
    }

    /// Reports it also each time it can be written again; reports at once if it can be written already.
    package func watchWriting(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_MOD, watched, Self.arrivals | EPOLLOUT.rawValue)
    }

    /// Stops reporting a descriptor; closing it does the same.
    package func forget(_ watched: Int32) { try? control(EPOLL_CTL_DEL, watched, 0) }

    /// Waits for events, at most so many milliseconds (-1: without limit); returns their number.
    package func wait(milliseconds: Int32) throws(Errno) -> Int {
        count = try unsafe SystemCall.wait(
            descriptor, events, countMax: Int32(Self.eventsMax), milliseconds: milliseconds)
        return count
    }

    /// One of the events that the last wait reported.
    package subscript(index: Int) -> Event {
        precondition(index >= 0 && index < count, "an index beyond the reported events")
        // Within the part that was filled; the union contains the descriptor, which `control` wrote.
        let event = unsafe events[index]
        let bits = unsafe event.events
        return unsafe Event(
            descriptor: event.data.fd,
            isReadable: bits & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0,
            isFinished: bits & (EPOLLRDHUP.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0,
            isWritable: bits & (EPOLLOUT.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0)
    }

    private func control(_ operation: Int32, _ watched: Int32, _ bits: UInt32) throws(Errno) {
        try SystemCall.control(descriptor, operation, watched, bits)
    }

    private static let arrivals = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
    /// Events of one wait: enough for few calls under load, few enough that no connection waits long.
    private static let eventsMax = 256
}

/// Wakes a waiting event loop from another thread (eventfd(2)).
package final class WakeUp: Sendable {
    /// The descriptor that the loop watches.
    package let descriptor: Int32

    /// Opens the descriptor.
    package init() throws(Errno) { descriptor = try SystemCall.makeWakeUp().release() }

    deinit { SystemCall.close(descriptor) }

    /// Wakes the loop; several calls before `clear` count as one.
    package func signal() { SystemCall.signal(descriptor) }

    /// Resets it, so that the loop can wait again.
    package func clear() { SystemCall.clear(descriptor) }
}
#endif
