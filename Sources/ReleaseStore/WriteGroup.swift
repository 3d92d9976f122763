import SQLiteKit

/// Writes that are committed together.
struct WriteGroup {
    /// The writes, in the order they came.
    let jobs: [WriteJob]

    /// Does the writes in one transaction, each in a savepoint, and answers each; returns how many went which way.
    ///
    /// When SQLite ends the transaction on its own (a full disk, no memory), the writes done so far are gone with it
    /// and fail with the same error; those not yet begun get a transaction of their own.
    func commit(_ session: Session) -> (committed: Int, failed: Int) {
        var rest = jobs[...]
        var committed = 0
        while !rest.isEmpty { committed += commitPart(&rest, session) }
        return (committed, jobs.count - committed)
    }

    private func commitPart(_ rest: inout ArraySlice<WriteJob>, _ session: Session) -> Int {
        do {
            try session.withConnection { connection throws(DatabaseError) in try connection.begin(.immediate) }
        } catch {
            while let job = rest.popFirst() { job.fail(error) }
            return 0
        }
        var done: [WriteJob] = []
        do {
            while let job = rest.popFirst() {
                if try perform(job, session) { done.append(job) }
            }
            try session.withConnection { connection throws(DatabaseError) in try connection.commit() }
        } catch {
            session.abandonTransaction()
            for job in done { job.fail(error) }
            return 0
        }
        for job in done { job.finish() }
        return done.count
    }

    /// Does one write; false when it failed alone and was told so.
    ///
    /// Throws when the whole transaction is lost.
    private func perform(_ job: WriteJob, _ session: Session) throws(StoreError) -> Bool {
        do {
            try session.withConnection { connection throws(DatabaseError) in try connection.beginSavepoint() }
            try job.perform(session)
            try session.withConnection { connection throws(DatabaseError) in try connection.releaseSavepoint() }
            return true
        } catch {
            job.fail(error)
            if session.hasLostTransaction { throw error }
            try session.withConnection { connection throws(DatabaseError) in try connection.rollbackSavepoint() }
            return false
        }
    }
}
