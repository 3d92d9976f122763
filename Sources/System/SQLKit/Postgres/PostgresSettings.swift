/// How long a connection waits, and what it may expect of the server.
package struct PostgresSettings: Sendable, Hashable {
    /// The seconds that libpq tries each address of a host, unless the address says otherwise; libpq takes 1 for 2.
    package var connectSeconds = 5
    /// The milliseconds until sent bytes must be acknowledged by the other machine (TCP_USER_TIMEOUT of tcp(7)).
    ///
    /// It also bounds a cancellation, for which libpq has no limit of its own.
    package var unacknowledgedMilliseconds = 10_000
    /// The milliseconds that the server works for one statement (`statement_timeout`); 0 for no limit.
    package var statementMilliseconds = 10_000
    /// The milliseconds that a statement waits for one lock (`lock_timeout`); 0 for no limit.
    package var lockMilliseconds = 5_000
    /// The milliseconds that a transaction may stay open between two statements
    /// (`idle_in_transaction_session_timeout`); 0 for no limit.
    package var idleMilliseconds = 30_000
    /// How long this process waits for the answer to one statement; after that the connection cannot be used.
    ///
    /// Longer than `statementMilliseconds`, so that the server ends a statement that is only slow.
    package var answerWait: Duration = .seconds(15)
    /// How long this process waits for the answer to COMMIT, which is never cancelled.
    package var commitWait: Duration = .seconds(5)
    /// The name that the server's views and log show.
    package var applicationName = "waymark"
    /// Whether a pooler gives each transaction another connection of the server.
    ///
    /// Then nothing may be kept between transactions: no prepared statements, and limits only inside a transaction.
    package var isPooled = false

    /// Makes the default settings.
    package init() {}

    /// The statements that set the server's limits for the session, or for a transaction when `isPooled`.
    var limitStatements: [String] {
        let limits = [
            "statement_timeout = \(statementMilliseconds)", "lock_timeout = \(lockMilliseconds)",
            "idle_in_transaction_session_timeout = \(idleMilliseconds)",
        ]
        return limits.map { (isPooled ? "SET LOCAL " : "SET ") + $0 }
    }
}
