import Synchronization

/// Lets another thread end a wait on a socket.
final class CancelSignal: Sendable {
    private struct State {
        var isCancelled = false
        /// The socket to shut down; set only while it is open.
        var socket: Int32?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the wait under way and every later one.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let socket = state.socket { SocketCalls.shutdown(socket) }
        }
    }

    /// Names the socket that is waited on.
    func watch(_ socket: Int32) throws(FetchError) {
        let isCancelled = state.withLock { state in
            state.socket = socket
            return state.isCancelled
        }
        if isCancelled { throw .cancelled }
    }

    /// Lets go of the socket; to be called before it is closed, because the next open file may get its number.
    func unwatch() { state.withLock { $0.socket = nil } }
}

extension FetchError {
    static let cancelled = FetchError(.cancelled, "the caller gave up")
}
