import Monitors
package import PostgresKit
package import ReleaseStore
package import RouteModel
import StoreQueues
package import StoreRecords

/// The store in a schema of a PostgreSQL database, which several processes may have open.
///
/// Each process commits its writes in groups, one group of all processes after the other; reads do not wait for them. The
/// tables are in the first schema of the connection's `search_path`. Close the store before its last reference is released.
package final class PostgresRuleStore: RuleStore {
    /// Notices about the opening, for the log.
    package let notices: [PostgresOpeningNotice]
    /// The store's data in the memory of this process.
    package let memory = StoreMemory()
    private let writes: WriteQueue
    private let readers: ReaderPool
    private let isClosed = Monitor(false)

    /// Connects, makes the tables if there are none, and migrates an older layout.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of connections; those of the opening are longer.
    ///   - isExclusive: whether no other process may have the store open in this way.
    ///   - onChange: is told if a later connection has another server, and the epoch was raised: a sentence.
    /// - Throws: `storage` if the server cannot be reached; `locked`, `foreign`, `newer`, `readOnly`, `invalid` or `busy`.
    package convenience init(
        _ address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings(), isExclusive: Bool,
        onChange: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreError) {
        try self.init(
            address, settings, migrations: PostgresMigration.all, isExclusive: isExclusive, onChange: onChange)
    }

    /// Makes tables to copy a store into, or goes on with such tables; `StoreCopy` makes them a store that can be opened.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of connections.
    /// - Throws: as the other initialiser does.
    package convenience init(
        copyAt address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()
    ) throws(StoreError) {
        try self.init(
            address, settings, migrations: PostgresMigration.all + [.unfinishedCopy], isExclusive: true)
    }

    /// Opens a store with other migrations, for tests of future layouts.
    init(
        _ address: PostgresAddress, _ settings: PostgresSettings, migrations: [PostgresMigration],
        isExclusive: Bool, onChange: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StoreError) {
        let connection = try Self.connect(address, settings)
        let opening: PostgresOpening
        do {
            // Before anything is written.
            if isExclusive { try NodeLock(session: StoreSession(connection)).take() }
            opening = try Self.open(address, settings, migrations)
        } catch {
            connection.close()
            throw error
        }
        notices = opening.notices
        writes = WriteQueue(PostgresWriter(connection, opening, isExclusive: isExclusive, onChange: onChange))
        readers = ReaderPool { () throws(StoreError) in StoreSession(try Self.connect(address, settings)) }
    }

    /// Finishes waiting reads and writes, then closes the connections.
    package func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        readers.close()
        writes.close()
    }

    /// Counters since the store was opened.
    package var statistics: StoreStatistics { writes.statistics }

    /// Runs `body` on one snapshot of the database.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try readers.read(body)
    }

    /// Runs `body` in one transaction, in a group with other writes; returns after the commit is safe.
    package func write<Value>(_ body: @escaping (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try writes.perform(body)
    }

    /// Refuses: the database's own tools make backups that are consistent with its log.
    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> Int {
        throw StoreError(
            .invalid, "A store on PostgreSQL makes no backup file.",
            hint: "Use pg_dump or pg_basebackup, or waymark store copy.")
    }

    /// Does nothing, and says that there is no more to give back.
    ///
    /// The server's autovacuum reuses free space.
    package func releaseFreePages() throws(StoreError) -> Bool { false }

    /// Opens the store on a connection of its own, with longer limits.
    private static func open(
        _ address: PostgresAddress, _ settings: PostgresSettings, _ migrations: [PostgresMigration]
    ) throws(StoreError) -> PostgresOpening {
        let connection = try connect(address, settings.forOpening)
        defer { connection.close() }
        return try PostgresOpening(connection, migrations)
    }

    private static func connect(
        _ address: PostgresAddress, _ settings: PostgresSettings
    ) throws(StoreError) -> PostgresSession {
        do { return try PostgresSession(address, settings) } catch { throw StoreError(error) }
    }
}

extension PostgresSettings {
    /// The same for an opening, whose migration may rewrite a table, or wait for that of another node.
    fileprivate var forOpening: PostgresSettings {
        var copy = self
        copy.statementMilliseconds = 0
        copy.lockMilliseconds = PostgresStoreLimits.openingSeconds * 1000
        copy.idleMilliseconds = 0
        copy.answerWait = .seconds(PostgresStoreLimits.openingSeconds)
        return copy
    }
}
