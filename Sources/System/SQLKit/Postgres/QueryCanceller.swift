import CPostgres
import SystemIO

/// Cancels the statement that a connection runs, from another thread; never a COMMIT.
///
/// A cancelled COMMIT that waits for a synchronous standby returns success with a WARNING, although the standby has
/// nothing: an acknowledgement that may be lost. So COMMIT begins only after a running cancellation has reached the
/// server, for which it waits at most as long as for its answer, and none begins until COMMIT is answered. No lock is
/// held while a cancellation waits for the network. `@unchecked Sendable`: the handle is used by the one thread that has
/// set `isCancelling`. `@safe`: it is made in `init` and freed once: in ``close()``, or at the end of the cancellation
/// that runs then.
@safe
package final class QueryCanceller: @unchecked Sendable {
    /// `@unchecked Sendable`: the handle is read and freed under the lock, and used outside by the thread that has set
    /// `isCancelling`.
    @safe
    private struct State: @unchecked Sendable {
        var handle: OpaquePointer?
        var isCancelling = false
        var isCommitting = false
        var isClosed = false

        /// Frees the handle of a closed connection, unless a cancellation uses it.
        mutating func freeIfUnused() {
            guard isClosed, !isCancelling else { return }
            unsafe PQfreeCancel(handle)
            unsafe handle = nil
        }
    }

    private let state: Monitor<State>

    init(_ connection: OpaquePointer) {
        // Unsafe: libpq copies what it needs from the connection.
        state = unsafe Monitor(State(handle: PQgetCancel(connection)))
    }

    /// Asks the server to cancel what the connection runs now; the statement then throws `57014`.
    ///
    /// It connects to the server once more, within the limits of the connection's settings.
    ///
    /// - Returns: false if the connection is in COMMIT, in another cancellation or closed, or the server cannot be
    ///   reached; nothing was done.
    package func cancel() -> Bool {
        unsafe cancelling { handle in
            // Unsafe: libpq writes at most the given number of bytes; the text is not used, because a statement that
            // goes on says more than the reason why.
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
                unsafe PQcancel(handle, text.baseAddress, 256) == 1
            }
        }
    }

    /// Runs `body` as a cancellation, which no COMMIT overtakes; false without running it if none may begin.
    func cancelling(_ body: (OpaquePointer) -> Bool) -> Bool {
        let isBegun = state.withLock { state in
            guard unsafe state.handle != nil, !state.isClosed, !state.isCommitting, !state.isCancelling else {
                return false
            }
            state.isCancelling = true
            return true
        }
        // Unsafe: the handle is not freed while `isCancelling` is set.
        guard isBegun, let handle = unsafe state.withLock({ unsafe $0.handle }) else { return false }
        defer {
            state.withLock { state in
                state.isCancelling = false
                state.freeIfUnused()
            }
            state.wakeAll()
        }
        return unsafe body(handle)
    }

    /// Lets no cancellation begin until ``endCommit()``; false if one that runs has not ended in time.
    func beginCommit(atMost limit: Duration) -> Bool {
        state.wait(atMost: limit) { state -> Bool? in
            guard !state.isCancelling else { return nil }
            state.isCommitting = true
            return true
        } ?? false
    }

    /// Permits cancellations again.
    func endCommit() { state.withLock { $0.isCommitting = false } }

    /// Refuses cancellations; returns at once also while one runs.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.freeIfUnused()
        }
    }
}
