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
        let head = try head()
        return StorePosition(epoch: head.epoch, sequence: head.sequence)
    }

    /// The epoch and the row of the audit that the copy has; without a hash in a file of 0.2.0.
    func head() throws(StoreError) -> StoreHead {
        let found = try target.read { session in
            try session.first("SELECT epoch, sequence, hash FROM node_state WHERE id = 1") { row in
                StoreHead(epoch: row.integer(0), sequence: row.integer(1), hash: row.optionalBytes(2) ?? [])
            }
        }
        return found ?? StoreHead(epoch: 0, sequence: 0, hash: [])
    }

    /// The identity of the store that it is of; nil in a file of 0.2.0.
    func identity() throws(StoreError) -> String? { try target.read { session in try session.identity() } }

    /// Records the identity of the store that it is of.
    func bind(to identity: String) throws(StoreError) {
        try target.write { session in
            _ = try session.run("UPDATE facts SET identity = ?1 WHERE id = 1", [.text(identity)])
        }
    }

    /// Records how new the copy is.
    package func note(_ head: StoreHead) throws(StoreError) {
        try target.write { session in try Self.note(head, in: session) }
    }

    /// Sets the epoch of all heads, where the store has another one and everything else is as it was.
    package func set(epoch: Int) throws(StoreError) {
        try target.write { session in try Self.set(epoch: epoch, in: session) }
    }

    private static func set(epoch: Int, in session: StoreSession) throws(StoreError) {
        try session.run("UPDATE facts SET epoch = ?1 WHERE id = 1 AND epoch <> ?1", [.integer(epoch)])
        session.forgetHead()
    }

    private static func note(_ head: StoreHead, in session: StoreSession) throws(StoreError) {
        try set(epoch: head.epoch, in: session)
        try session.run(
            "UPDATE node_state SET epoch = ?1, sequence = ?2, hash = ?3 WHERE id = 1",
            [.integer(head.epoch), .integer(head.sequence), .blob(head.hash)])
    }

    /// Makes the copy as new as the store: where the audit continues the row that the copy has, by what its rows name.
    package func bringUp() throws(StoreError) {
        let head = try source.read { session in try session.head() }
        guard try self.head() != head else { return }
        if let rows = try rows(upTo: head) {
            let touched = TouchedParts(rows)
            if touched.tokens || touched.sessions { try copyAccess() }
            for app in touched.apps.sorted() { try copyApp(app) }
            try note(head)
        } else {
            try copyAll()
        }
    }

    /// The rows of the audit from the one that the copy has to another one.
    ///
    /// The epoch may be another one: a server that was started again has lost nothing if each row continues the one before.
    ///
    /// - Returns: The rows; nil if they do not continue what the copy has, some are missing, or there are too many.
    package func rows(upTo head: StoreHead) throws(StoreError) -> [AuditRecord]? {
        let known = try self.head()
        guard known.epoch > 0, (0...CopyLimits.rowsMax).contains(head.sequence - known.sequence) else { return nil }
        var query = AuditQuery(limit: StoreLimits.pageRowsMax)
        query.isOldestFirst = true
        var rows: [AuditRecord] = []
        while rows.count < head.sequence - known.sequence {
            query.after = known.sequence + rows.count
            let page = try source.auditPage(query).rows.filter { $0.sequence <= head.sequence }
            guard page.first?.sequence == known.sequence + rows.count + 1 else { return nil }
            rows += page
        }
        guard !known.hash.isEmpty else { return known.epoch == head.epoch ? rows : nil }
        return (rows.first?.previousHash ?? head.hash) == known.hash ? rows : nil
    }

    /// Copies everything that differs; until the end the copy is what it was, for a start without the database.
    ///
    /// - Throws: `busy` if bytes were removed from the store meanwhile; then everything is to be copied again.
    package func copyAll() throws(StoreError) {
        try copyAccess()
        let (all, head) = try read { session throws(StoreError) in
            (try AppRows(of: nil, in: session, releases: releases), try session.head())
        }
        let known = try blobs()
        var taken: [BlobRows] = []
        for batch in Self.batches(all.blobs.filter { $0.digest.isEmpty || known[$0.id] != $0.digest }) {
            let blobs = try read { session throws(StoreError) in try BlobRows.all(batch, in: session) }
            guard blobs.count == batch.count else {
                throw StoreError(.busy, "Bytes were removed while they were copied.", hint: "Try again.")
            }
            // The number may be that of other bytes in the copy, which is still served.
            taken += blobs.filter { known[$0.id] != nil }
            try target.write { session in for blob in blobs where known[blob.id] == nil { try blob.insert(in: session) }
            }
        }
        try target.write { [taken] session in
            for table in AppRows.tables + ["release_indexes", "apps"] { try session.run("DELETE FROM \(table)") }
            for blob in taken { try blob.replace(in: session) }
            try all.insert(in: session)
            let kept = Set(all.blobs.map(\.id))
            let present = try session.all("SELECT id FROM blobs") { row in row.integer(0) }
            for id in present where !kept.contains(id) { try BlobRows.remove(id, in: session) }
            try Self.note(head, in: session)
        }
    }

    /// Numbers of bytes, in groups that are read at once.
    private static func batches(_ blobs: [StoredBytes]) -> [[Int]] {
        var batches: [[Int]] = []
        var size = 0
        for blob in blobs {
            if batches.isEmpty || size + blob.count > CopyLimits.batchBytes
                || batches[batches.count - 1].count == CopyLimits.batchBlobs
            {
                batches.append([])
                size = 0
            }
            batches[batches.count - 1].append(blob.id)
            size += blob.count
        }
        return batches
    }

    /// The digests of the copied bytes by their numbers; of those without a digest an empty one.
    private func blobs() throws(StoreError) -> [Int: [UInt8]] {
        let found = try target.read { session in
            try session.all("SELECT id, digest FROM blobs") { row in (row.integer(0), row.optionalBytes(1) ?? []) }
        }
        return Dictionary(uniqueKeysWithValues: found)
    }

    /// Reads from the store in one snapshot, of the same tables.
    ///
    /// While a dump is put back, PostgreSQL shows new tables without rows to a snapshot that is older: of such tokens, none
    /// would be valid. The row of facts is not seen then, either; where it is seen, its lock keeps all tables.
    private func read<Value>(
        _ body: (StoreSession) throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        try source.read { session in
            try verify(session)
            _ = try session.facts()
            return try body(session)
        }
    }

    /// Copies tokens and sessions.
    package func copyAccess() throws(StoreError) {
        let tables = Self.access.map(CopiedTable.named)
        let rows = try read { session throws(StoreError) in
            try tables.map { table throws(StoreError) in try Self.rows(of: table, in: session) }
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
        let known = try blobs()
        let (app, blobs) = try read { session throws(StoreError) in
            let app = try AppRows(of: name, in: session, releases: releases)
            var missing: [BlobRows] = []
            for batch in Self.batches(app.blobs.filter { known[$0.id] != $0.digest }) {
                missing += try BlobRows.all(batch, in: session)
            }
            return (app, missing)
        }
        try target.write { session in
            let former = try AppRows(of: name, in: session, releases: .max)
            try former.remove(in: session)
            try app.insert(in: session)
            for blob in blobs { try blob.replace(in: session) }
            for blob in Set(former.blobs.map(\.id)).subtracting(app.blobs.map(\.id)) {
                try BlobRows.remove(blob, in: session)
            }
            try Self.set(epoch: app.epoch, in: session)
        }
    }

    private static let access = ["tokens", "token_apps", "token_channels", "sessions", "person_sessions"]

    /// The rows of a table that meet a condition.
    fileprivate static func rows(
        of table: CopiedTable, in session: StoreSession, where condition: String = "", _ values: [SQLValue] = []
    ) throws(StoreError) -> [[SQLValue]] {
        try session.all(table.query(where: condition), values) { row in
            table.values(row, count: table.columns.count)
        }
    }
}

/// Bytes of a release in the store.
private struct StoredBytes: Sendable {
    let id: Int
    let count: Int
    /// Empty in a store of 0.2.0.
    let digest: [UInt8]
}

/// The rows that a node needs of one app or of all, read in one snapshot; without the bytes of releases.
private struct AppRows {
    /// The tables with a column `app_id`, those first that others refer to.
    static let tables = ["releases", "release_contents", "release_surfaces", "channels", "hosts"]
    /// Of these, the ones that have a row for each release.
    private static let byRelease = ["releases", "release_contents", "release_surfaces"]

    private var rows: [(table: CopiedTable, rows: [[SQLValue]])] = []
    /// The epoch of the store in that snapshot: heads of the rows are of it.
    let epoch: Int
    /// The bytes that the rows need.
    private(set) var blobs: [StoredBytes] = []

    /// Reads the rows of an app; of all apps with nil.
    init(of name: String?, in session: StoreSession, releases: Int) throws(StoreError) {
        epoch = try session.facts().epoch
        let values: [SQLValue] = [.optional(name), .integer(releases)]
        let apps = "SELECT id FROM apps WHERE deleted_at IS NULL AND (CAST(?1 AS TEXT) IS NULL OR name = ?1)"
        // The newest releases with bytes, and those of channels.
        let needed = """
            SELECT app_id, version FROM (SELECT app_id, version,
                row_number() OVER (PARTITION BY app_id ORDER BY version DESC) AS place
                FROM releases WHERE removed_at IS NULL AND app_id IN (\(apps))) newest
            WHERE place <= CAST(?2 AS bigint)
            UNION SELECT app_id, version FROM channels
            WHERE version IS NOT NULL AND deleted_at IS NULL AND app_id IN (\(apps))
            """
        let digests = "SELECT digest FROM releases WHERE (app_id, version) IN (\(needed))"
        try add("apps", session, where: "id IN (\(apps))", [.optional(name)])
        for table in Self.tables {
            let isByRelease = Self.byRelease.contains(table)
            try add(
                table, session, where: isByRelease ? "(app_id, version) IN (\(needed))" : "app_id IN (\(apps))",
                isByRelease ? values : [.optional(name)])
        }
        try add("release_indexes", session, where: "body_digest IN (\(digests))", values)
        blobs = try session.all(
            """
            SELECT id, byte_count, digest FROM blobs WHERE id IN (
                SELECT body_blob FROM release_contents WHERE (app_id, version) IN (\(needed))
                UNION SELECT gzip_blob FROM release_contents WHERE (app_id, version) IN (\(needed))
                UNION SELECT gzip_blob FROM release_indexes WHERE body_digest IN (\(digests)))
            """, values
        ) { row in
            StoredBytes(id: row.integer(0), count: row.integer(1), digest: row.optionalBytes(2) ?? [])
        }
    }

    private mutating func add(
        _ table: String, _ session: StoreSession, where condition: String, _ values: [SQLValue]
    ) throws(StoreError) {
        let table = CopiedTable.named(table)
        rows.append((table, try ServedCopy.rows(of: table, in: session, where: condition, values)))
    }

    /// Inserts the rows.
    func insert(in session: StoreSession) throws(StoreError) {
        for (table, rows) in rows {
            for row in rows { try session.run(table.insertion, row) }
        }
    }

    /// Deletes the rows.
    func remove(in session: StoreSession) throws(StoreError) {
        for (table, rows) in rows.reversed() {
            for row in rows { try session.run(table.deletion, Array(row.prefix(table.keyCount))) }
        }
    }
}

/// The rows of the bytes of one part of a release.
private struct BlobRows {
    let id: Int
    private let rows: [(table: CopiedTable, row: [SQLValue])]

    /// Reads bytes by their numbers, at most ``CopyLimits/batchBlobs``; those that are not there are left out.
    static func all(_ ids: [Int], in session: StoreSession) throws(StoreError) -> [BlobRows] {
        guard let last = ids.last else { return [] }
        var found: [Int: [(CopiedTable, [SQLValue])]] = [:]
        // Always as many, because each text of a statement is prepared.
        let numbers = (0..<CopyLimits.batchBlobs).map { SQLValue.integer(ids.indices.contains($0) ? ids[$0] : last) }
        let parameters = numbers.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
        for (name, column) in [("blobs", "id"), ("blob_chunks", "blob_id")] {
            let table = CopiedTable.named(name)
            for row in try ServedCopy.rows(of: table, in: session, where: "\(column) IN (\(parameters))", numbers) {
                guard case .integer(let id)? = row.first else { preconditionFailure("a key is a number") }
                found[id, default: []].append((table, row))
            }
        }
        return ids.compactMap { id in found[id].map { BlobRows(id: id, rows: $0) } }
    }

    func insert(in session: StoreSession) throws(StoreError) {
        for (table, row) in rows { try session.run(table.insertion, row) }
    }

    /// Inserts the bytes in the place of those with the same number.
    func replace(in session: StoreSession) throws(StoreError) {
        try Self.remove(id, in: session)
        try insert(in: session)
    }

    static func remove(_ id: Int, in session: StoreSession) throws(StoreError) {
        try session.run("DELETE FROM blob_chunks WHERE blob_id = ?1", [.integer(id)])
        try session.run("DELETE FROM blobs WHERE id = ?1", [.integer(id)])
    }
}
