import ReleaseStore
import RouteModel
import SystemIO

/// What an operator does with a database file itself: look at it, prove its audit, put a backup in its place.
package enum OfflineDatabase {
    /// What was found in a file, by reading alone.
    package struct Findings: Sendable {
        /// Its epoch.
        package let epoch: Int
        /// Whether it is a backup that was never opened.
        package let isBackup: Bool
        /// Its apps.
        package let apps: Int
        /// Releases of all apps.
        package let releases: Int
        /// Rows of the audit; nil where the chain is broken.
        package let auditRows: Int?
        /// What is wrong with it, in sentences; empty where all of it is whole.
        package let complaints: [String]
    }

    /// A restored database.
    package struct Restored: Sendable {
        /// What it holds now.
        package let findings: Findings
        /// Where the database is that was there before; nil where there was none.
        package let kept: String?
    }

    /// Looks through a file; a server may have it open.
    ///
    /// - Parameter path: the database or the backup.
    /// - Returns: what it holds, and what is wrong with it.
    /// - Throws: why it cannot be read, in words for the operator.
    package static func inspect(_ path: String) throws(ServerStartError) -> Findings {
        guard Files.exists(path) else { throw ServerStartError("there is no file \(path)") }
        do throws(StoreError) {
            let found = try StoreInspection(of: path)
            var complaints = found.damage.map { "the file is damaged: \($0)" }
            var rows: Int?
            switch found.audit {
            case .intact(let count, _): rows = count
            case .broken(let sequence, let detail): complaints.append("the audit breaks at row \(sequence): \(detail)")
            }
            return Findings(
                epoch: found.facts.epoch, isBackup: found.isCopy, apps: found.appCount, releases: found.releaseCount,
                auditRows: rows, complaints: complaints)
        } catch {
            throw ServerStartError("\(path): \(error.detail)", hint: error.hint)
        }
    }

    /// Puts a backup in the place of a database, and opens it once, so that its epoch is raised.
    ///
    /// - Parameters:
    ///   - backup: the backup; it must be whole.
    ///   - database: where the server looks for its database.
    /// - Returns: what the database holds now.
    /// - Throws: why nothing was exchanged, in words for the operator.
    package static func restore(_ backup: String, to database: String) throws(ServerStartError) -> Restored {
        let found = try inspect(backup)
        guard found.complaints.isEmpty else {
            throw ServerStartError("\(backup) is not whole: \(found.complaints[0])", hint: "take another backup")
        }
        let now = Instant(milliseconds: WallClock.milliseconds)
        let kept = Files.exists(database) ? "\(database)-before-restore-\(now.milliseconds)" : nil
        do throws(StoreError) {
            try BackupRestoration(backup: backup, database: database)
                .run(keeping: kept ?? "\(database)-before-restore-\(now.milliseconds)")
            let store = try SQLiteRuleStore(path: database, at: now)
            store.close()
        } catch {
            throw ServerStartError(error.detail, hint: error.hint)
        }
        return Restored(findings: try inspect(database), kept: kept)
    }
}
