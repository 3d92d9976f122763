import Digests
import ReleaseStore
import RouteModel
import StoreDatabases
import StoreRecords
import SystemIO

/// Operations on a database file without a server: inspect it, verify its audit, restore a backup, raise its epoch.
package enum OfflineDatabase {
    /// The result of an inspection, which only reads.
    package struct Findings: Sendable {
        /// Its epoch.
        package let epoch: Int
        /// The number of migrations that its layout has had.
        package let layout: Int
        /// Whether it is a backup that no server has opened.
        package let isBackup: Bool
        /// Its apps.
        package let apps: Int
        /// Releases of all apps.
        package let releases: Int
        /// Rows of the audit; nil if the chain is broken.
        package let auditRows: Int?
        /// The newest row's hash in hexadecimal; nil if the chain is broken, empty without rows.
        package let auditHash: String?
        /// The last row that cuts removed from the beginning of the audit; nil if it begins with its first row.
        package let auditCutThrough: Int?
        /// Whether the file of its SHA-256 stands beside it; without one its rows cannot be compared.
        package let hasDigest: Bool
        /// The errors, one sentence each; empty for an intact file.
        package let complaints: [String]
    }

    /// A restored database.
    package struct Restored: Sendable {
        /// The content of the database now.
        package let findings: Findings
        /// The path to which the former database was moved; nil if there was none.
        package let kept: String?
    }

    /// Inspects a database; servers may have it open.
    ///
    /// - Parameters:
    ///   - path: The database, as a path or a URI, or the backup.
    ///   - expectations: Rows that its audit must have, as `HASH` or `SEQUENCE:HASH`.
    /// - Returns: Its content and its errors.
    /// - Throws: The reason why it cannot be read; an expectation that is not such a text.
    package static func inspect(
        _ path: String, expecting expectations: [String] = []
    ) throws(OfflineError) -> Findings {
        let place: DatabasePlace
        do throws(StoreError) { place = try DatabasePlace(path) } catch { throw OfflineError(error) }
        guard !place.isFile || Files.exists(path) else { throw OfflineError("there is no file \(path)") }
        let expected = try AuditProof.expectations(expectations)
        do throws(StoreError) {
            let found = try StoreInspection(of: place, expecting: expected)
            var complaints = found.damagedReleases.map { "\($0)" } + found.damage
            if found.digest == .different {
                complaints.append("the file no longer has the SHA-256 in \(BackupDigest.path(of: path))")
            }
            var rows: Int?
            var newest: String?
            switch found.audit {
            case .intact(let count, let hash):
                rows = count
                newest = count == 0 ? "" : hex(hash)
            case .broken(let sequence, let detail):
                complaints.append("the audit is broken at row \(sequence): \(detail)")
            }
            complaints += found.missedExpectations.map { "the audit is not the one of the checkpoint: \($0)" }
            return Findings(
                epoch: found.facts.epoch, layout: found.facts.schemaVersion, isBackup: found.isCopy,
                apps: found.appCount, releases: found.releaseCount, auditRows: rows, auditHash: newest,
                auditCutThrough: found.auditCutThrough > 0 ? found.auditCutThrough : nil,
                hasDigest: found.digest != .missing, complaints: complaints)
        } catch {
            throw OfflineError("\(place): \(error.detail)", hint: error.hint)
        }
    }

    /// Replaces a database by a backup, and opens it once, which raises its epoch.
    ///
    /// - Parameters:
    ///   - backup: The backup, or the file of its digest; it must be intact.
    ///   - database: The path of the server's database.
    /// - Returns: The content of the database now.
    /// - Throws: The reason why nothing was replaced.
    package static func restore(_ backup: String, to database: String) throws(OfflineError) -> Restored {
        let backup = BackupDigest.backup(named: backup)
        let found = try inspect(backup)
        guard found.complaints.isEmpty else {
            throw OfflineError("\(backup) is damaged: \(found.complaints[0])", hint: "take another backup")
        }
        let now = Instant(milliseconds: WallClock.milliseconds)
        let kept = Files.exists(database) ? "\(database)-before-restore-\(now.milliseconds)" : nil
        do throws(StoreError) {
            try BackupRestoration(backup: backup, database: database)
                .run(keeping: kept ?? "\(database)-before-restore-\(now.milliseconds)")
            let store = try SQLiteRuleStore(path: database, at: now)
            store.close()
        } catch {
            throw OfflineError(error)
        }
        return Restored(findings: try inspect(database), kept: kept)
    }

    /// Raises the epoch of a database, so that clients follow its heads.
    ///
    /// - Parameters:
    ///   - database: A SQLite file, which no server has open, or the URI of PostgreSQL; there must be a store.
    ///   - floor: An epoch that clients have seen; the new one is higher. Nil for the one of the database.
    ///   - acceptsHead: Whether the database may lack a head file that fits it.
    /// - Returns: The new epoch.
    /// - Throws: The reason why nothing was changed.
    package static func raiseEpoch(
        of database: String, above floor: Int?, acceptsHead: Bool
    ) throws(OfflineError) -> Int {
        let now = Instant(milliseconds: WallClock.milliseconds)
        do throws(StoreError) {
            let place = try DatabasePlace(database)
            let store = try OpenedDatabase.beside(place, at: now, acceptsHead: acceptsHead)
            defer { store.close() }
            return try store.raiseEpoch(above: floor ?? 0, by: .machine("waymark epoch raise"), at: now)
        } catch {
            throw OfflineError(error)
        }
    }

    /// Makes or migrates the tables on a database server, as a role that may; returns what was done.
    package static func migrate(_ database: String) throws(OfflineError) -> [String] {
        do throws(StoreError) { return try OpenedDatabase.migrate(try DatabasePlace(database)) } catch {
            throw OfflineError(error)
        }
    }

    /// Rewrites a database that no server has open without its free pages.
    ///
    /// - Parameter database: The SQLite file; it must exist.
    /// - Returns: The lengths of the file before and after, in bytes.
    /// - Throws: The reason why the file is unchanged.
    package static func compact(_ database: String) throws(OfflineError) -> (before: Int, after: Int) {
        guard Files.exists(database), let before = Files.byteCount(database) else {
            throw OfflineError("there is no database \(database)")
        }
        let wanted = 2 * before + OfflineLimits.compactionSpareBytes
        if let free = Files.freeBytes(at: database), free < wanted {
            throw OfflineError(
                "the disk of \(database) has \(free >> 20) MiB free, and compacting needs \(wanted >> 20) MiB",
                hint: "free space there; the free pages of the file are used again meanwhile")
        }
        do throws(StoreError) { try DatabaseCompaction(database: database).run() } catch {
            throw OfflineError(error)
        }
        return (before, Files.byteCount(database) ?? before)
    }

    /// The greatest epoch that `raiseEpoch` takes; the new one is one more at least.
    package static var epochMax: Int { ModelLimits.epochMax - 1 }
}
