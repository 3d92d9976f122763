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

    /// Reads a whole file; `busy` if a process opened it meanwhile.
    package init(of path: String, expecting expectations: [AuditExpectation] = []) throws(StoreError) {
        let reading = try FileReading(path)
        defer { reading.close() }
        let session = reading.session
        try Migration.verifyOwnership(session, of: Migration.all)
        var damage: [String] = []
        do throws(StoreError) {
            damage = try session.withConnection { connection throws(DatabaseError) in
                try connection.damage().map { "the file is damaged: \($0)" }
            }
        } catch { damage = try Self.damage(error) }
        try self.init(
            of: session, BackupDigest.verdict(of: path), damage: damage + StoreOpening.missing(in: session, of: path),
            expecting: expectations)
        try reading.verifyUnchanged()
    }

    /// Reads what a session has, whose tables are known.
    ///
    /// - Parameters:
    ///   - session: the session.
    ///   - digest: what the file beside it says; `missing` where it is no file.
    ///   - damage: what is wrong with the structure of a file.
    ///   - expectations: rows that the audit must have.
    /// - Throws: a failure of the database that is no damage of one part.
    init(
        of session: StoreSession, _ digest: BackupDigest.Verdict, damage: [String],
        expecting expectations: [AuditExpectation]
    ) throws(StoreError) {
        facts = try session.facts()
        var found = damage
        let counts = try Self.part(of: &found) { () throws(StoreError) in
            try session.first(
                """
                SELECT is_copy, (SELECT count(*) FROM apps WHERE deleted_at IS NULL), (SELECT count(*) FROM releases)
                FROM facts WHERE id = 1
                """
            ) { row in (isCopy: row.flag(0), apps: row.integer(1), releases: row.integer(2)) }
        }
        isCopy = counts??.isCopy ?? false
        appCount = counts??.apps ?? 0
        releaseCount = counts??.releases ?? 0
        var comparison = AuditComparison(expectations)
        var oldest = 1
        let verdict = try Self.part(of: &found) { () throws(StoreError) in
            try session.verifyAudit { record in
                comparison.add(record)
                oldest = record.sequence
            }
        }
        audit = verdict ?? .broken(sequence: oldest, detail: "the rows before it cannot be read")
        auditCutThrough = oldest - 1
        missedExpectations = comparison.failures
        damagedReleases = try Self.part(of: &found) { () throws(StoreError) in try session.damagedReleases() } ?? []
        if facts.schemaVersion == Migration.all.count {
            found +=
                try Self.part(of: &found) { () throws(StoreError) in try StoredRows(of: session).unreadable() } ?? []
        }
        self.damage = found
        self.digest = digest
    }

    /// The value of a read; nil if what it reads is damaged, which is added once.
    private static func part<Value>(
        of damage: inout [String], _ read: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        do throws(StoreError) { return try read() } catch {
            for sentence in try Self.damage(error) where !damage.contains(sentence) { damage.append(sentence) }
            return nil
        }
    }

    /// The damage that a failure tells of; throws any other failure.
    private static func damage(_ error: StoreError) throws(StoreError) -> [String] {
        guard error.code == .corrupt else { throw error }
        return [error.detail]
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
