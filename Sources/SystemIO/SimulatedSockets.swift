#if DEBUG
import Glibc
import Synchronization

/// Sockets that exist in memory alone, in debug builds: the real event loop runs on them without a kernel, so that a
/// fuzzer can play any peer at any pace.
///
/// Numbers that were not opened here go to the kernel.
package final class SimulatedSockets: Sendable {
    /// What stands here and now.
    @TaskLocal static var current: SimulatedSockets?

    /// One socket as its peer sees it; touched only while the lock of its owner is held.
    private final class Socket {
        var arriving: [UInt8] = []
        var taken = 0
        var isFinishedByPeer = false
        var isReset = false
        var room = 0
        var sent: [UInt8] = []
        var isOpen = true
        var hasFinishedSending = false
        /// Whether what was sent last waits for the end.
        var isHeld = false
        /// Calls whose bytes, or whose end, left at once.
        var departures = 0
    }

    private let sockets = Mutex<[Int32: Socket]>([:])

    /// None yet.
    package init() {}

    /// Runs something while these sockets exist.
    package func bind<Value>(_ body: () -> Value) -> Value { Self.$current.withValue(self, operation: body) }

    // MARK: The peer's side

    /// Connects; nothing has arrived, and the peer takes so many bytes.
    package func connect(_ descriptor: Int32, room: Int) {
        sockets.withLock { sockets in
            precondition(sockets[descriptor]?.isOpen != true, "the number is taken")
            let socket = Socket()
            socket.room = room
            sockets[descriptor] = socket
        }
    }

    /// The peer sends.
    package func deliver(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) {
        sockets.withLock { $0[descriptor]?.arriving.append(contentsOf: bytes) }
    }

    /// The peer sends no more.
    package func finish(_ descriptor: Int32) { sockets.withLock { $0[descriptor]?.isFinishedByPeer = true } }

    /// The peer is gone.
    package func reset(_ descriptor: Int32) { sockets.withLock { $0[descriptor]?.isReset = true } }

    /// The peer takes more bytes.
    package func makeRoom(_ descriptor: Int32, _ bytes: Int) { sockets.withLock { $0[descriptor]?.room += bytes } }

    /// Everything that was sent to the peer, before or after the socket was closed.
    package func sent(_ descriptor: Int32) -> [UInt8] { sockets.withLock { $0[descriptor]?.sent ?? [] } }

    /// How often something left for the peer: answers, and the end, which counts only where it left alone.
    package func departures(_ descriptor: Int32) -> Int { sockets.withLock { $0[descriptor]?.departures ?? 0 } }

    /// Whether it is open on this side.
    package func isOpen(_ descriptor: Int32) -> Bool { sockets.withLock { $0[descriptor]?.isOpen == true } }

    /// Forgets a socket that was closed.
    package func forget(_ descriptor: Int32) { sockets.withLock { $0[descriptor] = nil } }

    // MARK: The calls

    func receive(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Result<Int, Errno>? {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return nil }
            precondition(socket.isOpen && !socket.isHeld, "a socket is read that is closed or should end")
            if socket.isReset { return .failure(Errno(ECONNRESET)) }
            let rest = socket.arriving[socket.taken...]
            guard !rest.isEmpty else { return socket.isFinishedByPeer ? .success(0) : .failure(.wouldBlock) }
            // `count` bytes belong to the caller, and no more than that are written.
            unsafe UnsafeMutableRawBufferPointer(start: start, count: count).copyBytes(from: rest.prefix(count))
            socket.taken += min(count, rest.count)
            return .success(min(count, rest.count))
        }
    }

    func send(
        _ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int, endFollows: Bool
    ) -> Result<Int, Errno>? {
        // `count` bytes belong to the caller for the call's duration.
        let result = unsafe send(
            descriptor, UnsafeRawBufferPointer(start: start, count: count), UnsafeRawBufferPointer(start: nil, count: 0)
        )
        // What goes in part goes at once (tcp_sendmsg of the kernel, where memory is waited for).
        if endFollows, case .success(count)? = result {
            sockets.withLock {
                $0[descriptor]?.isHeld = true
                $0[descriptor]?.departures -= 1
            }
        }
        return result
    }

    func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> Result<Int, Errno>? {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return nil }
            precondition(socket.isOpen && !socket.isHeld && !socket.hasFinishedSending, "more is sent after the end")
            if socket.isReset { return .failure(Errno(EPIPE)) }
            guard first.count + second.count > 0 else { return .success(0) }
            guard socket.room > 0 else { return .failure(.wouldBlock) }
            let firstCount = min(socket.room, first.count)
            let secondCount = min(socket.room - firstCount, second.count)
            unsafe socket.sent.append(contentsOf: first.prefix(firstCount))
            unsafe socket.sent.append(contentsOf: second.prefix(secondCount))
            socket.room -= firstCount + secondCount
            socket.departures += 1
            return .success(firstCount + secondCount)
        }
    }

    func finishSending(_ descriptor: Int32) -> Void? {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return nil }
            if !socket.hasFinishedSending { socket.departures += 1 }
            socket.hasFinishedSending = true
            socket.isHeld = false
            return ()
        }
    }

    func close(_ descriptor: Int32) -> Void? {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return nil }
            precondition(socket.isOpen, "a socket is closed twice")
            // tcp(7): closing with unread bytes resets the connection, and what waits to be sent is lost.
            precondition(!socket.isHeld, "an answer may be thrown away")
            if !socket.hasFinishedSending { socket.departures += 1 }
            socket.isOpen = false
            return ()
        }
    }
}
#endif
