import Digests
import RouteModel
import SQLiteKit

extension Session {
    private static let releaseColumns = """
        r.version, r.digest, r.content_digest, r.published_at, r.message, r.author_id, r.author_name, r.author_address,
        r.rule_count, r.body_bytes, r.gzip_bytes, r.was_public, r.restored_from
        """

    private static func release(_ app: String, _ row: borrowing Row) -> ReleaseRecord {
        ReleaseRecord(
            app: app, version: row.integer(0), digest: row.text(1), contentDigest: row.text(2),
            publishedAt: row.instant(3), message: row.text(4),
            author: Principal(tokenID: row.optionalText(5), name: row.text(6), address: row.text(7)),
            ruleCount: row.integer(8), bodyByteCount: row.integer(9), gzipByteCount: row.integer(10),
            wasPublic: row.flag(11), restoredFrom: row.optionalInteger(12))
    }

    func releases(_ app: String, below version: Int?, limit: Int) throws(StoreError) -> [ReleaseRecord] {
        try all(
            """
            SELECT \(Self.releaseColumns) FROM releases r WHERE r.app_id = ?1 AND r.version < ?2
            ORDER BY r.version DESC LIMIT ?3
            """,
            [
                .integer(try appID(app)), .integer(version ?? .max),
                .integer(max(1, min(limit, StoreLimits.pageRowsMax))),
            ]
        ) { row in Self.release(app, row) }
    }

    func release(_ app: String, _ version: Int) throws(StoreError) -> ReleaseRecord {
        let found = try first(
            "SELECT \(Self.releaseColumns) FROM releases r WHERE r.app_id = ?1 AND r.version = ?2",
            [.integer(try appID(app)), .integer(version)]
        ) { row in Self.release(app, row) }
        guard let found else { throw Self.noRelease("\(version) of \(app)") }
        return found
    }

    func releaseContent(_ app: String, _ version: Int) throws(StoreError) -> ReleaseContent {
        try content(app, "r.version = ?2", .integer(version), name: "\(version) of \(app)")
    }

    func releaseContent(_ app: String, digest: String) throws(StoreError) -> ReleaseContent {
        try content(app, "r.digest = ?2", .text(digest), name: "of \(app) with the digest \(digest)")
    }

    func releaseSource(_ app: String, _ version: Int) throws(StoreError) -> ReleaseSource {
        let found = try first(
            """
            SELECT \(Self.releaseColumns), c.draft_blob, c.findings FROM releases r
            JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
            WHERE r.app_id = ?1 AND r.version = ?2
            """, [.integer(try appID(app)), .integer(version)]
        ) { row in (record: Self.release(app, row), draft: row.integer(13), findings: row.bytes(14)) }
        guard let found else { throw Self.noRelease("\(version) of \(app)") }
        return ReleaseSource(record: found.record, draft: try blob(found.draft), findings: found.findings)
    }

    /// Numbers of all byte strings of an app's releases.
    func releaseBlobs(_ id: Int) throws(StoreError) -> [Int] {
        try all("SELECT body_blob, gzip_blob, draft_blob FROM release_contents WHERE app_id = ?1", [.integer(id)]) {
            row in [row.integer(0), row.integer(1), row.integer(2)]
        }.flatMap { $0 }
    }

    private func content(
        _ app: String, _ condition: StaticString, _ value: SQLValue, name: String
    ) throws(StoreError) -> ReleaseContent {
        let found = try first(
            """
            SELECT \(Self.releaseColumns), c.body_blob, c.gzip_blob FROM releases r
            JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
            WHERE r.app_id = ?1 AND \(condition)
            """, [.integer(try appID(app)), value]
        ) { row in (record: Self.release(app, row), body: row.integer(13), gzip: row.integer(14)) }
        guard let found else { throw Self.noRelease(name) }
        let content = ReleaseContent(record: found.record, body: try blob(found.body), gzip: try blob(found.gzip))
        // The second half of the pair: the digest was verified before the body was written, and is again now.
        guard SHA256.hexDigest(of: content.body) == found.record.digest else {
            throw StoreError(
                .corrupt, "The body of release \(found.record.version) of \(app) no longer has its digest.",
                hint: "Restore the latest backup; keep the damaged file for analysis.")
        }
        return content
    }

    private static func noRelease(_ name: String) -> StoreError {
        .notFound("release \(name)", hint: "List the releases with GET …/releases.")
    }
}
