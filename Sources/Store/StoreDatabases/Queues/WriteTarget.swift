package import ReleaseStore
package import StoreRecords

/// What a queue of writes writes to: one session, and what a kind of database does around a transaction.
///
/// One thread at a time has it; the queue passes it on.
package protocol WriteTarget: AnyObject, Sendable {
    /// The session that writes.
    var session: StoreSession { get }

    /// The head that was committed last; nil before the first if opening did not read it.
    var head: StoreHead? { get }

    /// The number of failed writes of the head to a file beside the database; 0 where there is none.
    var headFailureCount: Int { get }

    /// Opens the transaction of a group of writes.
    func begin() throws(StoreError)

    /// Is told of the head of a transaction that was committed, before its callers are woken.
    func committed(_ head: StoreHead)

    /// Is told why a transaction failed, after it was rolled back and before the next one.
    func recover(after error: StoreError)

    /// Closes the session and what belongs to it.
    func close()
}

extension StoreError {
    /// Whether the database itself failed, so that what a session keeps in memory, or its connection, may be bad.
    var isOfTheDatabase: Bool { code == .corrupt || code == .storage || code == .away }

    /// The store was closed, or is being closed.
    static let closed = StoreError(.closed, "The store is closed.", hint: "The server is stopping; try again later.")

    /// Too many reads or writes wait; `what` says which.
    static func busy(_ what: String) -> StoreError {
        StoreError(.busy, "Too many \(what) are waiting.", hint: "Try again in a moment.")
    }
}
