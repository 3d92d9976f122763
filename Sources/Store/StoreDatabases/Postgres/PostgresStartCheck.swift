import ReleaseStore
import SQLKit
import StoreRecords
import SystemIO

/// Whether a server could open a store on a database server; changes nothing.
enum PostgresStartCheck {
    /// What is in a schema.
    enum State: Sendable, Hashable {
        /// No tables: the start makes them.
        case new
        /// A store that the start opens.
        case ready
        /// A store that another process has open alone.
        case open
    }

    /// What an operator should know of a server and the way to it, one sentence each.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of the connection.
    /// - Returns: the sentences.
    /// - Throws: the failure of the connection.
    static func warnings(
        of address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()
    ) throws(StoreError) -> [String] {
        let connection: PostgresSession
        do { connection = try PostgresSession(address, settings) } catch { throw StoreError(error) }
        defer { connection.close() }
        var warnings: [String] = []
        let names = try StoreSession(connection).first("SELECT current_setting('synchronous_standby_names')") { row in
            row.text(0)
        }
        if names?.isEmpty ?? true {
            warnings.append(
                "the database server has no synchronous_standby_names: a failover would lose the last acknowledged "
                    + "writes; ANY 1 (NAMES) prevents that")
        }
        let options: [String: String]
        do {
            options = try connection.withConnection { connection throws(PostgresError) in connection.options }
        } catch { throw StoreError(error) }
        return warnings + [unverified(options)].compactMap(\.self)
    }

    /// A sentence where another machine could pretend to be the server, by the options of a connection.
    static func unverified(_ options: [String: String]) -> String? {
        let hosts = (options["host"] ?? options["hostaddr"] ?? "").split(separator: ",")
        let others = hosts.filter { host in
            !host.hasPrefix("/") && !host.hasPrefix("@") && !host.hasPrefix("127.") && host != "::1"
                && host != "localhost"
        }
        guard !others.isEmpty, let mode = options["sslmode"], mode != "verify-full" else { return nil }
        let names = others.joined(separator: ", ")
        return "sslmode is \(mode): another machine on the way to \(names) could pretend to be the database server; "
            + "verify-full and sslrootcert prevent that"
    }

    /// Connects and reads the tables as a start would.
    ///
    /// - Parameters:
    ///   - address: the database.
    ///   - settings: the limits of the connection.
    /// - Returns: What is there.
    /// - Throws: As ``PostgresRuleStore`` does.
    static func state(
        of address: PostgresAddress, _ settings: PostgresSettings = PostgresSettings()
    ) throws(StoreError) -> State {
        try read(address, settings) { session, applied in
            if try NodeLock(session: session).isTaken() { return .open }
            return applied.isEmpty ? .new : .ready
        }
    }

    /// The identity of the store; empty for one of 0.2.0, nil where there are no tables of a store.
    static func identity(of address: PostgresAddress) throws(StoreError) -> String? {
        try read(address, PostgresSettings()) { session, applied in
            guard !applied.isEmpty else { return nil }
            return applied.contains(MigrationName.identity) ? try session.identity() ?? "" : ""
        }
    }

    /// Reads a whole store in one snapshot, while servers use it; what PostgreSQL itself stores is not examined.
    static func inspect(
        _ address: PostgresAddress, expecting expectations: [AuditExpectation]
    ) throws(StoreError) -> StoreInspection {
        try read(address, PostgresSettings()) { session, applied in
            guard applied.count == PostgresSchema.steps.count + PostgresMigration.all.count else {
                throw StoreError(
                    .foreign,
                    applied.isEmpty ? "The schema is empty." : "The database has an older layout.",
                    hint: "Start a server with it once, which makes the tables of this version.")
            }
            return try StoreInspection(of: session, .missing, damage: [], expecting: expectations)
        }
    }

    /// Reads in one snapshot, with the names of the steps that the schema has had.
    private static func read<Value>(
        _ address: PostgresAddress, _ settings: PostgresSettings, _ body: (StoreSession, [String]) throws -> Value
    ) throws(StoreError) -> Value {
        let connection: PostgresSession
        do { connection = try PostgresSession(address, settings) } catch { throw StoreError(error) }
        defer { connection.close() }
        return try StoreSession(connection).snapshot { session in
            try PostgresOpening.verifyServer(session)
            _ = try ServerIdentity(of: session, place: "")
            let layout = PostgresLayout(session: session, connection: connection, migrations: PostgresMigration.all)
            return try body(session, layout.applied())
        }
    }
}

/// The lock of the processes that use a store: nodes share it, and a process that must be alone has it exclusively.
///
/// The server releases it with the connection.
struct NodeLock {
    let session: StoreSession

    private static let key = "hashtextextended('waymark node ' || coalesce(CAST(current_schema() AS text), ''), 0)"

    /// Takes the lock for the session's connection; `locked` if another one keeps it in a way that excludes this one.
    func take(_ use: PostgresUse) throws(StoreError) {
        let function: String
        switch use {
        case .node: function = "pg_try_advisory_lock_shared"
        case .alone: function = "pg_try_advisory_lock"
        case .pooled: return
        }
        let tries = "SELECT \(function)(\(Self.key))"
        var waited = 0
        while try session.first(tries, [], { row in row.flag(0) }) != true {
            guard waited < PostgresStoreLimits.nodeLockMilliseconds else {
                throw StoreError(
                    .locked,
                    use == .node
                        ? "Another process has the database open alone, such as waymark store copy."
                        : "Another process has the database open.",
                    hint: "Stop the other process, or set another database or schema for this one.")
            }
            Threads.sleep(milliseconds: PostgresStoreLimits.nodeLockPieceMilliseconds)
            waited += PostgresStoreLimits.nodeLockPieceMilliseconds
        }
    }

    /// Whether any connection has the lock now.
    func isTaken() throws(StoreError) -> Bool {
        // The two halves of the key, as the manual says (https://www.postgresql.org/docs/15/view-pg-locks.html).
        try session.first(
            """
            SELECT EXISTS (SELECT 1 FROM pg_locks l, (SELECT \(Self.key) AS key) k WHERE l.locktype = 'advisory'
                AND l.granted AND l.objsubid = 1 AND CAST(l.classid AS bigint) = (k.key >> 32) & 4294967295
                AND CAST(l.objid AS bigint) = k.key & 4294967295
                AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()))
            """
        ) { row in row.flag(0) } ?? false
    }
}
