import Histograms
import Monitors
package import ReleaseStore
package import StoreRecords

/// All writes in the order of their arrival, done by one thread at a time and committed in groups.
///
/// A flush of the disk takes as long for fifty writes as for one. The writing thread therefore does all waiting writes,
/// each in a savepoint, commits once, and then wakes their callers. A write that fails rolls back its own savepoint.
///
/// The queue has no thread: a caller that finds the target idle does the group, then passes the target to the first
/// caller that arrived in the meantime. A single writer therefore needs no change of threads, which on an idle core
/// takes as long as the flush.
package final class WriteQueue: Sendable {
    private struct State {
        /// The target while no thread writes; `waiting` is empty then.
        var idle: (any WriteTarget)?
        var waiting: [WriteJob] = []
        var isClosed = false
        var statistics = StoreStatistics()
    }

    private let state: Monitor<State>

    /// Makes a queue for a target, which ``close()`` closes.
    package init(_ target: any WriteTarget) {
        state = Monitor(State(idle: target))
        state.withLock { $0.statistics.note(target.head) }
    }

    /// Counters so far.
    package var statistics: StoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.writesWaiting = state.waiting.count
            return statistics
        }
    }

    /// Does a write, alone or with others, and returns when it is on disk; `busy` if too many writes wait.
    package func perform<Value>(_ body: @escaping (StoreSession) throws -> Value) throws(StoreError) -> Value {
        let result = ResultBox<Value>()
        let job = WriteJob { session in result.value = try body(session) }
        if let target = try enqueue(job) { lead(target) }
        while true {
            switch job.wait() {
            case .lead(let target): lead(target)
            case .failed(let error): throw error
            case .committed:
                guard let value = result.value else { preconditionFailure("a committed write has no result") }
                return value
            }
        }
    }

    /// Refuses new writes, waits for those in the queue, then closes the target.
    package func close() {
        state.withLock { $0.isClosed = true }
        let target = state.wait { state in
            defer { state.idle = nil }
            return state.idle
        }
        target.close()
    }

    /// Queues a write; returns the target if no other thread has it.
    private func enqueue(_ job: WriteJob) throws(StoreError) -> (any WriteTarget)? {
        try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw .closed }
            guard state.waiting.count < QueueLimits.writesWaitingMax else { throw .busy("writes") }
            state.waiting.append(job)
            defer { state.idle = nil }
            return state.idle
        }
    }

    /// Does one group of writes, wakes its callers, and passes the target on.
    ///
    /// The callers are woken first, so that those that write again at once are in the next group: measured with 16
    /// writers, groups are a quarter larger than in the other order.
    private func lead(_ target: any WriteTarget) {
        let jobs = state.withLock { state in
            let jobs = Array(state.waiting.prefix(QueueLimits.groupWritesMax))
            state.waiting.removeFirst(jobs.count)
            return jobs
        }
        var group = WriteGroup(jobs: jobs)
        group.commit(target)
        let next = state.withLock { state in
            state.statistics.add(group)
            state.statistics.headWritesFailed = target.headFailureCount
            state.statistics.note(target.head)
            if state.waiting.isEmpty { state.idle = target }
            return state.waiting.first
        }
        group.resumeCallers()
        if let next { next.resume(.lead(target)) } else { state.wakeAll() }
    }
}

extension StoreStatistics {
    fileprivate mutating func note(_ head: StoreHead?) {
        auditHead = AuditExpectation(head)
        position = head.map { StorePosition(epoch: $0.epoch, sequence: $0.sequence) }
    }

    fileprivate mutating func add(_ group: WriteGroup) {
        writesCommitted += group.committedCount
        writesFailed += group.jobs.count - group.committedCount
        writesBroken += group.brokenCount
        for time in group.commitTimes { commitTimes.add(time) }
        groups += 1
        groupWritesMax = max(groupWritesMax, group.jobs.count)
    }
}

/// The result of a write, for its waiting caller.
///
/// It is written before the caller is woken and read after; the job's monitor orders the two.
private final class ResultBox<Value> {
    var value: Value?
}
