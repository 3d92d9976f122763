import RouteModel
import SQLiteKit

extension Session {
    func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord {
        let found = try first(
            "SELECT revision, json FROM expectations WHERE app_id = ?1", [.integer(try appID(app))]
        ) { row in ExpectationsRecord(revision: row.integer(0), json: row.bytes(1)) }
        return found ?? ExpectationsRecord(revision: 0, json: Array("[]".utf8))
    }

    func replaceExpectations(
        _ app: String, _ json: [UInt8], if precondition: Precondition, _ stamp: Stamp
    ) throws(StoreError) -> ExpectationsRecord {
        let before = try expectations(app)
        try precondition.verify("The list of expectations of \(app)", current: before.revision)
        let after = ExpectationsRecord(revision: before.revision + 1, json: json)
        try run(
            """
            INSERT INTO expectations (app_id, revision, json, changed_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (app_id) DO UPDATE SET revision = excluded.revision, json = excluded.json,
                changed_at = excluded.changed_at
            """, [.integer(try appID(app)), .integer(after.revision), .utf8(json), .instant(stamp.at)])
        try audit(
            .expectationsReplace, app: app, before: AuditText.expectations(before),
            after: AuditText.expectations(after), stamp)
        return after
    }

    func screens(_ app: String) throws(StoreError) -> [ScreensRecord] {
        try all(
            "SELECT platform, version, json, changed_at FROM screens WHERE app_id = ?1 ORDER BY platform, version",
            [.integer(try appID(app))]
        ) { row in
            ScreensRecord(
                platform: row.text(0), version: row.text(1), json: row.bytes(2), changedAt: row.instant(3))
        }
    }

    /// Takes a manifest away.
    func deleteScreens(_ app: String, platform: String, version: String, _ stamp: Stamp) throws(StoreError) {
        let key: [SQLValue] = [.integer(try appID(app)), .text(platform), .text(version)]
        let before = try first(
            "SELECT json FROM screens WHERE app_id = ?1 AND platform = ?2 AND version = ?3", key
        ) { row in row.bytes(0) }
        guard let before else {
            throw .notFound("manifest of \(platform) \(version)", hint: "List them with GET …/screens.")
        }
        try run("DELETE FROM screens WHERE app_id = ?1 AND platform = ?2 AND version = ?3", key)
        try audit(
            .screensDelete, app: app, before: AuditText.screens(before, platform: platform, version: version),
            after: nil, stamp)
    }

    /// Stores a manifest; returns whether there was none before.
    func putScreens(
        _ app: String, platform: String, version: String, json: [UInt8], _ stamp: Stamp
    ) throws(StoreError) -> Bool {
        let key: [SQLValue] = [.integer(try appID(app)), .text(platform), .text(version)]
        let before = try first(
            "SELECT json FROM screens WHERE app_id = ?1 AND platform = ?2 AND version = ?3", key
        ) { row in row.bytes(0) }
        try run(
            """
            INSERT INTO screens (app_id, platform, version, json, changed_at) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (app_id, platform, version) DO UPDATE SET json = excluded.json, changed_at = excluded.changed_at
            """, key + [.utf8(json), .instant(stamp.at)])
        try audit(
            .screensReplace, app: app,
            before: before.map { AuditText.screens($0, platform: platform, version: version) },
            after: AuditText.screens(json, platform: platform, version: version), stamp)
        return before == nil
    }
}
