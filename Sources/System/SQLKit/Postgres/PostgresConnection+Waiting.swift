import CPostgres
import Glibc

extension PostgresConnection {
    /// Sends one request and waits for all of its answers.
    ///
    /// - Parameters:
    ///   - sql: the statement, for the text of an error.
    ///   - wait: how long to wait; after that the connection cannot be used.
    ///   - send: calls one of libpq's functions that send; 1 for success.
    /// - Returns: the last answer, if all are successes.
    /// - Throws: the first failure.
    func perform(
        _ sql: String?, wait: Duration, _ send: () -> Int32
    ) throws(PostgresError) -> PostgresResult {
        guard isUsable else { throw lost(sql) }
        let end = ContinuousClock.now + wait
        guard send() == 1 else { throw lost(sql) }
        try flush(sql, until: end)
        var last: PostgresResult?
        var failure: PostgresError?
        // One answer for each statement of a script, and nil behind the last.
        while let result = try nextResult(sql, until: end) {
            if failure == nil { failure = result.failure(sql) }
            last = consume result
        }
        if let failure {
            if failure.kind == .connection || failure.severity != "ERROR" { record.isBroken = true }
            throw failure
        }
        guard let last else { throw lost(sql) }
        return last
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

    private func nextResult(
        _ sql: String?, until end: ContinuousClock.Instant
    ) throws(PostgresError) -> PostgresResult? {
        while unsafe PQisBusy(pointer) != 0 {
            guard try wait(POLLIN, until: end) else { throw unanswered(sql) }
            try readInput(sql)
        }
        guard let result = unsafe PQgetResult(pointer) else { return nil }
        return unsafe PostgresResult(result)
    }

    private func unanswered(_ sql: String?) -> PostgresError {
        record.isBroken = true
        return PostgresError(.timedOut, "the server has not answered; the connection is given up", sql: sql)
    }
}
