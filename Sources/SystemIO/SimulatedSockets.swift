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

    /// One socket as its peer sees it.
    private struct Socket {
        var arriving: [UInt8] = []
        var isFinishedByPeer = false
        var isReset = false
        var room = 0
        var sent: [UInt8] = []
        var hasFinishedSending = false
    }

    private struct State {
        var open: [Int32: Socket] = [:]
        var closed: [Int32: Socket] = [:]
    }

    private let state = Mutex(State())

    /// None yet.
    package init() {}

    /// Runs something while these sockets exist.
    package func bind<Value>(_ body: () -> Value) -> Value { Self.$current.withValue(self, operation: body) }

    // MARK: The peer's side

    /// Connects; nothing has arrived, and the peer takes so many bytes.
    package func connect(_ descriptor: Int32, room: Int) {
        state.withLock { state in
            precondition(state.open[descriptor] == nil, "the number is taken")
            state.open[descriptor] = Socket(room: room)
            state.closed[descriptor] = nil
        }
    }

    /// The peer sends.
    package func deliver(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) {
        state.withLock { $0.open[descriptor]?.arriving.append(contentsOf: bytes) }
    }

    /// The peer sends no more.
    package func finish(_ descriptor: Int32) { state.withLock { $0.open[descriptor]?.isFinishedByPeer = true } }

    /// The peer is gone.
    package func reset(_ descriptor: Int32) { state.withLock { $0.open[descriptor]?.isReset = true } }

    /// The peer takes more bytes.
    package func makeRoom(_ descriptor: Int32, _ bytes: Int) { state.withLock { $0.open[descriptor]?.room += bytes } }

    /// Everything that was sent to the peer, before or after the socket was closed.
    package func sent(_ descriptor: Int32) -> [UInt8] {
        state.withLock { ($0.open[descriptor] ?? $0.closed[descriptor])?.sent ?? [] }
    }

    /// Whether it is open on this side.
    package func isOpen(_ descriptor: Int32) -> Bool { state.withLock { $0.open[descriptor] != nil } }

    /// Whether the peer has been told that nothing more comes.
    package func hasFinishedSending(_ descriptor: Int32) -> Bool {
        state.withLock { state in
            guard let socket = state.open[descriptor] else { return true }
            return socket.hasFinishedSending
        }
    }

    // MARK: The calls

    func receive(
        _ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int
    ) -> Result<Int, Errno>? {
        state.withLock { state in
            guard var socket = state.open[descriptor] else { return nil }
            if socket.isReset { return .failure(Errno(ECONNRESET)) }
            guard !socket.arriving.isEmpty else {
                return socket.isFinishedByPeer ? .success(0) : .failure(.wouldBlock)
            }
            let taken = min(count, socket.arriving.count)
            // `count` bytes belong to the caller, and no more than that are written.
            unsafe UnsafeMutableRawBufferPointer(start: start, count: taken).copyBytes(from: socket.arriving[..<taken])
            socket.arriving.removeFirst(taken)
            state.open[descriptor] = socket
            return .success(taken)
        }
    }

    func send(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Result<Int, Errno>? {
        // `count` bytes belong to the caller for the call's duration.
        unsafe send(
            descriptor, UnsafeRawBufferPointer(start: start, count: count), UnsafeRawBufferPointer(start: nil, count: 0)
        )
    }

    func send(
        _ descriptor: Int32, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer
    ) -> Result<Int, Errno>? {
        state.withLock { state in
            guard var socket = state.open[descriptor] else { return nil }
            if socket.isReset { return .failure(Errno(EPIPE)) }
            precondition(!socket.hasFinishedSending, "something is sent after the end")
            let bytes = unsafe Array(first) + Array(second)
            guard !bytes.isEmpty else { return .success(0) }
            guard socket.room > 0 else { return .failure(.wouldBlock) }
            let taken = min(socket.room, bytes.count)
            socket.sent += bytes.prefix(taken)
            socket.room -= taken
            state.open[descriptor] = socket
            return .success(taken)
        }
    }

    func finishSending(_ descriptor: Int32) -> Void? {
        state.withLock { state in
            guard state.open[descriptor] != nil else { return nil }
            state.open[descriptor]?.hasFinishedSending = true
            return ()
        }
    }

    func close(_ descriptor: Int32) -> Void? {
        state.withLock { state in
            guard let socket = state.open.removeValue(forKey: descriptor) else { return nil }
            state.closed[descriptor] = socket
            return ()
        }
    }
}
#endif
