extension PostgresConnection {
    /// What a transaction sees of others (https://www.postgresql.org/docs/15/transaction-iso.html).
    package enum TransactionKind: String, Sendable {
        /// Each statement sees what was committed before it; for writes, which lock rows `FOR UPDATE`.
        case readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        /// All statements see what was committed before the first; for reading.
        case snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    }

    /// Opens a transaction; it is sent with the first statement that waits.
    package func begin(_ kind: TransactionKind) throws(PostgresError) {
        for sql in [kind.rawValue] + (settings.isPooled ? settings.limitStatements : []) {
            try post(sql) { sendCommand(sql) }
        }
        (record.isEnded, record.hasFailedPost, record.hasFailed) = (false, false, false)
    }

    /// Whether a statement of the transaction failed that had been posted, or a part of it could not be dropped alone.
    var hasFailedPost: Bool { record.hasFailedPost }

    /// How often the connection has waited for the server.
    var roundTripCount: Int { record.roundTripCount }

    /// Commits the transaction; returns only if the server says without a WARNING that it is committed.
    ///
    /// COMMIT is never cancelled: ``canceller`` refuses meanwhile. It is not sent while a cancellation that began
    /// before is on its way; after `commitWait` the connection is given up instead, and the server rolls back.
    ///
    /// - Throws: `server`, `rolledBack` or `timedOut` if nothing of the transaction is kept; `outcomeUnknown` after
    ///   `commitWait`, for a lost connection, and for any WARNING. Then a later connection must look whether it is kept.
    package func commit() throws(PostgresError) {
        let warnings = log.warningCount
        guard canceller.beginCommit(atMost: settings.commitWait) else {
            record.isBroken = true
            throw PostgresError(
                .timedOut, "a cancellation has not reached the server; COMMIT was not sent, the connection is given up",
                sql: "COMMIT")
        }
        defer { canceller.endCommit() }
        let tag: String
        do {
            tag = try perform("COMMIT", wait: settings.commitWait) { sendCommand("COMMIT") }.commandTag
        } catch {
            // A server that ends the connection may have committed before. Only ERROR says that it has not.
            throw error.kind == .server && error.severity == "ERROR" ? error : error.asUnknownOutcome
        }
        guard tag == "COMMIT" else {
            throw PostgresError(.rolledBack, "a statement of the transaction had failed: \(tag)", sql: "COMMIT")
        }
        if log.warningCount != warnings, let warning = log.lastWarning {
            var error = PostgresError(.outcomeUnknown, "COMMIT came with a WARNING: \(warning.message)", sql: "COMMIT")
            error.state = warning.state
            throw error
        }
    }

    /// Rolls the transaction back; does nothing if there is none.
    package func rollback() throws(PostgresError) {
        guard !isOutsideTransaction else { return }
        // After a failure the server takes nothing before the next mark.
        do { try settle() } catch { guard isUsable else { throw error } }
        try postRollback()
        record.isEnded = true
    }

    /// Begins a part of the transaction; parts do not nest.
    func beginPart() { record.changesBeforePart = record.changeCount }

    /// Drops the open part of the transaction if it has only read.
    ///
    /// A savepoint would cost two statements and a number of a transaction for each part, and few parts fail that have
    /// changed something.
    ///
    /// - Throws: `rolledBack` if it may have changed something, or a statement has failed; then ``hasFailedPost`` is true.
    func dropPart() throws(PostgresError) {
        guard record.changeCount != record.changesBeforePart || record.hasFailed else { return }
        record.hasFailedPost = true
        throw PostgresError(.rolledBack, "the part may have changed something, and is not dropped alone")
    }
}
