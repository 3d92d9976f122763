import Synchronization

/// Cancels an exchange from another thread: shuts down the socket on which it waits.
final class CancelSignal: Sendable {
    private struct State {
        var isCancelled = false
        /// The socket of the exchange; set only while it is open.
        var socket: Int32?
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ends the current wait, and every later one, with the error `cancelled`.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let socket = state.socket { SocketCalls.shutdown(socket) }
        }
    }

    /// Sets the socket of the exchange.
    /// - Throws: `cancelled` if the exchange was cancelled before.
    func watch(_ socket: Int32) throws(FetchError) {
        let isCancelled = state.withLock { state in
            state.socket = socket
            return state.isCancelled
        }
        if isCancelled { throw .cancelled }
    }

    /// Removes the socket; call this before the socket is closed, because the next file opened may get its number.
    func unwatch() { state.withLock { $0.socket = nil } }
}

extension FetchError {
    /// The error of a cancelled exchange.
    static let cancelled = FetchError(.cancelled, "the caller cancelled the request")
}
