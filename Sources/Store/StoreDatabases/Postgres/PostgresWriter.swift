import ReleaseStore
import SQLKit
import StoreRecords

/// The connection that writes, which one thread at a time has.
///
/// `@unchecked Sendable`: exactly one thread has it at a time; the write queue's monitor passes it on.
final class PostgresWriter: WriteTarget, @unchecked Sendable {
    let session: StoreSession
    private(set) var head: StoreHead?
    /// There is no file of heads: the server's identity tells what such a file would.
    let headFailureCount = 0
    private let connection: PostgresSession
    /// The group that this node committed last; another node has written if the next one is not the next number.
    private var lastSequence = 0
    /// The group of the open transaction.
    private var openSequence = 0
    /// The connection whose server was compared with the stored identity, in a committed transaction; 0 for none.
    private var comparedConnection = 0
    private let place: PostgresStorePlace
    private let presence: DatabasePresence
    private let onNotice: @Sendable (PostgresOpeningNotice) -> Void

    /// Makes the connection, which is opened with the first group.
    ///
    /// - Parameters:
    ///   - place: the database, and who uses it.
    ///   - presence: whether the server can be reached.
    ///   - onNotice: is told what the opening of the store, and of later connections, has found, by the thread that writes.
    init(
        _ place: PostgresStorePlace, _ presence: DatabasePresence,
        onNotice: @escaping @Sendable (PostgresOpeningNotice) -> Void
    ) {
        connection = place.writer()
        session = StoreSession(connection)
        self.place = place
        self.presence = presence
        self.onNotice = onNotice
    }

    /// Opens a transaction and takes the counter's row, behind the groups of other nodes.
    ///
    /// The first one opens the store; one on a new connection compares the server.
    func begin() throws(StoreError) {
        try presence.verify()
        let isFirst = comparedConnection == 0 && !presence.isOpened
        if isFirst { try open() }
        try session.begin()
        // A lock of the lost connection is free, and another process may have taken it.
        let isReopened = connection.connectionCount != comparedConnection
        if isReopened { try NodeLock(session: session).take(place.use) }
        let count = connection.connectionCount
        let (sequence, stored, found) = try CounterRow(session: session).step()
        guard connection.connectionCount == count else {
            // Its loss was seen with the first statement.
            session.rollback()
            return try begin()
        }
        if isReopened || sequence != lastSequence + 1 { session.forgetHead() }
        openSequence = sequence
        // A pooler may have changed the server behind a connection that goes on, and a dump the tables.
        guard isReopened || place.use == .pooled || stored.place != found else { return }
        let identity = try ServerIdentity(of: session, place: found)
        let change = try CounterRow(session: session).adopt(identity, over: stored)
        if let change { onNotice(.server(change, epoch: try session.facts().epoch)) }
    }

    /// Opens the store on another connection, with longer limits; this one has the lock before anything is written.
    private func open() throws(StoreError) {
        try session.begin()
        try NodeLock(session: session).take(place.use)
        session.rollback()
        let opening = try place.open()
        head = opening.head
        lastSequence = opening.sequence
        comparedConnection = connection.connectionCount
        for notice in opening.notices { onNotice(notice) }
        presence.noteOpened()
    }

    /// Remembers the head and the number of the group.
    func committed(_ head: StoreHead) {
        self.head = head
        lastSequence = openSequence
        comparedConnection = connection.connectionCount
    }

    /// Does nothing: the next ``begin()`` connects again, and a rollback has dropped what the session knew.
    func recover(after error: StoreError) {}

    /// Releases the lock before the connection, so that the next process need not wait until the server sees its end.
    func close() {
        if place.use != .pooled, (try? presence.verify()) != nil {
            _ = try? session.first("SELECT pg_advisory_unlock_all()") { _ in true }
        }
        session.close()
    }
}
