import PostgresKit
import ReleaseStore
import StoreQueues
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
    private var lastSequence: Int
    /// The group of the open transaction.
    private var openSequence = 0
    /// The connection whose server was compared with the stored identity, in a committed transaction.
    private var comparedConnection: Int
    private let isExclusive: Bool
    private let onChange: @Sendable (String) -> Void

    /// Takes an open connection whose server was compared.
    ///
    /// - Parameters:
    ///   - connection: the connection, which ``close()`` closes; it has the lock if `isExclusive`.
    ///   - opening: what the opening has found.
    ///   - isExclusive: whether no other process may write.
    ///   - onChange: is told if a later connection has another server, by the thread that writes.
    init(
        _ connection: PostgresSession, _ opening: PostgresOpening, isExclusive: Bool,
        onChange: @escaping @Sendable (String) -> Void
    ) {
        self.connection = connection
        session = StoreSession(connection)
        head = opening.head
        lastSequence = opening.sequence
        comparedConnection = connection.connectionCount
        self.isExclusive = isExclusive
        self.onChange = onChange
    }

    /// Opens a transaction and takes the counter's row, behind the groups of other nodes.
    func begin() throws(StoreError) {
        try session.begin()
        // A lock of the lost connection is free, and another process may have taken it.
        let isReopened = connection.connectionCount != comparedConnection
        if isReopened, isExclusive { try NodeLock(session: session).take() }
        let (sequence, stored) = try CounterRow(session: session).step()
        if sequence != lastSequence + 1 { session.forgetHead() }
        openSequence = sequence
        guard isReopened else { return }
        let change = try CounterRow(session: session).adopt(ServerIdentity(of: session), over: stored)
        if let change { onChange(change) }
    }

    /// Remembers the head and the number of the group.
    func committed(_ head: StoreHead) {
        self.head = head
        lastSequence = openSequence
        comparedConnection = connection.connectionCount
    }

    /// Does nothing: the next ``begin()`` connects again, and a rollback has dropped what the session knew.
    func recover(after error: StoreError) {}

    func close() { session.close() }
}
