import RouteModel
import SQLKit
import StoreRecords

/// A release that may be removed, with the numbers of its byte strings.
struct RemovableRelease {
    let version: Int
    let byteCount: Int
    let digest: String
    let blobs: [Int]
}

/// Names of migrations that statements read in the table `migrations`.
package enum MigrationName {
    /// Since this one, the database has the instant at which a channel left a release.
    package static let retention = "5 retention of releases"
    /// Since this one, bodies have compiled indexes.
    package static let indexes = "10 compiled indexes"
    /// Since this one, all bytes of releases have a digest.
    package static let digests = "17 digests of stored bytes"
    /// Since this one, the database has the time up to which clocks have agreed.
    package static let settledTime = "18 settled time"
    /// Since this one, the store has an identity.
    package static let identity = "19 identity of the store"

    /// The statements of the last one, with the type of whole numbers.
    package static func settledTimeColumns(_ type: String) -> String {
        ["marked_at", "marked_clock", "settled_at"].map { "ALTER TABLE facts ADD COLUMN \($0) \(type);" }
            .joined(separator: "\n")
    }
}

/// The rows that retention reads and changes, in one session.
struct RetentionTable {
    let session: StoreSession

    /// Stores when a channel stops pointing at its release, if it does so by pointing at `version` or at none.
    func leave(_ id: Int, _ channel: String, for version: Int?, at: Instant) throws(StoreError) {
        // Clocks may be set back, so the later instant counts.
        try session.run(
            """
            UPDATE releases SET left_at = CASE WHEN left_at > ?4 THEN left_at ELSE ?4 END
            WHERE app_id = ?1 AND version =
                (SELECT version FROM channels WHERE app_id = ?1 AND name = ?2 AND (version = ?3) IS NOT TRUE)
            """, [.integer(id), .text(channel), .optional(version), .instant(at)])
    }

    /// Releases with bytes that are not among the newest, that no channel points at, and that were made and last used
    /// before an instant.
    ///
    /// Before the migration no row said when a channel left a release, so no release is removed until the days have
    /// passed since then. If a value is missing the comparison is NULL, and the release stays.
    private static let removableRows = """
        FROM releases r JOIN release_contents c ON c.app_id = r.app_id AND c.version = r.version
        WHERE r.app_id = ?1 AND r.removed_at IS NULL
            AND r.version < (SELECT next_version - ?2 FROM apps WHERE id = ?1)
            AND r.published_at <= ?3 AND coalesce(r.left_at, 0) <= ?3
            AND (SELECT applied_at FROM migrations WHERE name = '\(MigrationName.retention)') <= ?3
            AND NOT EXISTS (SELECT 1 FROM channels h WHERE h.app_id = r.app_id AND h.version = r.version)
        """

    private static let releaseBytes =
        """
        CAST((SELECT sum(b.byte_count) FROM blobs b WHERE b.id IN (c.body_blob, c.gzip_blob, c.draft_blob))
            + (SELECT coalesce(sum(i.gzip_bytes), 0) FROM release_indexes i WHERE i.body_digest = r.digest) AS BIGINT)
        """

    private func removableValues(_ app: AppRecord, _ rule: RetentionRule, at: Instant) throws(StoreError) -> [SQLValue]
    {
        [.integer(try session.appID(app.name)), .integer(rule.releases), .instant(rule.oldest(at: at))]
    }

    func removableCount(
        _ app: AppRecord, _ rule: RetentionRule, at: Instant
    ) throws(StoreError) -> (releases: Int, bytes: Int) {
        try session.first(
            "SELECT count(*), CAST(coalesce(sum(\(Self.releaseBytes)), 0) AS BIGINT) \(Self.removableRows)",
            try removableValues(app, rule, at: at)
        ) { row in (row.integer(0), row.integer(1)) } ?? (0, 0)
    }

    func removable(
        _ app: AppRecord, _ rule: RetentionRule, at: Instant, limit: Int
    ) throws(StoreError) -> [RemovableRelease] {
        try session.all(
            """
            SELECT r.version, \(Self.releaseBytes), c.body_blob, c.gzip_blob, c.draft_blob, r.digest
            \(Self.removableRows)
            ORDER BY r.version LIMIT ?4
            """, try removableValues(app, rule, at: at) + [.integer(limit)]
        ) { row in
            RemovableRelease(
                version: row.integer(0), byteCount: row.integer(1),
                digest: row.text(5), blobs: [row.integer(2), row.integer(3), row.integer(4)])
        }
    }

    /// Marks releases as removed and their bytes as staged; returns the bytes' numbers.
    func remove(
        _ name: String, _ rule: RetentionRule, until: Instant, _ stamp: Stamp
    ) throws(StoreError) -> (removed: RemovedReleases, blobs: [Int]) {
        let app = try session.app(name)
        let id = try session.appID(name)
        var removed = RemovedReleases.none
        var blobs: [Int] = []
        let found = try removable(
            app, app.retention.over(rule), at: until, limit: StatementLimits.retentionReleasesPerWrite)
        for release in found {
            guard
                removed.versions.isEmpty
                    || removed.byteCount + release.byteCount <= StatementLimits.retentionBytesPerWrite
            else { break }
            let key: [SQLValue] = [.integer(id), .integer(release.version)]
            for table in ["release_contents", "release_surfaces"] {
                try session.run("DELETE FROM \(table) WHERE app_id = ?1 AND version = ?2", key)
            }
            try session.run(
                "UPDATE releases SET removed_at = ?3 WHERE app_id = ?1 AND version = ?2", key + [.instant(stamp.at)])
            let own = try release.blobs + IndexTable(session: session).remove(ofBody: release.digest)
            for blob in own { try session.blobs.release(blob) }
            blobs += own
            removed.versions.append(release.version)
            removed.byteCount += release.byteCount
        }
        guard !removed.versions.isEmpty else { return (removed, []) }
        try session.audit(.retentionRun, app: name, before: nil, after: AuditText.retention(removed), stamp)
        return (removed, blobs)
    }

    /// Manifests that were not replaced since an instant, while their platform has a later one.
    func unusedScreens(_ id: Int, before oldest: Instant) throws(StoreError) -> [ScreensRecord] {
        try session.all(
            """
            SELECT s.platform, s.version, s.revision, s.changed_at FROM screens s WHERE s.app_id = ?1 AND s.changed_at <= ?2
                AND EXISTS (SELECT 1 FROM screens n WHERE n.app_id = ?1 AND n.platform = s.platform
                    AND n.changed_at > s.changed_at)
            ORDER BY s.platform, s.version LIMIT ?3
            """, [.integer(id), .instant(oldest), .integer(StoreLimits.retentionListedMax)]
        ) { row in
            ScreensRecord(
                platform: row.text(0), version: row.text(1), revision: row.integer(2), json: [],
                changedAt: row.instant(3))
        }
    }
}
