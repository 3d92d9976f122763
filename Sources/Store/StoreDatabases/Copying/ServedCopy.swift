package import ReleaseStore
import SQLKit
package import StoreRecords

/// The part of a store that a node needs to serve clients and to know their tokens, copied into the node's own file.
///
/// Rows are copied as they are, so that the same operations read them. Left out are drafts, the audit, and releases that
/// the node neither keeps in memory nor serves at a channel. Each call leaves a whole state of what it copies.
package struct ServedCopy: Sendable {
    private let source: any RuleStore
    /// The node's own file.
    package let target: any RuleStore
    private let releases: Int
    private let verify: @Sendable (StoreSession) throws(StoreError) -> Void

    /// Takes the shared store and the node's own file, which has the tables of a store and `node_state`.
    ///
    /// - Parameters:
    ///   - source: the shared store.
    ///   - target: the file, which no other process has open.
    ///   - releases: how many of the newest releases of each app are copied, besides those of channels.
    ///   - verify: is called in each snapshot of the store that is copied, and throws if that may not be served.
    package init(
        from source: any RuleStore, to target: any RuleStore, releases: Int,
        verify: @escaping @Sendable (StoreSession) throws(StoreError) -> Void = { _ throws(StoreError) in }
    ) {
        self.verify = verify
        self.source = source
        self.target = target
        self.releases = releases
    }

    /// How new the copy is; epoch 0 before the first whole copy.
    package func position() throws(StoreError) -> StorePosition {
        let found = try target.read { session in
            try session.first("SELECT epoch, sequence FROM node_state WHERE id = 1") { row in
                StorePosition(epoch: row.integer(0), sequence: row.integer(1))
            }
        }
        return found ?? StorePosition(epoch: 0, sequence: 0)
    }

    /// Records how new the copy is.
    package func note(_ position: StorePosition) throws(StoreError) {
        try target.write { session in
            _ = try session.run(
                "UPDATE node_state SET epoch = ?1, sequence = ?2 WHERE id = 1",
                [.integer(position.epoch), .integer(position.sequence)])
        }
    }

    /// Makes the copy as new as the store: where the audit has all rows since then, by what they name.
    package func bringUp() throws(StoreError) {
        let known = try position()
        let head = try source.read { session in try session.head() }
        let present = StorePosition(epoch: head.epoch, sequence: head.sequence)
        guard known != present else { return }
        if known.epoch == present.epoch, known.sequence <= present.sequence, let rows = try rows(known, present) {
            let touched = TouchedParts(rows)
            for app in touched.apps.sorted() { try copyApp(app) }
            if touched.tokens || touched.sessions { try copyAccess() }
        } else {
            try copyAll()
        }
        try note(present)
    }

    /// The rows of the audit between two positions of one epoch; nil if some are missing, or there are too many.
    private func rows(_ first: StorePosition, _ last: StorePosition) throws(StoreError) -> [AuditRecord]? {
        guard last.sequence - first.sequence <= CopyLimits.rowsMax else { return nil }
        var query = AuditQuery(limit: StoreLimits.pageRowsMax)
        query.isOldestFirst = true
        var rows: [AuditRecord] = []
        while rows.count < last.sequence - first.sequence {
            query.after = first.sequence + rows.count
            let page = try source.auditPage(query).rows
            guard page.first?.sequence == first.sequence + rows.count + 1 else { return nil }
            rows += page
        }
        return rows
    }

    /// Copies everything anew; the copy is one of no position until ``note(_:)``.
    package func copyAll() throws(StoreError) {
        let epoch = try source.read { session in
            try verify(session)
            return try session.facts().epoch
        }
        let apps = try source.read { session in
            try session.all("SELECT name FROM apps WHERE deleted_at IS NULL ORDER BY name") { row in row.text(0) }
        }
        try target.write { session in
            for table in Self.tables { try session.run("DELETE FROM \(table)") }
            try session.run("UPDATE facts SET epoch = ?1 WHERE id = 1", [.integer(epoch)])
            try session.run("UPDATE node_state SET epoch = 0, sequence = 0 WHERE id = 1")
            session.forgetHead()
        }
        for app in apps { try copyApp(app) }
        try copyAccess()
    }

    /// Copies tokens and sessions.
    package func copyAccess() throws(StoreError) {
        let tables = Self.access.map(CopiedTable.named)
        let rows = try source.read { session in
            try verify(session)
            return try tables.map { table in try Self.rows(of: table, in: session) }
        }
        try target.write { session in
            for table in tables.reversed() { try session.run("DELETE FROM \(table.name)") }
            for (table, rows) in zip(tables, rows) {
                for row in rows { try session.run(table.insertion, row) }
            }
        }
    }

    /// Copies an app; one that was deleted, or that there is not, is removed.
    package func copyApp(_ name: String) throws(StoreError) {
        let known = try target.read { session in
            Set(try session.all("SELECT id FROM blobs") { row in row.integer(0) })
        }
        let app = try source.read { session in
            try verify(session)
            return try AppRows(name, in: session, releases: releases, without: known)
        }
        try target.write { session in try app.replace(in: session) }
    }

    private static let access = ["tokens", "token_apps", "token_channels", "sessions", "person_sessions"]

    private static let tables =
        access + AppRows.tables + ["apps", "release_indexes", "blob_chunks", "blobs"]

    /// The rows of a table that meet a condition.
    fileprivate static func rows(
        of table: CopiedTable, in session: StoreSession, where condition: String = "", _ values: [SQLValue] = []
    ) throws(StoreError) -> [[SQLValue]] {
        try session.all(table.query(where: condition), values) { row in
            table.values(row, count: table.columns.count)
        }
    }
}

/// The rows of one app that a node needs, read in one snapshot.
private struct AppRows {
    /// The tables with a column `app_id`, those first that others refer to.
    static let tables = ["releases", "release_contents", "release_surfaces", "channels", "hosts"]
    /// Of these, the ones that have a row for each release.
    private static let byRelease = ["releases", "release_contents", "release_surfaces"]

    private let name: String
    private var rows: [(table: CopiedTable, rows: [[SQLValue]])] = []
    /// The epoch of the store in that snapshot: heads of the rows are of it.
    private let epoch: Int
    /// The blobs that the rows need, also those that the target has.
    private var blobs: Set<Int> = []

    init(_ name: String, in session: StoreSession, releases: Int, without known: Set<Int>) throws(StoreError) {
        self.name = name
        epoch = try session.facts().epoch
        let id = try session.first(
            "SELECT id FROM apps WHERE name = ?1 AND deleted_at IS NULL", [.text(name)]
        ) { row in row.integer(0) }
        guard let id else { return }
        try add("apps", session, where: "id = ?1", [.integer(id)])
        let versions = try Self.versions(id, session, releases)
        for table in Self.tables {
            guard Self.byRelease.contains(table) else {
                try add(table, session, where: "app_id = ?1", [.integer(id)])
                continue
            }
            for version in versions {
                try add(table, session, where: "app_id = ?1 AND version = ?2", [.integer(id), .integer(version)])
            }
        }
        for version in versions {
            let values: [SQLValue] = [.integer(id), .integer(version)]
            let digest = "(SELECT digest FROM releases WHERE app_id = ?1 AND version = ?2)"
            try add("release_indexes", session, where: "body_digest = \(digest)", values)
            blobs.formUnion(
                try session.all(
                    """
                    SELECT body_blob FROM release_contents WHERE app_id = ?1 AND version = ?2
                    UNION SELECT gzip_blob FROM release_contents WHERE app_id = ?1 AND version = ?2
                    UNION SELECT gzip_blob FROM release_indexes WHERE body_digest = \(digest)
                    """, values
                ) { row in row.integer(0) })
        }
        for blob in blobs.subtracting(known).sorted() {
            try add("blobs", session, where: "id = ?1", [.integer(blob)])
            try add("blob_chunks", session, where: "blob_id = ?1", [.integer(blob)])
        }
    }

    /// The newest releases with bytes, and those of channels.
    private static func versions(_ id: Int, _ session: StoreSession, _ count: Int) throws(StoreError) -> [Int] {
        let newest = try session.all(
            "SELECT version FROM releases WHERE app_id = ?1 AND removed_at IS NULL ORDER BY version DESC LIMIT ?2",
            [.integer(id), .integer(count)]
        ) { row in row.integer(0) }
        let served = try session.all(
            "SELECT version FROM channels WHERE app_id = ?1 AND version IS NOT NULL AND deleted_at IS NULL",
            [.integer(id)]
        ) { row in row.integer(0) }
        return Set(newest + served).sorted()
    }

    private mutating func add(
        _ table: String, _ session: StoreSession, where condition: String, _ values: [SQLValue]
    ) throws(StoreError) {
        let table = CopiedTable.named(table)
        let found = try ServedCopy.rows(of: table, in: session, where: condition, values)
        if !found.isEmpty { rows.append((table, found)) }
    }

    /// Replaces what the target has of the app, and removes the bytes that only that needed.
    func replace(in session: StoreSession) throws(StoreError) {
        let id = try session.first("SELECT id FROM apps WHERE name = ?1", [.text(name)]) { row in row.integer(0) }
        var former: Set<Int> = []
        try session.run("UPDATE facts SET epoch = ?1 WHERE id = 1 AND epoch <> ?1", [.integer(epoch)])
        session.forgetHead()
        if let id {
            let digests = "(SELECT digest FROM releases WHERE app_id = ?1)"
            former = Set(
                try session.all(
                    """
                    SELECT body_blob FROM release_contents WHERE app_id = ?1
                    UNION SELECT gzip_blob FROM release_contents WHERE app_id = ?1
                    UNION SELECT gzip_blob FROM release_indexes WHERE body_digest IN \(digests)
                    """, [.integer(id)]
                ) { row in row.integer(0) })
            try session.run("DELETE FROM release_indexes WHERE body_digest IN \(digests)", [.integer(id)])
            for table in Self.tables.reversed() {
                try session.run("DELETE FROM \(table) WHERE app_id = ?1", [.integer(id)])
            }
            try session.run("DELETE FROM apps WHERE id = ?1", [.integer(id)])
        }
        for (table, rows) in rows {
            for row in rows { try session.run(table.insertion, row) }
        }
        for blob in former.subtracting(blobs) {
            try session.run("DELETE FROM blob_chunks WHERE blob_id = ?1", [.integer(blob)])
            try session.run("DELETE FROM blobs WHERE id = ?1", [.integer(blob)])
        }
    }
}
