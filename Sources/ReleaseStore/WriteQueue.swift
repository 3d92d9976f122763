import SQLiteKit

/// All writes, in the order they came, done by one thread at a time and committed in groups.
///
/// A flush of the disk costs the same for one write as for fifty, so whoever writes takes along what waits, gives each
/// write a savepoint of its own, commits once, and only then answers. A write that fails undoes its own savepoint.
///
/// There is no thread for it: the first caller to find nobody writing leads, and hands the files on to the first that
/// came meanwhile. A lone writer so pays for no change of threads, which on an idle core costs as much as the flush.
final class WriteQueue: Sendable {
    private struct State {
        /// The files while nobody writes; only then is `waiting` empty for certain.
        var idle: StoreFiles?
        var waiting: [WriteJob] = []
        var isClosed = false
        var statistics = StoreStatistics()
    }

    private let state: Monitor<State>

    init(_ files: StoreFiles) { state = Monitor(State(idle: files)) }

    /// Counters so far.
    var statistics: StoreStatistics {
        state.withLock { state in
            var statistics = state.statistics
            statistics.writesWaiting = state.waiting.count
            return statistics
        }
    }

    /// Does a write, alone or with others, and returns when it is on disk; `busy` when too many wait already.
    func perform<Value>(_ body: @escaping (Session) throws(StoreError) -> Value) throws(StoreError) -> Value {
        let result = ResultBox<Value>()
        let job = WriteJob { session throws(StoreError) in result.value = try body(session) }
        if let files = try enqueue(job) { lead(files) }
        while true {
            switch job.wait() {
            case .lead(let files): lead(files)
            case .failed(let error): throw error
            case .committed:
                guard let value = result.value else { preconditionFailure("a committed write left no result") }
                return value
            }
        }
    }

    /// Takes no more writes, waits for those under way, then closes the files.
    func close() {
        state.withLock { $0.isClosed = true }
        let files = state.wait { state in
            defer { state.idle = nil }
            return state.idle
        }
        files.close()
    }

    /// Queues a write; hands out the files when nobody writes, and with them the turn to lead.
    private func enqueue(_ job: WriteJob) throws(StoreError) -> StoreFiles? {
        try state.withLock { state throws(StoreError) in
            guard !state.isClosed else { throw .closed }
            guard state.waiting.count < StoreLimits.writesWaitingMax else { throw .busy("writes") }
            state.waiting.append(job)
            defer { state.idle = nil }
            return state.idle
        }
    }

    /// Does one group of writes, answers it, and hands the files on.
    ///
    /// Answered first, so that those who write again at once come into the next group: measured with 16 writers, that
    /// makes groups a quarter larger than handing on first.
    private func lead(_ files: StoreFiles) {
        let jobs = state.withLock { state in
            let jobs = Array(state.waiting.prefix(StoreLimits.groupWritesMax))
            state.waiting.removeFirst(jobs.count)
            return jobs
        }
        var group = WriteGroup(jobs: jobs)
        group.commit(files)
        let next = state.withLock { state in
            state.statistics.add(group)
            state.statistics.headWritesFailed = files.headFailureCount
            if state.waiting.isEmpty { state.idle = files }
            return state.waiting.first
        }
        group.answer()
        if let next { next.tell(.lead(files)) } else { state.wakeAll() }
    }
}

extension StoreStatistics {
    fileprivate mutating func add(_ group: WriteGroup) {
        writesCommitted += group.committedCount
        writesFailed += group.jobs.count - group.committedCount
        writesBroken += group.brokenCount
        for time in group.commitTimes { commitTimes.note(time) }
        groups += 1
        groupWritesMax = max(groupWritesMax, group.jobs.count)
    }
}

/// Where a write leaves its result for the caller that waits.
///
/// Written before the caller is told that the write is on disk, read after; the job's monitor keeps that order.
private final class ResultBox<Value> {
    var value: Value?
}
