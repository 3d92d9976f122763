package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// Hosts by name, behind one; at most ``StoreLimits/pageRowsMax``.
    package func hosts(after name: String? = nil, limit: Int) throws(StoreError) -> [HostRecord] {
        try read { session in
            try session.all(
                "\(HostRows.selection) WHERE h.name > ?1 ORDER BY h.name LIMIT ?2",
                [.text(name ?? ""), .integer(max(1, min(limit, StoreLimits.pageRowsMax)))]
            ) { row in HostRows.record(row) }
        }
    }

    /// All hosts; one that cannot be read is left out and noted in ``memory``.
    package func allHosts() throws(StoreError) -> [HostRecord] {
        try read { session in try HostRows(session: session).all(memory.damage) }
    }

    /// The hosts of an app, by name; `notFound` if there is no such app.
    package func hosts(of app: String) throws(StoreError) -> [HostRecord] {
        try read { session in
            try session.all(
                "\(HostRows.selection) WHERE h.app_id = ?1 ORDER BY h.name", [.integer(try session.appID(app))]
            ) { row in HostRows.record(row) }
        }
    }

    /// One host, or `notFound`.
    package func host(_ name: String) throws(StoreError) -> HostRecord {
        guard let found = try findHost(name) else { throw HostRows.noHost(name) }
        return found
    }

    /// One host; nil if it belongs to no app.
    package func findHost(_ name: String) throws(StoreError) -> HostRecord? {
        try read { session in try HostRows(session: session).find(name) }
    }

    /// Gives a host to an app, or to another one.
    ///
    /// - Parameters:
    ///   - name: The host; see `HostName`.
    ///   - app: The app.
    ///   - precondition: The revision that the host must have; 0 for one that belongs to no app.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: The host before, if it belonged to an app, and afterwards.
    /// - Throws: `notFound` for the app, `revisionMismatch`, and the errors of writing to the database.
    package func putHost(
        _ name: String, of app: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> (before: HostRecord?, after: HostRecord) {
        try write { session in
            let before = try HostRows(session: session).find(name)
            try precondition.verify("The host \(name)", current: before?.revision ?? 0)
            let id = try session.appID(app)
            let after = HostRecord(name: name, app: app, revision: try session.head().sequence + 1, changedAt: at)
            try session.run(
                """
                INSERT INTO hosts (name, app_id, revision, changed_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (name) DO UPDATE SET app_id = excluded.app_id, revision = excluded.revision,
                    changed_at = excluded.changed_at
                """, [.text(name), .integer(id), .integer(after.revision), .instant(at)])
            try session.audit(
                .hostPut, app: app, before: before.map { AuditText.host($0) }, after: AuditText.host(after),
                Stamp(by: by, at: at))
            return (before, after)
        }
    }

    /// Takes a host from its app.
    ///
    /// - Parameters:
    ///   - name: The host.
    ///   - precondition: The revision that it must have.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: The host before.
    /// - Throws: `notFound`, `revisionMismatch`, and the errors of writing to the database.
    package func deleteHost(
        _ name: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> HostRecord {
        try write { session in
            guard let before = try HostRows(session: session).find(name) else { throw HostRows.noHost(name) }
            try precondition.verify("The host \(name)", current: before.revision)
            try session.run("DELETE FROM hosts WHERE name = ?1", [.text(name)])
            try session.audit(
                .hostDelete, app: before.app, before: AuditText.host(before), after: nil, Stamp(by: by, at: at))
            return before
        }
    }
}

/// The rows of hosts.
struct HostRows {
    let session: StoreSession

    static let selection =
        "SELECT h.name, a.name, h.revision, h.changed_at FROM hosts h JOIN apps a ON a.id = h.app_id"

    static func record(_ row: borrowing SQLRow) -> HostRecord {
        HostRecord(name: row.text(0), app: row.text(1), revision: row.integer(2), changedAt: row.instant(3))
    }

    static func noHost(_ name: String) -> StoreError {
        .notFound(.host, "host \(name)", hint: "List the hosts with GET /v1/hosts.")
    }

    func all(_ damage: DamagedRows) throws(StoreError) -> [HostRecord] {
        let rows = TableRows(session: session, damage: damage, table: "hosts h", column: "h.name", isText: true)
        return try rows.values { condition, values throws(StoreError) in
            try session.all("\(Self.selection) WHERE \(condition)", values) { row in Self.record(row) }
        }
    }

    func find(_ name: String) throws(StoreError) -> HostRecord? {
        try session.first("\(Self.selection) WHERE h.name = ?1", [.text(name)]) { row in Self.record(row) }
    }
}
