import SQLiteKit

/// All writes, in the order they came, done by one thread and committed in groups.
///
/// A flush of the disk costs the same for one write as for fifty, so the writer takes whatever waits, gives each write a
/// savepoint of its own, commits once, and only then answers. A write that fails undoes its own savepoint.
final class WriteQueue: Sendable {
    private struct State {
        var waiting: [WriteJob] = []
        var isClosed = false
        var statistics = StoreStatistics()
    }

    private let state = Monitor(State())

    /// Counters so far.
    var statistics: StoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.writesWaiting = state.waiting.count
            return statistics
        }
    }

    /// Queues a write and waits until it is on disk; `busy` when too many wait already.
    func perform<Value>(_ body: @escaping (Session) throws(StoreError) -> Value) throws(StoreError) -> Value {
        let result = ResultBox<Value>()
        let job = WriteJob { session throws(StoreError) in result.value = try body(session) }
        try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw .closed }
            guard state.waiting.count < StoreLimits.writesWaitingMax else { throw .busy("writes") }
            state.waiting.append(job)
        }
        state.wakeOne()
        try job.wait()
        guard let value = result.value else { preconditionFailure("a committed write left no result") }
        return value
    }

    /// Takes no more writes; those that wait are still done.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }

    /// Does the writes until the queue is closed and empty; runs on the writer's thread.
    func run(_ session: Session) {
        while let group = nextGroup() {
            let statistics = WriteGroup(jobs: group).commit(session)
            state.withLock { state in
                state.statistics.writesCommitted += statistics.committed
                state.statistics.writesFailed += statistics.failed
                state.statistics.groups += 1
                state.statistics.groupWritesMax = max(state.statistics.groupWritesMax, group.count)
            }
        }
    }

    private func nextGroup() -> [WriteJob]? {
        state.wait { state in
            if state.waiting.isEmpty { return state.isClosed ? .some(nil) : nil }
            let group = Array(state.waiting.prefix(StoreLimits.groupWritesMax))
            state.waiting.removeFirst(group.count)
            return group
        }
    }
}

/// Where the writer leaves a result for the caller that waits.
///
/// Written before the job ends and read after, both in the order its monitor enforces.
private final class ResultBox<Value> {
    var value: Value?
}
