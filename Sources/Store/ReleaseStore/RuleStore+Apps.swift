package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// All apps, by name, without deleted ones; one that cannot be read is left out and noted in ``memory``.
    package func apps() throws(StoreError) -> [AppRecord] {
        try read { session in try session.apps(memory.damage) }
    }

    /// A page of the apps of a scope, by name: those behind a name, whose name or title contains a text, at most so many.
    ///
    /// Other rows are not read.
    package func apps(
        in scope: AppScope, containing text: String? = nil, after name: String, most: Int
    ) throws(StoreError) -> [AppRecord] {
        try read { session in
            try session.apps(in: scope, containing: text, after: name, most: most, memory.damage)
        }
    }

    /// How many apps of a scope there are, of those whose name or title contains a text.
    package func appCount(in scope: AppScope, containing text: String?) throws(StoreError) -> Int {
        try read { session in
            guard case .all = scope else {
                return try session.apps(in: scope, containing: text, after: "", most: .max, memory.damage).count
            }
            let filter = session.filter(text, ["name", "title"], number: 1)
            return try session.first(
                "SELECT count(*) FROM apps WHERE deleted_at IS NULL \(filter.condition)", filter.values
            ) { row in row.integer(0) } ?? 0
        }
    }

    /// One app, or `notFound`.
    package func app(_ name: String) throws(StoreError) -> AppRecord {
        try read { session in try session.app(name) }
    }

    /// Makes an app with an empty draft and the channel `production`; `exists` or `nameRetired` if the name was used
    /// before.
    package func createApp(
        _ name: String, title: String, poll: PollSettings, by: Principal, at: Instant, recording: Recording<AppRecord>?
    ) throws(StoreError) -> AppRecord {
        let stamp = Stamp(by: by, at: at)
        return try write(stamp, recording: recording) { session in
            try session.createApp(name, title: title, poll: poll, stamp)
        }
    }

    /// Changes title, poll settings or retention; nil leaves a value unchanged.
    package func changeApp(
        _ name: String, title: String?, poll: PollSettings?, retention: AppRetention? = nil,
        if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> AppRecord {
        try write { session in
            let before = try session.app(name)
            try precondition.verify("The app \(name)", current: before.revision)
            let (poll, retention) = (poll ?? before.poll, retention ?? before.retention)
            try session.run(
                """
                UPDATE apps SET title = ?2, poll_interval = ?3, poll_jitter = ?4, revision = revision + 1,
                    retention_releases = ?5, retention_days = ?6 WHERE name = ?1 AND deleted_at IS NULL
                """,
                [
                    .text(name), .text(title ?? before.title), .integer(poll.interval), .integer(poll.jitter),
                    .optional(retention.releases), .optional(retention.days),
                ])
            let after = try session.app(name)
            try session.audit(
                .appChange, app: name, before: AuditText.app(before), after: AuditText.app(after),
                Stamp(by: by, at: at))
            return after
        }
    }

    /// Deletes an app with all its data; its row stays, so that its name is never used again.
    package func deleteApp(
        _ name: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) {
        defer { memory.settings.remove(name) }
        try waitingForDraft(of: name) { () throws(StoreError) in
            try write { session in try session.deleteApp(name, if: precondition, Stamp(by: by, at: at)) }
        }
    }
}

// MARK: Rows of apps

extension StoreSession {
    fileprivate func deleteApp(_ name: String, if precondition: Precondition, _ stamp: Stamp) throws(StoreError) {
        let before = try app(name)
        try precondition.verify("The app \(name)", current: before.revision)
        let id = try editPlaces.place(name, nil, in: self).id
        let blobs = try releaseBlobs(id) + IndexTable(session: self).remove(ofApp: id)
        // Rows that refer to others are deleted first.
        for table in [
            "hosts", "channels", "release_surfaces", "release_contents", "releases", "draft_rules", "drafts",
            "expectations", "screen_needs", "screens",
        ] { try run("DELETE FROM \(table) WHERE app_id = ?1", [.integer(id)]) }
        try self.blobs.delete(blobs)
        appIDs[name] = nil
        try run("UPDATE apps SET deleted_at = ?2 WHERE id = ?1", [.integer(id), .instant(stamp.at)])
        try audit(.appDelete, app: name, before: AuditText.app(before), after: nil, stamp)
    }

    private static let appColumns =
        "name, title, poll_interval, poll_jitter, revision, created_at, retention_releases, retention_days"

    private static func app(_ row: borrowing SQLRow) -> AppRecord {
        AppRecord(
            name: row.text(0), title: row.text(1),
            poll: PollSettings(interval: row.integer(2), jitter: row.integer(3)), revision: row.integer(4),
            createdAt: row.instant(5),
            retention: AppRetention(releases: row.optionalInteger(6), days: row.optionalInteger(7)))
    }

    func apps(_ damage: DamagedRows) throws(StoreError) -> [AppRecord] {
        try apps(in: .all, containing: nil, after: "", most: .max, damage)
    }

    func apps(
        in scope: AppScope, containing text: String?, after name: String, most: Int, _ damage: DamagedRows
    ) throws(StoreError) -> [AppRecord] {
        var found: [AppRecord] = []
        if case .only(let names) = scope {
            for own in names.sorted() where own > name && found.count < most {
                let app = try undamaged { () throws(StoreError) in try findApp(own, containing: text) } ?? nil
                if let app { found.append(app) }
            }
            return found
        }
        let query = "SELECT \(Self.appColumns) FROM apps WHERE deleted_at IS NULL"
        found = try TableRows(session: self, damage: damage, table: "apps", column: "id").values {
            condition, values throws(StoreError) in
            let number = values.count + 1
            let filter = filter(text, ["name", "title"], number: number + 2)
            return try all(
                "\(query) AND \(condition) AND name > ?\(number) \(filter.condition) ORDER BY name LIMIT ?\(number + 1)",
                values + [.text(name), .integer(most)] + filter.values
            ) { row in Self.app(row) }
        }
        // Rows that are read one by one, where one is damaged, have the order of their numbers.
        return Array(found.sorted { $0.name < $1.name }.prefix(most))
    }

    private func findApp(_ name: String, containing text: String? = nil) throws(StoreError) -> AppRecord? {
        let filter = filter(text, ["name", "title"], number: 2)
        return try first(
            "SELECT \(Self.appColumns) FROM apps WHERE name = ?1 AND deleted_at IS NULL \(filter.condition)",
            [.text(name)] + filter.values
        ) { row in Self.app(row) }
    }

    func app(_ name: String) throws(StoreError) -> AppRecord {
        guard let found = try findApp(name) else { throw Self.noApp(name) }
        return found
    }

    /// The number by which other tables refer to an app.
    func appID(_ name: String) throws(StoreError) -> Int {
        if let known = appIDs[name] { return known }
        let found = try first("SELECT id FROM apps WHERE name = ?1 AND deleted_at IS NULL", [.text(name)]) { row in
            row.integer(0)
        }
        guard let found else { throw Self.noApp(name) }
        if newest != nil || isSnapshot {
            if appIDs.count >= StatementLimits.presentRowsMax { appIDs = [:] }
            appIDs[name] = found
        }
        return found
    }

    fileprivate func createApp(
        _ name: String, title: String, poll: PollSettings, _ stamp: Stamp
    ) throws(StoreError) -> AppRecord {
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

    func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord {
        let found = try first(
            "SELECT revision, json FROM expectations WHERE app_id = ?1", [.integer(try appID(app))]
        ) { row in ExpectationsRecord(revision: row.integer(0), json: row.bytes(1)) }
        return found ?? ExpectationsRecord(revision: 0, json: Array("[]".utf8))
    }

    static func noApp(_ name: String) -> StoreError {
        .notFound(.app, "app \(name)", hint: "List the apps, or make it with POST /v1/apps.")
    }

    private static func taken(_ name: String, isRetired: Bool) -> StoreError {
        guard isRetired else {
            return StoreError(.exists, "There is an app \(name) already.", hint: "Choose another name.")
        }
        return StoreError(
            .nameRetired, "An app \(name) was deleted; its name is never used again.",
            hint: "Choose another name: installed clients may still request the old one.")
    }
}

// MARK: Channels

extension RuleStore {
    /// All channels of an app, by name.
    package func channels(_ app: String) throws(StoreError) -> [ChannelRecord] {
        try read { session in try session.channels(of: app) }
    }

    /// How many releases of an app are read without a token, because a public channel points or has pointed at them.
    package func publicReleases(_ app: String) throws(StoreError) -> Int {
        try read { session in
            try session.first(
                "SELECT count(*) FROM releases WHERE app_id = ?1 AND was_public = 1 AND removed_at IS NULL",
                [.integer(try session.appID(app))]
            ) { row in row.integer(0) } ?? 0
        }
    }

    /// One channel, or `notFound`.
    package func channel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord {
        try read { session in try session.channel(app, name) }
    }

    /// Points a channel at a release; makes the release's compiled index if it has none in the present format.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - name: The channel.
    ///   - version: The release.
    ///   - isPublic: Whether clients read the channel without a token; nil keeps what it is. A channel that does not
    ///     exist is made only if this is not nil, and has sequence 0 for the precondition.
    ///   - precondition: The sequence that the channel must have.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: The channel afterwards.
    /// - Throws: `unknownChannel`, `revisionMismatch`, `notFound` or `removed` for the release.
    package func moveChannel(
        _ app: String, _ name: String, to version: Int, isPublic: Bool?, if precondition: Precondition, by: Principal,
        at: Instant
    ) throws(StoreError) -> ChannelRecord {
        let stamp = Stamp(by: by, at: at)
        let index = try missingIndex(app, version)
        let staged = try stage([index?.gzip].compactMap(\.self))
        do throws(StoreError) {
            return try write { session in
                let before = try session.findChannel(app, name)
                guard let isPublic = isPublic ?? before?.isPublic else {
                    throw StoreError.unknownChannel(name, of: app, among: try session.channels(of: app).map(\.name))
                }
                try precondition.verify("The channel \(name) of \(app)", current: before?.sequence ?? 0)
                try session.release(app, version).verifyPresent()
                if let index { try IndexTable(session: session).insert(index, staged: staged?.first) }
                let after = try session.point(
                    app, try session.appID(app), name, at: version, isPublic: isPublic, stamp)
                try session.audit(
                    .channelMove, app: app, before: before.map { AuditText.channel($0) },
                    after: AuditText.channel(after), stamp)
                return after
            }
        } catch {
            discard(staged ?? [])
            throw error
        }
    }

    /// Deletes a channel; if it is made again, it continues its sequence.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - name: The channel.
    ///   - precondition: The sequence that the channel must have. The last public channel that points at a release
    ///     needs an exact one.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Throws: `notFound`, `revisionMismatch`, or `lastPublicChannel`.
    package func deleteChannel(
        _ app: String, _ name: String, if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) {
        try write { session in
            let before = try session.channel(app, name)
            try precondition.verify("The channel \(name) of \(app)", current: before.sequence)
            if precondition == .any { try session.verifyNotLastPublic(before) }
            let id = try session.appID(app)
            try RetentionTable(session: session).leave(id, name, for: nil, at: at)
            try session.run(
                "UPDATE channels SET version = NULL, deleted_at = ?3 WHERE app_id = ?1 AND name = ?2",
                [.integer(id), .text(name), .instant(at)])
            try session.audit(
                .channelDelete, app: app, before: AuditText.channel(before), after: nil, Stamp(by: by, at: at))
        }
    }
}

extension StoreSession {
    private static let channelColumns = "a.name, c.name, c.version, c.is_public, c.sequence, c.changed_at"

    private static func channel(_ row: borrowing SQLRow) -> ChannelRecord {
        ChannelRecord(
            app: row.text(0), name: row.text(1), version: row.optionalInteger(2), isPublic: row.flag(3),
            sequence: row.integer(4), changedAt: row.instant(5))
    }

    /// Channels of one app, or of all apps, by app and name.
    func channels(of app: String) throws(StoreError) -> [ChannelRecord] {
        try all(
            """
            SELECT \(Self.channelColumns) FROM channels c JOIN apps a ON a.id = c.app_id
            WHERE c.deleted_at IS NULL AND c.app_id = ?1 ORDER BY c.name
            """, [.integer(try appID(app))]
        ) { row in Self.channel(row) }
    }

    func findChannel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord? {
        try first(
            """
            SELECT \(Self.channelColumns) FROM channels c JOIN apps a ON a.id = c.app_id
            WHERE c.app_id = ?1 AND c.name = ?2 AND c.deleted_at IS NULL
            """, [.integer(try appID(app)), .text(name)]
        ) { row in Self.channel(row) }
    }

    func channel(_ app: String, _ name: String) throws(StoreError) -> ChannelRecord {
        guard let found = try findChannel(app, name) else {
            throw .notFound(
                .channel, "channel \(name) of \(app)", hint: "Make it with PUT /v1/apps/\(app)/channels/\(name).")
        }
        return found
    }

    /// Refuses to delete the last public channel of an app: clients without a token would get 404.
    fileprivate func verifyNotLastPublic(_ channel: ChannelRecord) throws(StoreError) {
        guard channel.isPublic else { return }
        let others = try channels(of: channel.app).filter { other in
            other.isPublic && other.version != nil && other.name != channel.name
        }
        guard others.isEmpty else { return }
        throw StoreError(
            .lastPublicChannel,
            "\(channel.name) is the last public channel of \(channel.app): clients without a token would get 404.",
            hint: "To delete it, send If-Match with its entity tag instead of *.", current: channel.sequence)
    }

    /// Points a channel at an existing release, raises its sequence, and marks the release if the channel is public.
    ///
    /// A channel that was deleted continues its sequence.
    func point(
        _ app: String, _ id: Int, _ name: String, at version: Int, isPublic: Bool, after last: Int? = nil,
        _ stamp: Stamp
    ) throws(StoreError) -> ChannelRecord {
        try RetentionTable(session: self).leave(id, name, for: version, at: stamp.at)
        let move = """
            INSERT INTO channels (app_id, name, version, is_public, sequence, changed_at) VALUES (?1, ?2, ?3, ?4, 1, ?5)
            ON CONFLICT (app_id, name) DO UPDATE SET version = excluded.version, is_public = excluded.is_public,
                sequence = channels.sequence + 1, changed_at = excluded.changed_at, deleted_at = NULL
            """
        let values: [SQLValue] = [
            .integer(id), .text(name), .integer(version), .flag(isPublic), .instant(stamp.at),
        ]
        let sequence: Int
        if let last {
            try run(move, values)
            sequence = last + 1
        } else {
            sequence = try insert("\(move) RETURNING sequence", values)
        }
        if isPublic {
            try run(
                "UPDATE releases SET was_public = 1 WHERE app_id = ?1 AND version = ?2 AND was_public = 0",
                [.integer(id), .integer(version)])
        }
        return ChannelRecord(
            app: app, name: name, version: version, isPublic: isPublic, sequence: sequence, changedAt: stamp.at)
    }
}
