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
    /// - Returns: the group's number, the stored identity of the server, and where the row is now.
    /// - Throws: `busy` if another node keeps the row too long; `unreadable` if there is none.
    func step() throws(StoreError) -> (sequence: Int, identity: ServerIdentity, place: String) {
        let found = try session.first(
            """
            WITH step AS (UPDATE cluster SET sequence = sequence + 1 WHERE id = 1
                RETURNING sequence, system_identifier, timeline, started_at, place, \(ServerIdentity.placeSQL) AS found)
            SELECT sequence, system_identifier, timeline, started_at, place, found,
                pg_notify('\(PostgresStoreLimits.channel)', CAST(sequence AS text)) FROM step
            """
        ) { row in (sequence: row.integer(0), identity: Self.identity(row, from: 1), place: row.text(5)) }
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
        guard present != stored else { return nil }
        try session.run(
            "UPDATE cluster SET system_identifier = ?1, timeline = ?2, started_at = ?3, place = ?4 WHERE id = 1",
            [.text(present.system), .text(present.timeline), .text(present.start), .text(present.place)])
        guard let change = present.change(since: stored) else { return nil }
        _ = try session.raiseEpoch(
            atLeastAfter: 0, reason: change, Stamp(by: Self.author, at: try Self.clock(of: session)))
        return change
    }

    /// Throws `away` if the server is not the stored one: what it has must not be served before the epoch is raised.
    func verify() throws(StoreError) {
        let found = try session.first(
            """
            SELECT system_identifier, timeline, started_at, place, \(ServerIdentity.placeSQL) FROM cluster WHERE id = 1
            """
        ) { row in (stored: Self.identity(row, from: 0), place: row.text(4)) }
        guard let found,
            let change = try ServerIdentity(of: session, place: found.place).change(since: found.stored)
        else { return }
        throw Self.isAnother(change)
    }

    /// The refusal of what must not be served before the epoch is raised.
    static func isAnother(_ change: String) -> StoreError {
        StoreError(
            .away, "Since the last write, \(change).", hint: "The server raises the epoch first; try again in a second."
        )
    }

    private static func identity(_ row: borrowing SQLRow, from column: Int) -> ServerIdentity {
        ServerIdentity(
            system: row.text(column), timeline: row.text(column + 1), start: row.text(column + 2),
            place: row.text(column + 3))
    }

    /// The database's clock.
    static func clock(of session: StoreSession) throws(StoreError) -> Instant {
        let milliseconds = try session.first(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
        ) { row in row.integer(0) }
        return Instant(milliseconds: Int64(milliseconds ?? 0))
    }
}
