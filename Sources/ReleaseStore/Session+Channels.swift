import RouteModel
import SQLiteKit

extension Session {
    private static let channelColumns = "a.name, c.name, c.version, c.is_public, c.sequence, c.changed_at"

    private static func channel(_ row: borrowing Row) -> ChannelRecord {
        ChannelRecord(
            app: row.text(0), name: row.text(1), version: row.optionalInteger(2), isPublic: row.flag(3),
            sequence: row.integer(4), changedAt: row.instant(5))
    }

    /// Channels of one app, or of all.
    func channels(_ app: String?) throws(StoreError) -> [ChannelRecord] {
        if let app { _ = try appID(app) }
        return try all(
            """
            SELECT \(Self.channelColumns) FROM channels c JOIN apps a ON a.id = c.app_id
            WHERE ?1 IS NULL OR a.name = ?1 ORDER BY a.name, c.name
            """, [.optional(app)]
        ) { row in Self.channel(row) }
    }

    func findChannel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord? {
        try first(
            """
            SELECT \(Self.channelColumns) FROM channels c JOIN apps a ON a.id = c.app_id
            WHERE c.app_id = ?1 AND c.name = ?2
            """, [.integer(try appID(app)), .text(name)]
        ) { row in Self.channel(row) }
    }

    func channel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord {
        guard let found = try findChannel(app, name) else {
            throw .notFound("channel \(name) of \(app)", hint: "Make it with PUT /v1/apps/\(app)/channels/\(name).")
        }
        return found
    }

    func moveChannel(
        _ app: String, _ name: String, to version: Int, isPublic: Bool, if precondition: Precondition, _ stamp: Stamp
    ) throws(StoreError) -> ChannelRecord {
        let before = try findChannel(app, name)
        try precondition.verify("The channel \(name) of \(app)", current: before?.sequence ?? 0)
        _ = try release(app, version)
        let after = try point(app, try appID(app), name, at: version, isPublic: isPublic, stamp)
        try audit(
            .channelMove, app: app, before: before.map { AuditText.channel($0) }, after: AuditText.channel(after), stamp
        )
        return after
    }

    /// Points a channel at a release that is there, raises its sequence, and remembers what became public by it.
    func point(
        _ app: String, _ id: Int, _ name: String, at version: Int, isPublic: Bool, _ stamp: Stamp
    ) throws(StoreError) -> ChannelRecord {
        try run(
            """
            INSERT INTO channels (app_id, name, version, is_public, sequence, changed_at) VALUES (?1, ?2, ?3, ?4, 1, ?5)
            ON CONFLICT (app_id, name) DO UPDATE SET version = excluded.version, is_public = excluded.is_public,
                sequence = sequence + 1, changed_at = excluded.changed_at
            """, [.integer(id), .text(name), .integer(version), .flag(isPublic), .instant(stamp.at)])
        if isPublic {
            try run(
                "UPDATE releases SET was_public = 1 WHERE app_id = ?1 AND version = ?2 AND was_public = 0",
                [.integer(id), .integer(version)])
        }
        return try channel(app, name)
    }
}
