import CPostgres
import Synchronization

/// Cancels the statement that a connection runs, from another thread; never a COMMIT.
///
/// A cancelled COMMIT that waits for a synchronous standby returns success with a WARNING, although the standby has
/// nothing: an acknowledgement that may be lost. So COMMIT begins only after a running cancellation has reached the
/// server, and none begins until COMMIT is answered. `@unchecked Sendable`: the handle is used under the lock.
/// `@safe`: it is made in `init` and freed once, in ``close()``.
@safe
package final class QueryCanceller: @unchecked Sendable {
    /// `@unchecked Sendable`: it is used under the lock of `state`, in which alone it stands.
    @safe
    private struct State: @unchecked Sendable {
        var handle: OpaquePointer?
        var isCommitting = false
    }

    private let state: Mutex<State>

    init(_ connection: OpaquePointer) {
        // Unsafe: libpq copies what it needs from the connection.
        state = unsafe Mutex(State(handle: PQgetCancel(connection)))
    }

    /// Asks the server to cancel what the connection runs now; the statement then throws `57014`.
    ///
    /// It connects to the server once more, within the limits of the connection's settings.
    ///
    /// - Returns: false if the connection is in COMMIT or closed, or the server cannot be reached; nothing was done.
    package func cancel() -> Bool {
        state.withLock { state in
            guard let handle = unsafe state.handle, !state.isCommitting else { return false }
            // Unsafe: libpq writes at most the given number of bytes; the text is not used, because a statement that
            // goes on says more than the reason why.
            return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
                unsafe PQcancel(handle, text.baseAddress, 256) == 1
            }
        }
    }

    /// Runs COMMIT while nothing can be cancelled.
    func withoutCancelling<Value>(
        _ body: () throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        state.withLock { $0.isCommitting = true }
        defer { state.withLock { $0.isCommitting = false } }
        return try body()
    }

    func close() {
        state.withLock { state in
            unsafe PQfreeCancel(state.handle)
            unsafe state.handle = nil
        }
    }
}
