import Monitors
import ReleaseStore
import StoreRecords

/// Writes that are committed together.
struct WriteGroup {
    /// The writes, in the order of their arrival.
    let jobs: [WriteJob]
    /// The failure of each write, in the same order.
    private var failures: [StoreError?]

    init(jobs: [WriteJob]) {
        self.jobs = jobs
        failures = Array(repeating: nil, count: jobs.count)
    }

    /// The time of each commit: one, or more if SQLite ended a transaction on its own.
    private(set) var commitTimes: [Duration] = []

    /// The number of writes that failed because of the disk or the file.
    var brokenCount: Int {
        failures.count { failure in
            switch failure?.code {
            case .diskFull, .readOnly, .corrupt, .storage, .outcomeUnknown: true
            default: false
            }
        }
    }

    /// The number of writes that are on disk.
    var committedCount: Int { failures.count { $0 == nil } }

    /// Does the writes in one transaction, each in a savepoint.
    ///
    /// If SQLite ends the transaction on its own (a full disk, no memory), the writes done so far are rolled back with
    /// it and fail with the same error; the rest get another transaction.
    mutating func commit(_ files: StoreFiles) {
        let session = files.session
        var next = 0
        while next < jobs.count {
            let start = next
            do {
                try session.begin()
                // A single write is rolled back with its transaction and needs no savepoint.
                let isAlone = jobs.count - start == 1
                while next < jobs.count {
                    next += 1
                    if isAlone { try jobs[next - 1].perform(session) } else { try perform(next - 1, session) }
                }
                let head = try session.head()
                let before = ContinuousClock.now
                try session.commit()
                commitTimes.append(ContinuousClock.now - before)
                files.write(head)
            } catch {
                session.rollback()
                if error.isOfTheFile { session.discardCachedPages() }
                // A transaction that does not begin fails all of its writes.
                if next == start { next = jobs.count }
                for index in start..<next where failures[index] == nil { failures[index] = error }
            }
        }
    }

    /// Gives each caller its result and wakes it.
    func resumeCallers() {
        for (job, failure) in zip(jobs, failures) {
            if let failure { job.resume(.failed(failure)) } else { job.resume(.committed) }
        }
    }

    /// Does one write; stores the write's own failure, but throws a failure of the whole transaction.
    private mutating func perform(_ index: Int, _ session: StoreSession) throws(StoreError) {
        do {
            try session.beginSavepoint()
            try jobs[index].perform(session)
            try session.releaseSavepoint()
        } catch {
            failures[index] = error
            // After a failure of the file, a rollback to the savepoint may fail, too, and other writes read the same
            // pages.
            if session.hasLostTransaction || error.isOfTheFile { throw error }
            try session.rollbackSavepoint()
        }
    }
}

/// One write in the queue: what to do, and the state that its caller waits for.
///
/// `@unchecked Sendable`: `work` is called once, by the thread that leads the group, and a monitor protects `state`.
final class WriteJob: @unchecked Sendable {
    /// The reason why a waiting caller is woken.
    enum Outcome {
        /// Its write is on disk.
        case committed
        /// Its write was rolled back.
        case failed(StoreError)
        /// Its thread must commit the next group, which contains its own write.
        case lead(StoreFiles)
    }

    private let work: (StoreSession) throws -> Void
    private let state = Monitor<Outcome?>(nil)

    init(_ work: @escaping (StoreSession) throws -> Void) {
        self.work = work
    }

    /// Does the work, inside a transaction or a savepoint.
    func perform(_ session: StoreSession) throws(StoreError) {
        do { try work(session) } catch { throw StoreError(thrown: error) }
    }

    /// Wakes the caller.
    func resume(_ outcome: Outcome) {
        state.withLock { $0 = outcome }
        state.wakeOne()
    }

    /// Waits for the next outcome.
    func wait() -> Outcome {
        state.wait { outcome in
            defer { outcome = nil }
            return outcome
        }
    }
}
