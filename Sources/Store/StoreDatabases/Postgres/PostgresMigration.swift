import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// One named change of the tables since the first layout on PostgreSQL.
///
/// Nodes of two versions may run at once, so a change only adds; what it replaces is removed by the version after.
struct PostgresMigration: Sendable {
    /// Its name, the same as in SQLite's.
    let name: String
    /// Its statements.
    let script: String
    /// What is done after the statements, in the same transaction; nil for nothing.
    var work: (@Sendable (StoreSession) throws(StoreError) -> Void)?

    /// The step that no version has.
    static let unfinishedCopy = PostgresMigration(name: CopyMark.migration, script: "")

    /// All changes after ``PostgresSchema/steps``.
    static let all = [
        PostgresMigration(
            name: "15 revisions of screens",
            script: "ALTER TABLE screens ADD COLUMN revision bigint NOT NULL DEFAULT 1"),
        PostgresMigration(
            name: "16 adoption of releases",
            script: """
                CREATE TABLE adoption (
                    app_id bigint NOT NULL REFERENCES apps (id), hour bigint NOT NULL,
                    channel text COLLATE "C" NOT NULL, version bigint NOT NULL, received bigint NOT NULL,
                    unchanged bigint NOT NULL, heads bigint NOT NULL, streams bigint NOT NULL,
                    replaced bigint NOT NULL, PRIMARY KEY (app_id, hour, channel, version)
                );
                CREATE INDEX adoption_by_hour ON adoption (hour);
                """),
        // A node of the version before stores bytes without a digest.
        PostgresMigration(
            name: MigrationName.digests,
            script: "ALTER TABLE blobs ADD COLUMN digest bytea CHECK (length(digest) = 32)"
        ) { session throws(StoreError) in try session.addDigests() },
        PostgresMigration(
            name: MigrationName.settledTime, script: MigrationName.settledTimeColumns("bigint")),
        // The place is empty until the next group of writes.
        PostgresMigration(
            name: MigrationName.identity,
            script: """
                ALTER TABLE facts ADD COLUMN identity text COLLATE "C";
                ALTER TABLE cluster ADD COLUMN place text COLLATE "C" NOT NULL DEFAULT '';
                """),
    ]
}

/// The tables of a schema: made, compared and migrated in the transaction of an opening.
struct PostgresLayout {
    let session: StoreSession
    let connection: PostgresSession
    let migrations: [PostgresMigration]

    private var names: [String] { PostgresSchema.steps + migrations.map(\.name) }

    /// Makes the tables, or brings them to this program's layout.
    ///
    /// The transaction takes a lock of the schema first, so that of several nodes that start one migrates.
    ///
    /// - Parameter at: the present instant, stored beside each step.
    /// - Returns: the names of the steps that were done now.
    /// - Throws: `foreign` for a schema with tables of another program, `newer` for steps that this program does not know.
    func prepare(at: Instant) throws(StoreError) -> [String] {
        try session.run(
            "SELECT pg_advisory_xact_lock(hashtextextended('waymark ' || CAST(current_schema() AS text), 0))")
        let applied = try applied()
        if applied.isEmpty { try run(PostgresSchema.script) }
        for migration in migrations.dropFirst(max(0, applied.count - PostgresSchema.steps.count)) {
            try run(migration.script)
            try migration.work?(session)
        }
        for (index, name) in names.enumerated().dropFirst(applied.count) {
            try session.run(
                "INSERT INTO migrations (ordinal, name, applied_at) VALUES (?1, ?2, ?3)",
                [.integer(index + 1), .text(name), .instant(at)])
        }
        return Array(names.dropFirst(applied.count))
    }

    /// Verifies, without writing, that a schema is empty, or Waymark's and not newer; returns the names of its steps.
    func applied() throws(StoreError) -> [String] {
        let applied = try appliedNames()
        if applied.last == CopyMark.migration, names.last != CopyMark.migration { throw CopyMark.refusal }
        guard applied.count <= names.count, applied.elementsEqual(names.prefix(applied.count)) else {
            throw StoreError(
                .newer, "The database was written by a newer Waymark: it has the migrations \(applied).",
                hint: "Start the version that wrote it, or a later one; older versions do not change it.")
        }
        return applied
    }

    /// The names of the steps that the schema has had; none for an empty schema.
    private func appliedNames() throws(StoreError) -> [String] {
        let found = try session.first(
            """
            SELECT count(*), coalesce(bool_or(c.relname = 'cluster' AND obj_description(c.oid, 'pg_class') = 'Waymark'), false)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
            """
        ) { row in (tables: row.integer(0), isOurs: row.flag(1)) }
        guard let found, found.tables > 0 else { return [] }
        guard found.isOurs else {
            throw StoreError(
                .foreign, "The schema has the tables of another program.",
                hint: "Make a schema or a database for Waymark alone; the first schema of search_path is used.")
        }
        return try session.all("SELECT name FROM migrations ORDER BY ordinal") { row in row.text(0) }
    }

    private func run(_ script: String) throws(StoreError) {
        do {
            try connection.withConnection { connection throws(PostgresError) in try connection.runScript(script) }
        } catch { throw StoreError(error) }
    }
}
