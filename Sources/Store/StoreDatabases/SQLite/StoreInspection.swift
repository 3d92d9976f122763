import ReleaseStore
import SQLKit
package import StoreRecords

/// The content of a database file; reads only, and a server may have the file open.
package struct StoreInspection: Sendable, Hashable {
    /// Facts about the database.
    package let facts: StoreFacts
    /// Whether it is a backup that no server has opened.
    package let isCopy: Bool
    /// Apps that are not deleted.
    package let appCount: Int
    /// Releases of all apps.
    package let releaseCount: Int
    /// The result of verifying the audit.
    package let audit: AuditVerdict
    /// The last row that was removed from the beginning of the audit; 0 if none was.
    package let auditCutThrough: Int
    /// The expected rows that the audit lacks, one sentence each.
    package let missedExpectations: [String]
    /// The damage that SQLite finds in the file; empty if there is none.
    package let damage: [String]
    /// The stored parts of releases that no longer have their digests.
    package let damagedReleases: [ReleaseDamage]
    /// What the file of its digest says of it.
    package let digest: BackupDigest.Verdict

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - expectations: rows that the audit must have, from checkpoints.
    /// - Throws: `foreign`, `newer`, `corrupt`, `storage`: the file is not a Waymark database, or cannot be read.
    package init(of path: String, expecting expectations: [AuditExpectation] = []) throws(StoreError) {
        let session = try Self.open(path)
        defer { session.close() }
        try Migration.verifyOwnership(session, of: Migration.all)
        facts = try session.facts()
        let counts = try session.first(
            """
            SELECT is_copy, (SELECT count(*) FROM apps WHERE deleted_at IS NULL), (SELECT count(*) FROM releases)
            FROM facts WHERE id = 1
            """
        ) { row in (isCopy: row.flag(0), apps: row.integer(1), releases: row.integer(2)) }
        isCopy = counts?.isCopy ?? false
        appCount = counts?.apps ?? 0
        releaseCount = counts?.releases ?? 0
        var comparison = AuditComparison(expectations)
        var oldest = 1
        audit = try session.verifyAudit { record in
            comparison.add(record)
            oldest = record.sequence
        }
        auditCutThrough = oldest - 1
        missedExpectations = comparison.failures
        damage = try session.withConnection { connection throws(DatabaseError) in try connection.damage() }
        damagedReleases = try session.damagedReleases()
        digest = try BackupDigest.verdict(of: path)
    }

    /// A session that only reads.
    static func open(
        _ path: String, _ access: Connection.Access = .readOnly
    ) throws(StoreError) -> StoreSession {
        do {
            return StoreSession(
                try Connection(
                    path, access, lockWaitMilliseconds: FileLimits.lockWaitMilliseconds,
                    statementsMax: FileLimits.statementsMax))
        } catch { throw StoreError(error) }
    }
}
