#if DEBUG
import Glibc
import Synchronization
package import SystemIO

/// Sockets in memory, in debug builds: the event loop runs on them without the kernel, so that tests and the fuzzer
/// control what each peer does and when.
///
/// Descriptors that were not connected here belong to the kernel.
package final class SimulatedSockets: MemorySockets {
    /// The state of one socket; used only while the lock of its owner is held.
    private final class Socket {
        var arriving: [UInt8] = []
        var taken = 0
        var isFinishedByPeer = false
        var isReset = false
        var room = 0
        var sent: [UInt8] = []
        var isOpen = true
        var hasFinishedSending = false
        /// Whether the last sent bytes are held back until the end is sent (MSG_MORE).
        var isHeld = false
        /// Number of segments that left: sent bytes that were not held back, and ends.
        var departures = 0
    }

    private let sockets = Mutex<[Int32: Socket]>([:])

    /// No sockets.
    package init() {}

    /// Runs `body` with these sockets.
    package func bind<Value>(_ body: () -> Value) -> Value {
        SystemCallHooks.$sockets.withValue(self, operation: body)
    }

    // MARK: The peer's side

    /// Connects a peer that has sent nothing and accepts `room` bytes.
    package func connect(_ descriptor: Int32, room: Int) {
        sockets.withLock { sockets in
            precondition(sockets[descriptor]?.isOpen != true, "the number is taken")
            let socket = Socket()
            socket.room = room
            sockets[descriptor] = socket
        }
    }

    /// The peer sends bytes.
    package func deliver(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) {
        sockets.withLock { $0[descriptor]?.arriving.append(contentsOf: bytes) }
    }

    /// The peer ends its sending direction.
    package func finish(_ descriptor: Int32) { sockets.withLock { $0[descriptor]?.isFinishedByPeer = true } }

    /// The peer resets the connection.
    package func reset(_ descriptor: Int32) { sockets.withLock { $0[descriptor]?.isReset = true } }

    /// The peer accepts more bytes.
    package func makeSpace(_ descriptor: Int32, _ bytes: Int) { sockets.withLock { $0[descriptor]?.room += bytes } }

    /// Everything that was sent to the peer, before or after the socket was closed.
    package func sent(_ descriptor: Int32) -> [UInt8] { sockets.withLock { $0[descriptor]?.sent ?? [] } }

    /// Number of segments that left for the peer: answers, and the end, which counts only if it left alone.
    package func departures(_ descriptor: Int32) -> Int { sockets.withLock { $0[descriptor]?.departures ?? 0 } }

    // MARK: The calls

    /// Whether the server has the socket open.
    package func isOpen(_ descriptor: Int32) -> Bool { sockets.withLock { $0[descriptor]?.isOpen == true } }

    /// Receives like recv(2); nil if the descriptor belongs to the kernel.
    package func receive(
        _ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer
    ) -> Result<Int, Errno>? {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return nil }
            precondition(socket.isOpen && !socket.isHeld, "a socket is read that is closed or should end")
            if socket.isReset { return .failure(Errno(ECONNRESET)) }
            let rest = socket.arriving[socket.taken...]
            guard !rest.isEmpty else { return socket.isFinishedByPeer ? .success(0) : .failure(.wouldBlock) }
            // The copy is within the count of the caller's memory.
            unsafe memory.copyBytes(from: rest.prefix(memory.count))
            socket.taken += min(memory.count, rest.count)
            return .success(min(memory.count, rest.count))
        }
    }

    /// Sends like sendmsg(2), with MSG_MORE if the end follows; nil if the descriptor belongs to the kernel.
    package func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, endFollows: Bool
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
            // A send that is accepted only in part is transmitted at once, as in tcp_sendmsg of the kernel.
            socket.isHeld = endFollows && firstCount + secondCount == first.count + second.count
            if !socket.isHeld { socket.departures += 1 }
            return .success(firstCount + secondCount)
        }
    }

    /// Ends the sending direction; false if the descriptor belongs to the kernel.
    package func finishSending(_ descriptor: Int32) -> Bool {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return false }
            if !socket.hasFinishedSending { socket.departures += 1 }
            socket.hasFinishedSending = true
            socket.isHeld = false
            return true
        }
    }

    /// Closes the socket; false if the descriptor belongs to the kernel.
    package func close(_ descriptor: Int32) -> Bool {
        sockets.withLock { sockets in
            guard let socket = sockets[descriptor] else { return false }
            precondition(socket.isOpen, "a socket is closed twice")
            // tcp(7): closing with unread bytes resets the connection, and unsent bytes are lost.
            precondition(!socket.isHeld, "an answer may be thrown away")
            if !socket.hasFinishedSending { socket.departures += 1 }
            socket.isOpen = false
            return true
        }
    }
}
#endif
