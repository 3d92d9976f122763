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

    /// The time of each commit: one, or more if the database ended a transaction on its own.
    private(set) var commitTimes: [Duration] = []

    /// The number of writes that failed because of the disk or the database.
    var brokenCount: Int {
        failures.count { failure in
            switch failure?.code {
            case .diskFull, .readOnly, .corrupt, .storage, .away, .outcomeUnknown: true
            default: false
            }
        }
    }

    /// The number of writes that are on disk.
    var committedCount: Int { failures.count { $0 == nil } }

    /// Does the writes in one transaction, each in a savepoint.
    ///
    /// If the database ends the transaction on its own (a full disk, no memory, a lost connection), the writes done so
    /// far are rolled back with it and fail with the same error; the rest get another transaction. Where a failure may be
    /// that of an earlier write, all of them are done again, each in a transaction of its own.
    mutating func commit(_ target: any WriteTarget) {
        var next = 0
        var areAlone = false
        while next < jobs.count {
            let start = next
            let end = areAlone ? start + 1 : jobs.count
            do throws(StoreError) {
                try target.begin()
                let session = target.session
                // A single write is rolled back with its transaction and needs no savepoint.
                let isAlone = end - start == 1
                if !isAlone { try session.foresee(jobs[start..<end].compactMap(\.rule)) }
                while next < end {
                    next += 1
                    if isAlone { try jobs[next - 1].perform(session) } else { try perform(next - 1, session) }
                }
                let head = try session.head()
                let before = ContinuousClock.now
                try session.commit()
                commitTimes.append(ContinuousClock.now - before)
                target.committed(head)
            } catch {
                let isLate = target.session.hasLateFailure && end - start > 1 && error.code != .outcomeUnknown
                target.session.rollback()
                target.recover(after: error)
                if isLate {
                    (next, areAlone) = (start, true)
                    for index in start..<end { failures[index] = nil }
                    continue
                }
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
            // After a failure of the database, a rollback to the savepoint may fail, too, and other writes read the same
            // pages.
            if session.hasLostTransaction || session.hasLateFailure || error.isOfTheDatabase { throw error }
            try session.rollbackSavepoint()
        }
    }
}
