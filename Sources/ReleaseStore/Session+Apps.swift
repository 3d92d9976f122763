import RouteModel
import SQLiteKit

extension Session {
    private static let appColumns = "name, title, poll_interval, poll_jitter, revision, created_at"

    private static func app(_ row: borrowing Row) -> AppRecord {
        AppRecord(
            name: row.text(0), title: row.text(1),
            poll: PollSettings(interval: row.integer(2), jitter: row.integer(3)), revision: row.integer(4),
            createdAt: row.instant(5))
    }

    func apps() throws(StoreError) -> [AppRecord] {
        try all("SELECT \(Self.appColumns) FROM apps WHERE deleted_at IS NULL ORDER BY name") { row in Self.app(row) }
    }

    func app(_ name: String) throws(StoreError) -> AppRecord {
        let found = try first(
            "SELECT \(Self.appColumns) FROM apps WHERE name = ?1 AND deleted_at IS NULL", [.text(name)]
        ) { row in Self.app(row) }
        guard let found else { throw Self.noApp(name) }
        return found
    }

    /// The number by which other tables know an app.
    func appID(_ name: String) throws(StoreError) -> Int {
        let found = try first("SELECT id FROM apps WHERE name = ?1 AND deleted_at IS NULL", [.text(name)]) { row in
            row.integer(0)
        }
        guard let found else { throw Self.noApp(name) }
        return found
    }

    func createApp(_ name: String, title: String, poll: PollSettings, _ stamp: Stamp) throws(StoreError) -> AppRecord {
        let isRetired = try first("SELECT deleted_at IS NOT NULL FROM apps WHERE name = ?1", [.text(name)]) { row in
            row.flag(0)
        }
        if let isRetired { throw Self.taken(name, isRetired: isRetired) }
        try run(
            """
            INSERT INTO apps (name, title, poll_interval, poll_jitter, revision, next_version, created_at)
            VALUES (?1, ?2, ?3, ?4, 1, 1, ?5)
            """, [.text(name), .text(title), .integer(poll.interval), .integer(poll.jitter), .instant(stamp.at)])
        let id = try appID(name)
        try run(
            """
            INSERT INTO drafts (app_id, revision, published_revision, settings, changed_at)
            VALUES (?1, 1, 0, '{}', ?2)
            """, [.integer(id), .instant(stamp.at)])
        try run(
            """
            INSERT INTO channels (app_id, name, version, is_public, sequence, changed_at) VALUES (?1, ?2, NULL, 1, 0, ?3)
            """, [.integer(id), .text(ChannelRecord.production), .instant(stamp.at)])
        let app = try app(name)
        try audit(.appCreate, app: name, before: nil, after: AuditText.app(app), stamp)
        return app
    }

    func changeApp(
        _ name: String, title: String?, poll: PollSettings?, if precondition: Precondition, _ stamp: Stamp
    ) throws(StoreError) -> AppRecord {
        let before = try app(name)
        try precondition.verify("The app \(name)", current: before.revision)
        try run(
            """
            UPDATE apps SET title = ?2, poll_interval = ?3, poll_jitter = ?4, revision = revision + 1
            WHERE name = ?1 AND deleted_at IS NULL
            """,
            [
                .text(name), .text(title ?? before.title), .integer((poll ?? before.poll).interval),
                .integer((poll ?? before.poll).jitter),
            ])
        let after = try app(name)
        try audit(.appChange, app: name, before: AuditText.app(before), after: AuditText.app(after), stamp)
        return after
    }

    /// Deletes all an app has; its row stays, so that its name is never used again.
    func deleteApp(_ name: String, if precondition: Precondition, _ stamp: Stamp) throws(StoreError) {
        let before = try app(name)
        try precondition.verify("The app \(name)", current: before.revision)
        let id = try appID(name)
        // Rows that refer to others go first.
        let blobs = try releaseBlobs(id)
        for table in [
            "channels", "release_contents", "releases", "draft_rules", "drafts", "expectations", "screens",
        ] { try run("DELETE FROM \(table) WHERE app_id = ?1", [.integer(id)]) }
        try dropBlobs(blobs)
        try run("UPDATE apps SET deleted_at = ?2 WHERE id = ?1", [.integer(id), .instant(stamp.at)])
        try audit(.appDelete, app: name, before: AuditText.app(before), after: nil, stamp)
    }

    static func noApp(_ name: String) -> StoreError {
        .notFound("app \(name)", hint: "List the apps, or make it with POST /v1/apps.")
    }

    private static func taken(_ name: String, isRetired: Bool) -> StoreError {
        guard isRetired else {
            return StoreError(.exists, "There is an app \(name) already.", hint: "Choose another name.")
        }
        return StoreError(
            .nameRetired, "An app \(name) was deleted; its name is never used again.",
            hint: "Choose another name: clients out there may still ask for the old one.")
    }
}
