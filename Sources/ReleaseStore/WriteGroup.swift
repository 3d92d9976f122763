import SQLiteKit

/// Writes that are committed together.
struct WriteGroup {
    /// The writes, in the order they came.
    let jobs: [WriteJob]
    /// What became of each, in the same order.
    private var failures: [StoreError?]

    init(jobs: [WriteJob]) {
        self.jobs = jobs
        failures = Array(repeating: nil, count: jobs.count)
    }

    /// How long its commits took: one, or more where SQLite ended one on its own.
    private(set) var commitTimes: [Duration] = []

    /// How many of the writes failed because of the disk or the file.
    var brokenCount: Int {
        failures.count { failure in
            switch failure?.code {
            case .diskFull, .readOnly, .corrupt, .storage: true
            default: false
            }
        }
    }

    /// How many of the writes are on disk.
    var committedCount: Int { failures.count { $0 == nil } }

    /// Does the writes in one transaction, each in a savepoint.
    ///
    /// When SQLite ends the transaction on its own (a full disk, no memory), the writes done so far are gone with it
    /// and fail with the same error; those not yet begun get a transaction of their own.
    mutating func commit(_ files: StoreFiles) {
        let session = files.session
        var next = 0
        while next < jobs.count {
            let start = next
            do {
                try session.withConnection { connection throws(DatabaseError) in try connection.begin(.immediate) }
                // A write that is alone is undone with its transaction; a part of its own would only cost.
                let isAlone = jobs.count - start == 1
                while next < jobs.count {
                    next += 1
                    if isAlone { try jobs[next - 1].perform(session) } else { try perform(next - 1, session) }
                }
                let head = try session.head()
                let before = ContinuousClock.now
                try session.withConnection { connection throws(DatabaseError) in try connection.commit() }
                commitTimes.append(ContinuousClock.now - before)
                files.note(head)
            } catch {
                session.abandonTransaction()
                if error.isOfTheFile { session.forgetPages() }
                // A transaction that cannot even begin fails all that wait for it.
                if next == start { next = jobs.count }
                for index in start..<next where failures[index] == nil { failures[index] = error }
            }
        }
    }

    /// Tells every caller what became of its write.
    func answer() {
        for (job, failure) in zip(jobs, failures) {
            if let failure { job.tell(.failed(failure)) } else { job.tell(.committed) }
        }
    }

    /// Does one write; a failure of its own is noted, a lost transaction is thrown.
    private mutating func perform(_ index: Int, _ session: Session) throws(StoreError) {
        do {
            try session.withConnection { connection throws(DatabaseError) in try connection.beginSavepoint() }
            try jobs[index].perform(session)
            try session.withConnection { connection throws(DatabaseError) in try connection.releaseSavepoint() }
        } catch {
            failures[index] = error
            // What the file itself failed at may be undone badly, and the writes beside it read the same pages.
            if session.hasLostTransaction || error.isOfTheFile { throw error }
            try session.abandonPart()
        }
    }
}
