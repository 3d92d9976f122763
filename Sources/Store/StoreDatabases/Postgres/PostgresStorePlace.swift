import ReleaseStore
import SQLKit
import StoreRecords

/// A store on a server: where it is, who uses it, how it is opened.
struct PostgresStorePlace: Sendable {
    let address: PostgresAddress
    let settings: PostgresSettings
    let migrations: [PostgresMigration]
    let use: PostgresUse

    /// Makes or migrates the tables on a connection of its own, with longer limits.
    func open() throws(StoreError) -> PostgresOpening {
        let connection = try connect(settings.forOpening)
        defer { connection.close() }
        return try PostgresOpening(connection, migrations)
    }

    /// A session for reading.
    func reader() throws(StoreError) -> StoreSession { StoreSession(try connect(settings)) }

    /// A connection for writing, which the first transaction opens.
    func writer() -> PostgresSession {
        var settings = settings
        settings.idleMilliseconds = PostgresStoreLimits.writerIdleMilliseconds
        return PostgresSession(unconnected: address, settings)
    }

    private func connect(_ settings: PostgresSettings) throws(StoreError) -> PostgresSession {
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

/// With whom a process shares a store.
package enum PostgresUse: Sendable, Hashable {
    /// With other nodes: each takes the lock of nodes, so that no process changes the store as if it were alone.
    case node
    /// Alone.
    case alone
    /// With other nodes, behind a pooler that gives each transaction another connection: no lock can be kept there.
    case pooled
}
