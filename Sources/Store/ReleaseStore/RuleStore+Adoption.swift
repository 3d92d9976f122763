package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// Adds counts to those of their hours, without a row of the audit, and deletes what is older than
    /// ``StoreLimits/adoptionMilliseconds``; counts of deleted apps are left out.
    package func addAdoption(_ records: [AdoptionRecord], at: Instant) throws(StoreError) {
        _ = try write { session in
            var ids: [String: Int] = [:]
            for app in Set(records.map(\.key.app)) {
                ids[app] = try session.first(
                    "SELECT id FROM apps WHERE name = ?1 AND deleted_at IS NULL", [.text(app)]
                ) { row in row.integer(0) }
            }
            for record in records {
                guard let id = ids[record.key.app] else { continue }
                try AdoptionRows(session: session, app: id).add(record)
            }
            let time = min(at.milliseconds, try session.settledTime().milliseconds)
            let oldest = Instant(milliseconds: time - StoreLimits.adoptionMilliseconds)
            try session.run("DELETE FROM adoption WHERE hour < ?1", [.instant(AdoptionRecord.hour(of: oldest))])
            for id in ids.values { try AdoptionRows(session: session, app: id).shorten() }
        }
    }

    /// The counts of an app since an hour, oldest first; throws `notFound`.
    package func adoption(_ app: String, since: Instant) throws(StoreError) -> [AdoptionRecord] {
        try read { session in try AdoptionRows(session: session, app: try session.appID(app)).all(app, since: since) }
    }
}

/// The rows with the adoption of one app's releases.
private struct AdoptionRows {
    let session: StoreSession
    let app: Int

    /// Adds the counts of a record to those of its hour.
    func add(_ record: AdoptionRecord) throws(StoreError) {
        let key = record.key
        try session.run(
            """
            INSERT INTO adoption (app_id, hour, channel, version, received, unchanged, heads, streams, replaced)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            ON CONFLICT (app_id, hour, channel, version) DO UPDATE SET
                received = adoption.received + excluded.received,
                unchanged = adoption.unchanged + excluded.unchanged, heads = adoption.heads + excluded.heads,
                streams = adoption.streams + excluded.streams, replaced = adoption.replaced + excluded.replaced
            """,
            [
                .integer(app), .instant(record.hour), .text(key.channel ?? Self.noChannel),
                .integer(key.version ?? Self.noVersion),
            ] + AdoptionCounts.parts.map { .integer(record.counts[keyPath: $0]) })
    }

    /// Deletes the oldest hours of an app with too many rows.
    func shorten() throws(StoreError) {
        try session.run(
            """
            DELETE FROM adoption WHERE app_id = ?1 AND hour <= (
                SELECT hour FROM adoption WHERE app_id = ?1 ORDER BY hour DESC, channel DESC, version DESC
                LIMIT 1 OFFSET ?2)
            """, [.integer(app), .integer(StoreLimits.adoptionRowsMax)])
    }

    /// All rows since an hour.
    func all(_ name: String, since: Instant) throws(StoreError) -> [AdoptionRecord] {
        try session.all(
            """
            SELECT hour, channel, version, received, unchanged, heads, streams, replaced FROM adoption
            WHERE app_id = ?1 AND hour >= ?2 ORDER BY hour, channel, version
            """, [.integer(app), .instant(AdoptionRecord.hour(of: since))]
        ) { row in
            let (channel, version) = (row.text(1), row.integer(2))
            var counts = AdoptionCounts()
            for (place, part) in AdoptionCounts.parts.enumerated() {
                counts[keyPath: part] = row.integer(3 + place)
            }
            let (known, number) = (channel == Self.noChannel ? nil : channel, version == Self.noVersion ? nil : version)
            let key = AdoptionKey(app: name, channel: known, version: number)
            return AdoptionRecord(at: row.instant(0), key: key, counts: counts)
        }
    }

    /// No channel has this name, and no release this number: columns of a key are not NULL.
    private static let (noChannel, noVersion) = ("", 0)
}
