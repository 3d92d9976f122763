package import ReleaseStore
package import RouteModel
package import SQLKit
package import StoreRecords
import SystemIO

/// The store in a schema of a PostgreSQL database, which several processes may have open.
///
/// Each process commits its writes in groups, one group of all processes after the other; reads do not wait for them. The
/// tables are in the first schema of the connection's `search_path`. Close the store before its last reference is released.
package final class PostgresRuleStore: RuleStore {
    /// The store's data in the memory of this process.
    package let memory = StoreMemory()
    private let writes: WriteQueue
    /// Writes with a long part; nil where no other node has to wait for it.
    private let longWrites: (queue: WriteQueue, target: PostgresLongWriter)?
    private let readers: ReaderPool
    private let presence = DatabasePresence()
    private let found = Monitor<[PostgresOpeningNotice]>([])
    private let isClosed = Monitor(false)

    /// Connects, makes the tables if there are none, and migrates an older layout.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of connections; those of the opening are longer.
    ///   - use: with whom the process shares the store.
    ///   - onNotice: is told what the opening has found, and later if a connection has another server and the epoch was
    ///     raised; by the thread that writes.
    /// - Throws: `away` if the server cannot be reached; `locked`, `foreign`, `newer`, `readOnly`, `invalid` or `busy`.
    package convenience init(
        _ address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings(), use: PostgresUse,
        onNotice: @escaping @Sendable (PostgresOpeningNotice) -> Void = { _ in }
    ) throws(StoreError) {
        try self.init(
            PostgresStorePlace(address: address, settings: settings, migrations: PostgresMigration.all, use: use),
            onNotice: onNotice)
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
        let migrations = PostgresMigration.all + [.unfinishedCopy]
        try self.init(
            PostgresStorePlace(address: address, settings: settings, migrations: migrations, use: .alone))
    }

    /// Opens a store at once; tests give other migrations.
    convenience init(
        _ place: PostgresStorePlace, onNotice: @escaping @Sendable (PostgresOpeningNotice) -> Void = { _ in }
    ) throws(StoreError) {
        self.init(unopened: place, onNotice: onNotice)
        do throws(StoreError) { try rejoin() } catch {
            close()
            throw error
        }
    }

    /// Makes a store that ``rejoin()`` opens; until then reads and writes throw `away`.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of connections; those of the opening are longer.
    ///   - use: with whom the process shares the store.
    ///   - onNotice: as of the other initialiser.
    convenience init(
        unopened address: PostgresAddress, _ settings: PostgresSettings, use: PostgresUse,
        onNotice: @escaping @Sendable (PostgresOpeningNotice) -> Void
    ) {
        let all = PostgresMigration.all
        self.init(
            unopened: PostgresStorePlace(address: address, settings: settings, migrations: all, use: use),
            onNotice: onNotice)
    }

    private init(
        unopened place: PostgresStorePlace, onNotice: @escaping @Sendable (PostgresOpeningNotice) -> Void
    ) {
        let (presence, found) = (presence, found)
        writes = WriteQueue(
            PostgresWriter(place, presence) { notice in
                if !presence.isOpened { found.withLock { $0.append(notice) } }
                onNotice(notice)
            })
        let long = place.use == .alone ? nil : PostgresLongWriter(place, presence)
        longWrites = long.map { (WriteQueue($0, groupMax: 1), $0) }
        readers = ReaderPool { () throws(StoreError) in try place.reader() }
        presence.set(isAway: true)
    }

    /// Connects again: opens the store if it was not, and compares the server with the one before, under the lock of the
    /// row that orders all writes; another server raises the epoch.
    ///
    /// - Throws: as the opening does; reads and writes throw `away` then.
    func rejoin() throws(StoreError) {
        presence.set(isAway: false)
        do throws(StoreError) { try writes.perform { _ in } } catch {
            presence.set(isAway: true)
            throw error
        }
    }

    /// Makes reads and writes throw `away` at once, until ``rejoin()``.
    func leave() { presence.set(isAway: true) }

    /// Finishes waiting reads and writes, then closes the connections.
    package func close() {
        let wasClosed = isClosed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        readers.close()
        longWrites?.queue.close()
        writes.close()
    }

    /// What the opening has found.
    var notices: [PostgresOpeningNotice] { found.withLock { $0 } }

    /// Counters since the store was opened.
    package var statistics: StoreStatistics {
        var statistics = writes.statistics
        if let long = longWrites?.queue.statistics { statistics.add(long) }
        return statistics
    }

    /// Runs `body` on one snapshot of the database.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try presence.verify()
        return try readers.read(body)
    }

    /// Runs `body` in one transaction, in a group with other writes; returns after the commit is safe.
    package func write<Value>(
        editing rule: EditedRule?, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        try writes.perform(editing: rule, body)
    }

    /// Runs `body` in one transaction on a connection of its own, which takes the row that orders all writes behind `ahead`.
    package func writeLong<Value>(
        _ ahead: @escaping (StoreSession) throws -> Void, _ body: @escaping (StoreSession) throws -> Value
    ) throws(StoreError) -> Value {
        guard let (queue, target) = longWrites else {
            return try write { session in
                try ahead(session)
                return try body(session)
            }
        }
        return try queue.perform { session in
            try ahead(session)
            try target.takeTurn()
            return try body(session)
        }
    }

    /// Refuses: the database's own tools make backups that are consistent with its log.
    package func backup(to path: String, by: Principal, at: Instant) throws(StoreError) -> BackupCopy {
        throw StoreError(
            .invalid, "A store on PostgreSQL makes no backup file.",
            hint: "Use pg_dump or pg_basebackup, or waymark store copy.")
    }

    /// Does nothing, and says that there is no more to give back.
    ///
    /// The server's autovacuum reuses free space.
    package func releaseFreePages() throws(StoreError) -> Bool { false }
}
