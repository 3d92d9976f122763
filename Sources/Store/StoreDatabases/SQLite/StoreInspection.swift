import ReleaseStore
import SQLKit
package import StoreRecords

/// The content of a database; reads only, and servers may have it open.
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

    /// Reads a whole database, which processes may have open.
    ///
    /// - Parameters:
    ///   - place: where it is.
    ///   - expectations: rows that the audit must have, from checkpoints.
    /// - Throws: `foreign`, `newer`, `corrupt`, `storage`: it is not a Waymark database, or cannot be read.
    package init(of place: DatabasePlace, expecting expectations: [AuditExpectation] = []) throws(StoreError) {
        switch place.kind {
        case .file(let path): try self.init(of: path, expecting: expectations)
        case .server(let address): self = try PostgresStartCheck.inspect(address, expecting: expectations)
        }
    }

    /// Reads a whole file.
    package init(of path: String, expecting expectations: [AuditExpectation] = []) throws(StoreError) {
        let session = try Self.open(path)
        defer { session.close() }
        try Migration.verifyOwnership(session, of: Migration.all)
        let damage = try session.withConnection { connection throws(DatabaseError) in try connection.damage() }
        try self.init(of: session, BackupDigest.verdict(of: path), damage: damage, expecting: expectations)
    }

    /// Reads what a session has, whose tables are known.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - digest: what the file beside it says; `missing` where it is no file.
    ///   - damage: what is wrong with the structure of a file.
    ///   - expectations: rows that the audit must have.
    /// - Throws: a failure of the database.
    init(
        of session: StoreSession, _ digest: BackupDigest.Verdict, damage: [String],
        expecting expectations: [AuditExpectation]
    ) throws(StoreError) {
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
        self.damage = damage
        damagedReleases = try session.damagedReleases()
        self.digest = digest
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
