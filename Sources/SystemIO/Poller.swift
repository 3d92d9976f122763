import CLinux
import Glibc

/// epoll(7), owned: what one event loop waits on.
package struct Poller: ~Copyable {
    private let descriptor: Int32

    /// What happened to a descriptor.
    package struct Event: Sendable {
        /// The number it was registered under.
        package let descriptor: Int32
        /// It can be read, or its peer has finished.
        package let isReadable: Bool
        /// It can be written.
        package let isWritable: Bool
        /// It is broken; the next call on it tells how.
        package let isBroken: Bool
    }

    /// Makes one.
    package init() throws(Errno) {
        descriptor = Int32(try retryOnInterrupt { Int(epoll_create1(Int32(EPOLL_CLOEXEC))) })
    }

    /// Watches a descriptor for reading and, where asked, for writing.
    package func add(_ watched: Int32, writing: Bool = false) throws(Errno) {
        try control(EPOLL_CTL_ADD, watched, writing: writing)
    }

    /// Changes what a descriptor is watched for.
    package func change(_ watched: Int32, writing: Bool) throws(Errno) {
        try control(EPOLL_CTL_MOD, watched, writing: writing)
    }

    /// Waits for events, at most so many milliseconds.
    package func wait(_ events: inout [Event], milliseconds: Int32) throws(Errno) {
        events.removeAll(keepingCapacity: true)
        // epoll_event holds a union; only its descriptor, which `control` wrote, is read.
        var raw = unsafe [epoll_event](repeating: epoll_event(), count: Self.eventsMax)
        let count = try retryOnInterrupt {
            // The array has `eventsMax` elements and is this function's own.
            Int(unsafe epoll_wait(descriptor, &raw, Int32(Self.eventsMax), milliseconds))
        }
        for index in 0..<count {
            let event = unsafe raw[index]
            let bits = unsafe event.events
            events.append(
                Event(
                    descriptor: unsafe event.data.fd,
                    isReadable: bits & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0,
                    isWritable: bits & EPOLLOUT.rawValue != 0,
                    isBroken: bits & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0))
        }
    }

    /// Gives it back.
    package consuming func close() { Sockets.close(descriptor) }

    private func control(_ operation: Int32, _ watched: Int32, writing: Bool) throws(Errno) {
        var event = unsafe epoll_event()
        unsafe event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | (writing ? EPOLLOUT.rawValue : 0)
        // The union holds the descriptor's number, which `wait` reads back as such.
        unsafe event.data.fd = watched
        guard unsafe epoll_ctl(descriptor, operation, watched, &event) == 0 else { throw .last }
    }

    /// Events taken at a time: enough to keep a busy loop in user space, small enough to stay fair.
    private static let eventsMax = 256
}
