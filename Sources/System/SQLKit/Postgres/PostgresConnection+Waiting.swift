import CPostgres
import Glibc

extension PostgresConnection {
    /// Sends one request and waits for all of its answers, and before for those of what was posted.
    ///
    /// - Parameters:
    ///   - sql: the statement, for the text of an error.
    ///   - wait: how long to wait; after that the connection cannot be used.
    ///   - send: calls one of libpq's functions that send; 1 for success.
    /// - Returns: the last answer, if all are successes.
    /// - Throws: the first failure; after one of what was posted, the request was not run.
    func perform(
        _ sql: String?, wait: Duration, _ send: () -> Int32
    ) throws(PostgresError) -> PostgresResult {
        guard isUsable else { throw lost(sql) }
        guard send() == 1 else { throw lost(sql) }
        record.count(sql)
        record.roundTripCount += 1
        let late = try answerPosted(with: sql)
        record.hasFailedPost = record.hasFailedPost || late != nil
        let end = ContinuousClock.now + wait
        try flush(sql, until: end)
        return try answer(sql, until: end, after: late)
    }

    /// The last answer of a statement; throws its first failure, or that of what was posted before.
    private func answer(
        _ sql: String?, until end: ContinuousClock.Instant, after late: PostgresError?
    ) throws(PostgresError) -> PostgresResult {
        var last: PostgresResult?
        var failure: PostgresError?
        // One answer for each statement of a script, and nil behind the last.
        while let result = try nextResult(sql, until: end, isLast: true) {
            if failure == nil { failure = result.failure(sql) }
            last = consume result
        }
        if let failure = late ?? failure { throw noted(failure) }
        guard let last else { throw lost(sql) }
        return last
    }

    /// Sends a statement of a transaction without waiting for its answer, which the next request takes that waits.
    ///
    /// https://www.postgresql.org/docs/15/libpq-pipeline-mode.html: after a failure, the server runs nothing that is
    /// sent before the next request that waits.
    func post(_ sql: String, _ answer: PostedAnswer? = nil, _ send: () -> Int32) throws(PostgresError) {
        if record.posted.count >= PostgresLimits.postedMax { try settle() }
        guard isUsable else { throw lost(sql) }
        if record.posted.isEmpty { guard unsafe PQenterPipelineMode(pointer) == 1 else { throw lost(sql) } }
        record.posted.append(.statement(sql, answer))
        record.count(sql)
        guard send() == 1 else { throw lost(sql) }
    }

    /// Posts ROLLBACK and sends it at once.
    func postRollback() throws(PostgresError) {
        try post("ROLLBACK") { sendCommand("ROLLBACK") }
        record.posted.append(.mark)
        guard unsafe PQpipelineSync(pointer) == 1, unsafe PQflush(pointer) >= 0 else { throw lost("ROLLBACK") }
    }

    /// Waits for the answers of what was posted.
    func settle() throws(PostgresError) {
        guard !record.posted.isEmpty else { return }
        guard isUsable else { throw lost(nil) }
        record.roundTripCount += 1
        let failure = try answerPosted(with: nil)
        try endPipeline(nil, until: ContinuousClock.now + settings.answerWait)
        guard let failure else { return }
        record.hasFailedPost = true
        throw noted(failure)
    }

    /// Ends what is sent together, and takes the answers of what was posted; returns the first failure.
    private func answerPosted(with sql: String?) throws(PostgresError) -> PostgresError? {
        guard !record.posted.isEmpty else { return nil }
        guard unsafe PQpipelineSync(pointer) == 1 else { throw lost(sql) }
        var failure: PostgresError?
        for posted in record.posted {
            let end = ContinuousClock.now + settings.answerWait
            guard case .statement(let sql, let answer) = posted else {
                try takeMark(nil, until: end)
                continue
            }
            try flush(sql, until: end)
            while let result = try nextResult(sql, until: end) {
                if failure == nil { failure = result.failure(sql) }
                answer?.rows = ResultRows(result)
            }
        }
        return failure
    }

    /// Takes the mark behind the answers of what was sent together.
    private func endPipeline(_ sql: String?, until end: ContinuousClock.Instant) throws(PostgresError) {
        guard !record.posted.isEmpty else { return }
        record.posted = []
        try takeMark(sql, until: end)
        guard unsafe PQexitPipelineMode(pointer) == 1 else { throw lost(sql) }
    }

    private func takeMark(_ sql: String?, until end: ContinuousClock.Instant) throws(PostgresError) {
        guard let mark = try nextResult(sql, until: end), mark.isPipelineMark else { throw lost(sql) }
    }

    /// A failure of the server, after which the connection cannot be used where it is more than an error.
    private func noted(_ failure: PostgresError) -> PostgresError {
        record.hasFailed = true
        // A migration of another node, or a pooler that was not announced: the next run prepares all again.
        if failure.state == .featureNotSupported || failure.state == .unknownStatement { record.forgetAll() }
        if failure.kind == .connection || failure.severity != "ERROR" { record.isBroken = true }
        return failure
    }

    /// Waits until the socket has one of the events; false if the time has passed.
    func wait(_ events: Int32, until end: ContinuousClock.Instant) throws(PostgresError) -> Bool {
        var entry = unsafe pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return false }
            // Rounded up, so that the last wait does not become a loop without pause.
            let milliseconds = min(left / .milliseconds(1), 60_000).rounded(.up)
            // Unsafe: the call reads and writes one entry.
            let count = unsafe poll(&entry, 1, Int32(milliseconds))
            if count > 0 { return true }
            if count < 0, errno != EINTR { throw lost(nil) }
        }
    }

    /// Takes what has arrived into libpq's buffers.
    func readInput(_ sql: String?) throws(PostgresError) {
        guard unsafe PQconsumeInput(pointer) == 1 else { throw lost(sql) }
    }

    /// Sends all that libpq has in its buffer; takes answers meanwhile, or both sides could wait for each other.
    private func flush(_ sql: String?, until end: ContinuousClock.Instant) throws(PostgresError) {
        while true {
            switch unsafe PQflush(pointer) {
            case 0: return
            case 1:
                guard try wait(POLLIN | POLLOUT, until: end) else { throw unanswered(sql) }
                try readInput(sql)
            default: throw lost(sql)
            }
        }
    }

    /// The next answer of a statement; nil behind them, for the last statement also behind the mark.
    private func nextResult(
        _ sql: String?, until end: ContinuousClock.Instant, isLast: Bool = false
    ) throws(PostgresError) -> PostgresResult? {
        while unsafe PQisBusy(pointer) != 0 {
            guard try wait(POLLIN, until: end) else { throw unanswered(sql) }
            try readInput(sql)
        }
        guard let result = unsafe PQgetResult(pointer) else {
            if isLast { try endPipeline(sql, until: end) }
            return nil
        }
        return unsafe PostgresResult(result)
    }

    private func unanswered(_ sql: String?) -> PostgresError {
        record.isBroken = true
        return PostgresError(.timedOut, "the server has not answered; the connection is given up", sql: sql)
    }
}
