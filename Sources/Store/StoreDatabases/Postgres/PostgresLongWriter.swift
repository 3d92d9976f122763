import ReleaseStore
import SQLKit
import StoreRecords

/// A second connection that writes: its transactions take the row that orders all writes after their long part.
///
/// What the long part changes, other writes must not touch while they have that row: both would wait for each other, and
/// the server would end one. For drafts the lock of the draft sees to it; a node of an older version does not take it.
///
/// `@unchecked Sendable`: exactly one thread has it at a time; the write queue's monitor passes it on.
final class PostgresLongWriter: WriteTarget, @unchecked Sendable {
    let session: StoreSession
    private(set) var head: StoreHead?
    let headFailureCount = 0
    private let connection: PostgresSession
    private let place: PostgresStorePlace
    private let presence: DatabasePresence
    /// The connection that has the lock of nodes; 0 for none.
    private var lockedConnection = 0
    /// The connection whose server was compared with the stored identity; 0 for none.
    private var comparedConnection = 0

    /// Makes the connection, which is opened with the first write.
    init(_ place: PostgresStorePlace, _ presence: DatabasePresence) {
        connection = place.writer()
        session = StoreSession(connection)
        self.place = place
        self.presence = presence
    }

    /// Opens a transaction, with the lock of nodes.
    func begin() throws(StoreError) {
        try presence.verify()
        guard presence.isOpened else { throw StoreError(.away, "The store is being opened.", hint: "Try again soon.") }
        try session.begin()
        // The loss of a connection is seen with the first statement.
        _ = try session.first("SELECT 1") { _ in true }
        if connection.connectionCount != lockedConnection { try NodeLock(session: session).take(place.use) }
        lockedConnection = connection.connectionCount
        session.forgetHead()
    }

    /// Takes the row that orders all writes until the end of the transaction.
    ///
    /// - Throws: `busy` if another node keeps it too long; `away` if the server is another one: the next write of the other
    ///   connection raises the epoch.
    func takeTurn() throws(StoreError) {
        let (_, stored, found) = try CounterRow(session: session).step()
        let isCompared = connection.connectionCount == comparedConnection && place.use != .pooled
        guard !isCompared || stored.place != found else { return }
        let change = try ServerIdentity(of: session, place: found).change(since: stored)
        if let change { throw CounterRow.isAnother(change) }
    }

    /// Remembers the head.
    func committed(_ head: StoreHead) {
        self.head = head
        comparedConnection = connection.connectionCount
    }

    /// Does nothing: the next ``begin()`` connects again.
    func recover(after error: StoreError) {}

    /// Closes the connection, which releases its lock.
    func close() { session.close() }
}
