import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords
import SystemIO

/// A connection of its own on which a node learns that others have written.
///
/// The row that counts the groups of writes is the truth, and is read at least each second; a notification is only a hint
/// to read it now. `@unchecked Sendable`: one thread uses it, except for ``stop()``.
final class PostgresHearing: @unchecked Sendable {
    private let address: PostgresAddress
    private let settings: PostgresSettings
    /// Whether the connection keeps its place at the server, so that it can be notified.
    private let isDirect: Bool
    /// The name of this node, which no other one may have.
    private let name: String
    private var hasName = false
    private var connection: PostgresConnection?
    private let isStopped = Monitor(false)

    /// Makes it without connecting.
    ///
    /// - Parameters:
    ///   - address: the database; behind a pooler that shares connections, the address of the server itself.
    ///   - settings: the settings of the store's connections; waits are shorter here.
    ///   - isDirect: whether notifications come on this connection; else the row is read more often.
    ///   - name: the name of this node.
    init(_ address: PostgresAddress, _ settings: PostgresSettings, isDirect: Bool, name: String) {
        var settings = settings
        settings.isPooled = !isDirect
        settings.connectSeconds = PostgresStoreLimits.hearingSeconds
        settings.statementMilliseconds = PostgresStoreLimits.hearingSeconds * 1000
        settings.answerWait = .seconds(PostgresStoreLimits.hearingSeconds)
        settings.unacknowledgedMilliseconds = PostgresStoreLimits.hearingSeconds * 1000
        self.address = address
        self.settings = settings
        self.isDirect = isDirect
        self.name = name
    }

    /// Connects and listens; what was written before is found by the next ``read()``, because listening comes first.
    ///
    /// - Throws: `locked` if another server has the name of this one; the failure of the connection.
    func connect() throws(StoreError) {
        disconnect()
        do throws(PostgresError) {
            let opened = try PostgresConnection.open(address, settings)
            connection = .some(opened)
            if isDirect {
                try use { connection throws(PostgresError) in
                    try connection.listen(to: PostgresStoreLimits.channel)
                }
            }
            if isDirect || !hasName { hasName = try takeName() }
        } catch { throw StoreError(SQLError(error)) }
        guard !hasName else { return }
        disconnect()
        throw StoreError(
            .locked, "Another server with the name \(name) uses this database.",
            hint: "Give each server a nodeName of its own: cloned machines have one name, too.")
    }

    /// Takes the name with a lock that lasts as long as the connection; false if another server has it and is alive.
    ///
    /// A machine that has vanished keeps its lock until the database server sees that: its row in `nodes` stands still.
    private func takeName() throws(PostgresError) -> Bool {
        let end = ContinuousClock.now + PostgresStoreLimits.nameWait
        var first: Int?
        while ContinuousClock.now < end, !isStopped.withLock({ $0 }) {
            let (isFree, seen) = try use { connection throws(PostgresError) in
                (try isNameFree(connection), try lastSeen(connection))
            }
            if isFree { return true }
            guard seen == first ?? seen else { return false }
            first = seen
            Threads.sleep(milliseconds: PostgresStoreLimits.nodeLockPieceMilliseconds)
        }
        return true
    }

    /// Whether no living connection has the name; behind a pooler no lock can be kept, and the rows tell.
    private func isNameFree(_ connection: borrowing PostgresConnection) throws(PostgresError) -> Bool {
        guard isDirect else {
            let now = try connection.first("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)") {
                row throws(PostgresError) in row.integer(0)
            }
            let wait = PostgresStoreLimits.nameWait / .milliseconds(1)
            return try lastSeen(connection) + Int(wait) < now ?? 0
        }
        let key = "'waymark name ' || coalesce(CAST(current_schema() AS text), '') || ' ' || CAST($1 AS text)"
        let lock = "SELECT pg_try_advisory_lock(hashtextextended(\(key), 0))"
        return try connection.first(lock, [.text(name)]) { row throws(PostgresError) in row.flag(0) } ?? false
    }

    /// When the name was written last, in milliseconds since 1970; 0 for never, also without tables.
    private func lastSeen(_ connection: borrowing PostgresConnection) throws(PostgresError) -> Int {
        let hasTable = try connection.first("SELECT to_regclass('nodes') IS NOT NULL") { row throws(PostgresError) in
            row.flag(0)
        }
        guard hasTable == true else { return 0 }
        let seen = "SELECT coalesce(max(seen_at), 0) FROM nodes WHERE name = $1"
        return try connection.first(seen, [.text(name)]) { row throws(PostgresError) in row.integer(0) } ?? 0
    }

    /// Waits for a notification, at most until the row is to be read without one.
    func wait() throws(StoreError) {
        guard isDirect else {
            _ = isStopped.wait(atMost: PostgresStoreLimits.pooledPoll) { $0 ? true : nil }
            return
        }
        let end = ContinuousClock.now + PostgresStoreLimits.poll
        do throws(PostgresError) {
            try use { connection throws(PostgresError) in
                // In pieces, so that the end of the server does not wait for the poll.
                while ContinuousClock.now < end, !isStopped.withLock({ $0 }) {
                    let found = try connection.notifications(atMost: PostgresStoreLimits.hearingPiece)
                    if !found.isEmpty { return }
                }
            }
        } catch { throw StoreError(SQLError(error)) }
    }

    /// The identity of the store; empty for one of 0.2.0, nil where there are no tables of a store.
    func identity() throws(StoreError) -> String? {
        do throws(PostgresError) {
            return try use { connection throws(PostgresError) in
                let tables = "SELECT coalesce(obj_description(to_regclass('cluster'), 'pg_class') = 'Waymark', false)"
                let isOurs = try connection.first(tables) { row throws(PostgresError) in row.flag(0) }
                guard isOurs == true else { return nil }
                // The column is missing in a store of 0.2.0.
                let identity = "SELECT coalesce(to_jsonb(f) ->> 'identity', '') FROM facts f WHERE id = 1"
                return try connection.first(identity) { row throws(PostgresError) in row.text(0) }
            }
        } catch { throw StoreError(SQLError(error)) }
    }

    /// Reads the counter, the epoch, the last row of the audit and the clock.
    ///
    /// - Throws: `away` also if the tables are others than at the last write: the epoch is to be raised first.
    func read() throws(StoreError) -> HeardState {
        let found: (state: HeardState, stored: String, place: String)?
        do throws(PostgresError) {
            found = try use { connection throws(PostgresError) in
                try connection.first(
                    """
                    SELECT c.sequence, f.epoch, coalesce(a.sequence, 0), a.hash,
                        CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), c.place, c.found
                    FROM (SELECT *, \(ServerIdentity.placeSQL) AS found FROM cluster) c JOIN facts f ON f.id = c.id
                    LEFT JOIN audit a ON a.sequence = (SELECT max(sequence) FROM audit) WHERE c.id = 1
                    """
                ) { row throws(PostgresError) in
                    let state = HeardState(
                        group: row.integer(0),
                        head: StoreHead(
                            epoch: row.integer(1), sequence: row.integer(2),
                            hash: row.isNull(3) ? AuditChain.start : row.bytes(3)),
                        clock: Instant(milliseconds: Int64(row.integer(4))))
                    return (state, row.text(5), row.text(6))
                }
            }
        } catch { throw StoreError(SQLError(error)) }
        guard let found else { throw StoreError.unreadable("a row of the table cluster or facts is missing") }
        if let change = ServerIdentity.change(of: found.place, since: found.stored) {
            throw CounterRow.isAnother(change)
        }
        return found.state
    }

    /// Writes what this node is and has applied, for the other nodes; not in the order of the groups of writes.
    ///
    /// - Returns: What was there before, by the state in which the statement began.
    func report(_ node: NodeRecord) throws(StoreError) -> NodePeers {
        let found: NodePeers?
        do throws(PostgresError) {
            found = try use { connection throws(PostgresError) in
                try connection.first(
                    """
                    INSERT INTO nodes (name, version, started_at, seen_at, epoch, sequence, behind)
                    VALUES ($1, $2, $3, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint), $4, $5, $6)
                    ON CONFLICT (name) DO UPDATE SET version = excluded.version, started_at = excluded.started_at,
                        seen_at = excluded.seen_at, epoch = excluded.epoch, sequence = excluded.sequence,
                        behind = excluded.behind
                    RETURNING (SELECT started_at FROM nodes WHERE name = $1),
                        (SELECT count(*) FROM nodes WHERE name <> $1
                            AND seen_at > extract(epoch FROM clock_timestamp()) * 1000 - CAST($7 AS bigint))
                    """,
                    [
                        .text(node.name), .text(node.version), .integer(Int(node.startedAt.milliseconds)),
                        .integer(node.position.epoch), .integer(node.position.sequence),
                        .integer(node.behindMilliseconds), .integer(PostgresStoreLimits.nodeSilenceSeconds * 1000),
                    ]
                ) { row throws(PostgresError) in
                    NodePeers(
                        count: row.integer(1) + 1,
                        namesakeStartedAt: row.isNull(0) ? nil : Instant(milliseconds: Int64(row.integer(0))))
                }
            }
        } catch { throw StoreError(SQLError(error)) }
        return found ?? NodePeers(count: 1, namesakeStartedAt: nil)
    }

    /// Whether commits in the database wait for a synchronous standby; false if the server cannot be asked.
    func waitsForStandby() -> Bool {
        guard var asked = try? PostgresConnection.open(address, settings) else { return false }
        defer { asked.close() }
        let waits = """
            SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database())
            """
        return (try? asked.first(waits) { row throws(PostgresError) in row.flag(0) }) == true
    }

    /// Closes the connection, if there is one.
    func disconnect() {
        connection?.close()
        connection = nil
    }

    /// Ends a wait soon; for another thread.
    func stop() {
        isStopped.withLock { $0 = true }
        isStopped.wakeAll()
    }

    private func use<Value>(
        _ body: (borrowing PostgresConnection) throws(PostgresError) -> Value
    ) throws(PostgresError) -> Value {
        guard let value = try connection?.lend(body) else {
            throw PostgresError(.connection, "there is no connection")
        }
        return value
    }
}
