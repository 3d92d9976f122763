import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// The verified copy of a database that is made beside it before a migration changes its layout.
///
/// The file is named `<database>-migration-<time>-layout-<migrations>`, where `migrations` is the number of migrations
/// that the old layout has had. It is marked as a copy, as every backup is: opening it needs no head file.
struct MigrationBackup {
    /// The database file, without links.
    let database: String
    /// The number of migrations that the database has had.
    let layout: Int
    /// The present instant.
    let at: Instant

    /// The backup's file.
    var path: String { "\(prefix)\(timestamp)-layout-\(layout)" }

    private var prefix: String { "\(database)-migration-" }

    /// `20260102T030405Z` for 2026-01-02T03:04:05.678Z, so that names sort by time.
    private var timestamp: String { String(at.description.filter { $0.isLetter || $0.isNumber }.prefix(15)) + "Z" }

    /// Makes the backup, verifies it and flushes it to the disk, then removes backups beyond
    /// ``FileLimits/migrationBackupsMax``.
    ///
    /// - Parameters:
    ///   - session: the connection that is going to migrate the database.
    ///   - known: all migrations of this program, in order.
    /// - Returns: the path of the backup.
    /// - Throws: the error of the copy or its verification, such as `diskFull` or `corrupt`. There is then no backup of
    ///   that name, and the database is unchanged.
    func make(from session: StoreSession, known: [Migration]) throws(StoreError) -> String {
        let unfinished = path + "-unfinished"
        do {
            try PrivateFile.remove(unfinished)
            let copy = try BackupFile(path: unfinished).fill(from: session) { false }
            try verify(unfinished, known)
            try BackupDigest.write(copy.digest, of: path)
            try PrivateFile.flush(unfinished)
            try PrivateFile.move(unfinished, to: path)
        } catch {
            // The first failure is reported; an unfinished file is removed by the next attempt.
            try? PrivateFile.remove(unfinished)
            throw refusal(error)
        }
        removeOldest()
        return path
    }

    /// Opens the copy again, and verifies that SQLite finds no damage and that the copy has the same migrations.
    private func verify(_ path: String, _ known: [Migration]) throws(StoreError) {
        let copy = try StoreInspection.open(path)
        defer { copy.close() }
        let damage = try copy.withConnection { connection throws(DatabaseError) in try connection.damage() }
        let migrations = try Migration.verifyOwnership(copy, of: known)
        guard damage.isEmpty, migrations == layout else {
            throw StoreError(
                .corrupt, "The copy is damaged: \(damage.first ?? "it has \(migrations) migrations").",
                hint: "Restore the latest backup; keep the damaged file for analysis.")
        }
    }

    /// The reason why the database is not migrated.
    private func refusal(_ error: any Error) -> StoreError {
        let cause: StoreError =
            switch error {
            case let error as StoreError: error
            case let error as PrivateFile.Failure: .system(error.errno, "write the backup \(path)")
            default: StoreError(.storage, "\(error)", hint: "Check the database's folder.")
            }
        return StoreError(
            cause.code,
            "The database has layout \(layout) and is not migrated, because its backup could not be made: \(cause.detail)",
            hint: "Nothing was changed. \(cause.hint)", sqliteCode: cause.sqliteCode)
    }

    /// Removes the oldest backups of this database beyond the limit.
    ///
    /// A backup that cannot be removed uses space but does not prevent the migration.
    private func removeOldest() {
        let slash = database.lastIndex(of: "/")
        let folder = slash.map { $0 == database.startIndex ? "/" : String(database[..<$0]) } ?? "."
        let name = prefix.dropFirst(slash.map { database.distance(from: database.startIndex, to: $0) + 1 } ?? 0)
        guard let entries = try? PrivateFile.names(in: folder) else { return }
        // Other files of that prefix, such as the lock of a backup that was opened, are not backups.
        let backups = entries.filter { entry in
            entry.hasPrefix(name) && entry.contains("-layout-")
                && entry.split(separator: "-").last.map { Int($0) != nil } == true
        }
        for old in backups.dropLast(FileLimits.migrationBackupsMax) {
            let path = "\(folder)/\(old)"
            for file in [path, BackupDigest.path(of: path)] { try? PrivateFile.remove(file) }
        }
    }
}
