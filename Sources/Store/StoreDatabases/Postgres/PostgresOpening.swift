import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// One opening of a store on a server: the tables, the row of facts, the identity of the server.
///
/// Unlike SQLite's, an opening does not raise the epoch: nodes come and go, and clients of the others would take a new
/// epoch for a database that was put back. A server that is not the one before does.
struct PostgresOpening {
    /// What an operator should know of.
    let notices: [PostgresOpeningNotice]
    /// The head after the opening.
    let head: StoreHead
    /// The number of the last group of writes.
    let sequence: Int

    /// Does all of it in one transaction on the connection.
    init(_ connection: PostgresSession, _ migrations: [PostgresMigration]) throws(StoreError) {
        let session = StoreSession(connection)
        var (notices, head, sequence) = ([PostgresOpeningNotice](), StoreHead?.none, 0)
        try session.transaction { session in
            try Self.verifyServer(session)
            let at = try CounterRow.clock(of: session)
            let steps = try PostgresLayout(session: session, connection: connection, migrations: migrations)
                .prepare(at: at)
            let isNew = try Self.makeRows(session, try ServerIdentity(of: session, place: ""), at: at)
            let counter = CounterRow(session: session)
            let (number, stored, place) = try counter.step()
            let identity = try ServerIdentity(of: session, place: place)
            sequence = number
            let change = try counter.adopt(identity, over: stored)
            if isNew {
                notices.append(.created)
            } else {
                if !steps.isEmpty { notices.append(.migrated(steps)) }
                if let change { notices.append(.server(change, epoch: try session.facts().epoch)) }
                if let epoch = try Self.adoptCopy(session, at: at) { notices.append(.copy(epoch: epoch)) }
            }
            try session.deleteStagedBytes(
                where: "made_at < clock_timestamp() - interval '\(PostgresStoreLimits.stagedSeconds) seconds'")
            head = try session.head()
        }
        guard let head else { preconditionFailure("a committed opening has no head") }
        (self.notices, self.head, self.sequence) = (notices, head, sequence)
    }

    static func verifyServer(_ session: StoreSession) throws(StoreError) {
        let found = try session.first(
            """
            SELECT CAST(current_setting('server_version_num') AS bigint), current_setting('server_version'),
                current_setting('server_encoding'), CAST(current_schema() AS text)
            """
        ) { row in (number: row.integer(0), version: row.text(1), encoding: row.text(2), schema: row.optionalText(3)) }
        guard let found, found.number >= PostgresStoreLimits.serverVersionMin else {
            throw StoreError(
                .invalid, "The database server is PostgreSQL \(found?.version ?? "of an unknown version").",
                hint: "Use PostgreSQL 15 or newer.")
        }
        guard found.encoding == "UTF8" else {
            throw StoreError(
                .invalid, "The database has the encoding \(found.encoding).",
                hint: "Make the database with ENCODING 'UTF8'.")
        }
        guard found.schema != nil else {
            throw StoreError(
                .invalid, "The search_path of the connection names no schema that exists.",
                hint: "Make the schema, or set search_path for the role.")
        }
    }

    /// Inserts the rows of a new store; returns whether it is one.
    private static func makeRows(
        _ session: StoreSession, _ identity: ServerIdentity, at: Instant
    ) throws(StoreError) -> Bool {
        let stamp = Stamp(by: CounterRow.author, at: at)
        let made = try session.change(
            "INSERT INTO facts (id, epoch, created_at) VALUES (1, ?1, ?2) ON CONFLICT DO NOTHING",
            [.integer(StoreHead.epoch(after: 0, stamp)), .instant(at)])
        try session.run(
            """
            INSERT INTO cluster (id, sequence, system_identifier, timeline, started_at) VALUES (1, 0, ?1, ?2, ?3)
            ON CONFLICT DO NOTHING
            """, [.text(identity.system), .text(identity.timeline), .text(identity.start)])
        try session.makeIdentity()
        return made == 1
    }

    /// Raises the epoch of a copy that no server has opened; returns the new one, or nil if it is no copy.
    private static func adoptCopy(_ session: StoreSession, at: Instant) throws(StoreError) -> Int? {
        let isCopy = try session.first("SELECT is_copy FROM facts WHERE id = 1") { row in row.flag(0) }
        guard isCopy == true else { return nil }
        return try session.raiseEpoch(atLeastAfter: 0, reason: "copy", Stamp(by: CounterRow.author, at: at))
    }
}

/// What the opening of a store on a server found and changed.
package enum PostgresOpeningNotice: Sendable, Hashable, CustomStringConvertible {
    /// The schema was empty; all tables were made.
    case created
    /// The tables had an older layout; these steps were done.
    case migrated([String])
    /// The server is not the one that wrote last; the epoch was raised. The text says what has changed.
    case server(String, epoch: Int)
    /// The store lacks what a node has seen of it; the epoch was raised. The text says what.
    case behind(String, epoch: Int)
    /// The store was copied from another database; the epoch was raised.
    case copy(epoch: Int)

    /// Whether an operator should do something, or know of it.
    var isWarning: Bool {
        switch self {
        case .created, .migrated: false
        case .server, .behind, .copy: true
        }
    }

    /// The notice in a sentence, for the log.
    package var description: String {
        switch self {
        case .created: "The tables of a new store were made."
        case .migrated(let steps): "The database was migrated: \(steps.joined(separator: ", "))."
        case .server(let change, let epoch):
            "Since the last write, \(change). Its epoch is now \(epoch), so that clients follow."
        case .behind(let loss, let epoch):
            "The database went back: \(loss). Its epoch is now \(epoch), so that clients follow."
        case .copy(let epoch): "The database was a copy; its epoch is now \(epoch)."
        }
    }
}
