import CLinux
import Glibc

/// epoll(7), owned: what one event loop waits on.
@safe package final class Poller {
    /// What happened to a descriptor.
    package struct Event: Sendable {
        /// The number it was registered under.
        package let descriptor: Int32
        /// It can be read, or its peer has finished, or it is broken: reading tells.
        package let isReadable: Bool
        /// Its peer has finished or is gone, so that what can be read ends with that.
        package let isFinished: Bool
        /// It can be written.
        package let isWritable: Bool

        /// Makes one, as the system would report it.
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

    /// Makes one.
    package init() throws(Errno) {
        descriptor = try SystemCall.makePoller().release()
        unsafe events = .allocate(capacity: Self.eventsMax)
        unsafe events.initialize(repeating: epoll_event(), count: Self.eventsMax)
    }

    deinit {
        SystemCall.close(descriptor)
        unsafe events.deallocate()
    }

    /// Watches a descriptor as long as it has something to read (level-triggered): listeners and wake-ups.
    ///
    /// Where several loops watch the same listener, one connection does not wake all of them.
    ///
    /// > EPOLLEXCLUSIVE: Sets an exclusive wakeup mode for the epoll file descriptor that is being attached to the target
    /// > file descriptor, fd. (epoll_ctl(2))
    package func watch(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, EPOLLIN.rawValue | EPOLLEXCLUSIVE.rawValue)
    }

    /// Reports each time something new can be read (edge-triggered): once in a connection's life.
    package func watchArrivals(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, Self.arrivals)
    }

    /// From now on also reports each time there is room to write; reports at once if there is room already.
    package func watchRoom(_ watched: Int32) throws(Errno) {
        try control(EPOLL_CTL_MOD, watched, Self.arrivals | EPOLLOUT.rawValue)
    }

    /// Watches a descriptor no more; closing it does the same.
    package func forget(_ watched: Int32) { try? control(EPOLL_CTL_DEL, watched, 0) }

    /// Waits for events, at most so many milliseconds (-1: without end); returns how many there are.
    package func wait(milliseconds: Int32) throws(Errno) -> Int {
        count = try unsafe SystemCall.wait(
            descriptor, events, countMax: Int32(Self.eventsMax), milliseconds: milliseconds)
        return count
    }

    /// One of the events that the last wait reported.
    package subscript(index: Int) -> Event {
        precondition(index >= 0 && index < count, "an event that was not reported")
        // Within the part that was filled; the union holds the descriptor, which `control` wrote.
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
    /// Events taken at a time: enough to keep a busy loop in user space, small enough to stay fair.
    private static let eventsMax = 256
}
