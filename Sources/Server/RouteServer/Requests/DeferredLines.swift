import Synchronization

/// Log lines of event loops: a loop must not wait for a log file, so the thread of maintenance writes them.
final class DeferredLines: Sendable {
    private struct State {
        var writers: [@Sendable () -> Void] = []
        var dropped = 0
    }

    /// The refusals that are counted in lines together.
    let refusals: LastingRefusals
    private let state = Mutex(State())

    init(_ refusals: LastingRefusals) { self.refusals = refusals }

    /// Stores a line until the next call of `write`; drops it if there are too many.
    func add(_ writer: @escaping @Sendable () -> Void) {
        state.withLock { state in
            guard state.writers.count < ServerLimits.deferredLinesMax else {
                state.dropped += 1
                return
            }
            state.writers.append(writer)
        }
    }

    /// Writes the lines that were added; returns how many were dropped since the last call.
    func write() -> Int {
        let (writers, dropped) = state.withLock { state in
            defer { state = State() }
            return (state.writers, state.dropped)
        }
        for writer in writers { writer() }
        return dropped
    }
}
