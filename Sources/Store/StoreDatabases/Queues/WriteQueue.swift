package import ReleaseStore
package import StoreRecords
import SystemIO

/// All writes in the order of their arrival, done by one thread at a time and committed in groups.
///
/// A flush of the disk takes as long for fifty writes as for one. The writing thread therefore does all waiting writes,
/// each in a savepoint, commits once, and then wakes their callers. A write that fails rolls back its own savepoint.
///
/// A caller that finds the target idle does the group itself: a single writer needs no change of threads, which on an
/// idle core takes as long as a flush. Writes that arrived meanwhile are done by the queue's own thread, one group after
/// the other: it is running already, while a caller would have to wait for a processor behind all those that were just
/// woken, and no group would be on its way to the disk.
package final class WriteQueue: Sendable {
    private struct State {
        /// The target while no thread writes; `waiting` is empty then.
        var idle: (any WriteTarget)?
        var waiting: [WriteJob] = []
        var isClosed = false
        /// Whether the queue's own thread was started; it is with the first write that waits.
        var hasThread = false
        var statistics = StoreStatistics()
    }

    /// What the queue's own thread waits for.
    private enum Order {
        case lead(any WriteTarget)
        case end
    }

    private let state: Monitor<State>
    private let order = Monitor<Order?>(nil)
    private let groupMax: Int

    /// Makes a queue for a target, which ``close()`` closes; `groupMax` writes at most are committed together.
    package init(_ target: any WriteTarget, groupMax: Int? = nil) {
        self.groupMax = groupMax ?? QueueLimits.groupWritesMax
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
    package func perform<Value>(
        editing rule: EditedRule? = nil, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        let result = ResultBox<Value>()
        let job = WriteJob(editing: rule) { session in result.value = try body(session) }
        if let target = try enqueue(job), lead(target) { passOn(target) }
        switch job.wait() {
        case .failed(let error): throw error
        case .committed:
            guard let value = result.value else { preconditionFailure("a committed write has no result") }
            return value
        }
    }

    /// Refuses new writes, waits for those in the queue, then closes the target.
    package func close() {
        state.withLock { $0.isClosed = true }
        let (target, hasThread) = state.wait { state in
            defer { state.idle = nil }
            return state.idle.map { ($0, state.hasThread) }
        }
        if hasThread { give(.end) }
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

    /// Does one group of writes and wakes its callers; returns whether others wait, otherwise the target is idle.
    private func lead(_ target: any WriteTarget) -> Bool {
        let jobs = state.withLock { state in
            let jobs = Array(state.waiting.prefix(groupMax))
            state.waiting.removeFirst(jobs.count)
            return jobs
        }
        var group = WriteGroup(jobs: jobs)
        group.commit(target)
        let isLast = state.withLock { state in
            state.statistics.add(group)
            state.statistics.headWritesFailed = target.headFailureCount
            state.statistics.roundTrips = target.session.roundTripCount
            state.statistics.note(target.head)
            if state.waiting.isEmpty { state.idle = target }
            return state.waiting.isEmpty
        }
        group.resumeCallers()
        if isLast { state.wakeAll() }
        return !isLast
    }

    // MARK: The queue's own thread

    /// Lets the queue's own thread do the writes that wait; the calling thread does them if the system has no thread.
    private func passOn(_ target: any WriteTarget) {
        let isFirst = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        do throws(Errno) {
            if isFirst { try Threads.start(named: "writes") { [self] in follow() }.detach() }
        } catch {
            state.withLock { $0.hasThread = false }
            while lead(target) {}
            return
        }
        give(.lead(target))
    }

    private func give(_ next: Order) {
        order.withLock { $0 = next }
        order.wakeOne()
    }

    /// Does groups until no write waits, whenever a caller has passed the target on.
    private func follow() {
        while true {
            let next = order.wait { order in
                defer { order = nil }
                return order
            }
            switch next {
            case .lead(let target): while lead(target) {}
            case .end: return
            }
        }
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
