import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// The one row that orders the writes of all nodes.
///
/// Every group of writes changes it first, and so waits until the group before is committed: the numbers have no gaps and
/// the order of the commits. A sequence of PostgreSQL has neither: it goes on after a rollback, and after a failover it was
/// seen to go back.
struct CounterRow {
    let session: StoreSession

    /// The author of what the store does on its own.
    static let author = Principal.machine("waymark")

    /// Takes the row until the end of the transaction and counts one group; notifies listeners at the commit.
    ///
    /// - Returns: the group's number, and the stored identity of the server.
    /// - Throws: `busy` if another node keeps the row too long; `unreadable` if there is none.
    func step() throws(StoreError) -> (sequence: Int, identity: ServerIdentity) {
        let found = try session.first(
            """
            WITH step AS (UPDATE cluster SET sequence = sequence + 1 WHERE id = 1
                RETURNING sequence, system_identifier, timeline, started_at)
            SELECT sequence, system_identifier, timeline, started_at,
                pg_notify('\(PostgresStoreLimits.channel)', CAST(sequence AS text)) FROM step
            """
        ) { row in
            (
                sequence: row.integer(0),
                identity: ServerIdentity(system: row.text(1), timeline: row.text(2), start: row.text(3))
            )
        }
        guard let found else {
            throw StoreError(
                .corrupt, "The table cluster of the database has no row.",
                hint: "Restore the database; it was changed by hand.")
        }
        return found
    }

    /// Compares the server with the stored identity; if it is another, stores it and raises the epoch.
    ///
    /// - Returns: what has changed, as a sentence; nil if nothing has.
    func adopt(_ present: ServerIdentity, over stored: ServerIdentity) throws(StoreError) -> String? {
        guard let change = present.change(since: stored) else { return nil }
        try session.run(
            "UPDATE cluster SET system_identifier = ?1, timeline = ?2, started_at = ?3 WHERE id = 1",
            [.text(present.system), .text(present.timeline), .text(present.start)])
        _ = try session.raiseEpoch(
            atLeastAfter: 0, reason: change, Stamp(by: Self.author, at: try Self.clock(of: session)))
        return change
    }

    /// Throws `away` if the server is not the stored one: what it has must not be served before the epoch is raised.
    func verify() throws(StoreError) {
        let stored = try session.first("SELECT system_identifier, timeline, started_at FROM cluster WHERE id = 1") {
            row in
            ServerIdentity(system: row.text(0), timeline: row.text(1), start: row.text(2))
        }
        guard let stored, let change = try ServerIdentity(of: session).change(since: stored) else { return }
        throw StoreError(
            .away, "Since the last write, \(change).", hint: "The server raises the epoch first; try again in a second."
        )
    }

    /// The database's clock.
    static func clock(of session: StoreSession) throws(StoreError) -> Instant {
        let milliseconds = try session.first(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
        ) { row in row.integer(0) }
        return Instant(milliseconds: Int64(milliseconds ?? 0))
    }
}
