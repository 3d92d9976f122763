import ReleaseStore
import SQLKit
package import StoreRecords

/// A copy of the database in a new file, which exists only if it is complete.
struct BackupFile {
    /// The path of the copy; no file may exist there.
    let path: String

    /// Copies one snapshot while others read and write.
    ///
    /// The digest is made of the finished file at once, so that it shows what is damaged later.
    /// The copy is marked: it has no head file, and opening it as a database needs none.
    func fill(from source: StoreSession, isCancelled: () -> Bool) throws(StoreError) -> BackupCopy {
        do { try PrivateFile.make(path, mustBeNew: true) } catch {
            throw .system(error.errno, "make the backup \(path)")
        }
        do {
            let count = try copy(from: source, isCancelled)
            return BackupCopy(byteCount: count, digest: try BackupDigest.ofFile(path))
        } catch {
            // The failure of the copy is reported; a file that stays is refused by the next attempt.
            try? PrivateFile.remove(path)
            throw error
        }
    }

    private func copy(from source: StoreSession, _ isCancelled: () -> Bool) throws(StoreError) -> Int {
        try source.snapshot { source in
            // The first read fixes the snapshot that all steps copy. It works with every layout.
            _ = try source.withConnection { connection throws(DatabaseError) in try connection.tableNames() }
            return try source.withConnection { connection throws(DatabaseError) in
                var copy = try Connection(path, .readWrite)
                defer { copy.close() }
                var backup = try OnlineBackup(from: connection, to: copy)
                do throws(DatabaseError) {
                    while try !backup.step(pages: FileLimits.backupPagesPerStep) {
                        if isCancelled() { throw DatabaseError.interrupted }
                    }
                } catch {
                    backup.close()
                    throw error
                }
                backup.close()
                // A copy is one file, without a log.
                try copy.setPragma("journal_mode", "DELETE")
                try copy.run("UPDATE facts SET is_copy = 1 WHERE id = 1")
                let pages = try copy.pragma("page_count").flatMap { Int($0) } ?? 0
                let size = try copy.pragma("page_size").flatMap { Int($0) } ?? 0
                return pages * size
            }
        }
    }
}

/// Replaces a database that no server has open by a backup.
package struct BackupRestoration: Sendable {
    let backup: String
    /// The database, which may be missing or damaged.
    let database: String

    /// Names the two files.
    package init(backup: String, database: String) {
        self.backup = backup
        self.database = database
    }

    /// Copies the backup, then replaces the database; the old database stays under another name.
    ///
    /// The copy is marked, so that opening it needs no head file; the epoch is raised above that of the old head file.
    ///
    /// - Parameter kept: the new path of the old database; its log is beside it.
    /// - Throws: `locked` while a server has the database open; the failure of the copy. Nothing is replaced then.
    package func run(keeping kept: String) throws(StoreError) {
        let database = try resolved()
        var lock = try StoreFiles.takeLock(database)
        defer { lock.close() }
        let fresh = database + "-restoring"
        do {
            try PrivateFile.remove(fresh)
            let source = try StoreInspection.open(backup)
            defer { source.close() }
            _ = try BackupFile(path: fresh).fill(from: source) { false }
            // The old log is moved first: SQLite would use it with the new file.
            if PrivateFile.exists(database + "-wal") { try PrivateFile.move(database + "-wal", to: kept + "-wal") }
            try PrivateFile.remove(database + "-shm")
            if PrivateFile.exists(database) { try PrivateFile.link(database, as: kept) }
            try PrivateFile.move(fresh, to: database)
        } catch let error as StoreError {
            throw error
        } catch let error as PrivateFile.Failure {
            throw .system(error.errno, "replace \(database)")
        } catch {
            throw StoreError(
                .storage, "The database cannot be replaced: \(error).", hint: "Check the database's folder.")
        }
    }

    /// The database's path without links, which names the lock.
    private func resolved() throws(StoreError) -> String {
        guard PrivateFile.exists(database) else { return database }
        do { return try PrivateFile.resolved(database) } catch { throw .system(error.errno, "find \(database)") }
    }
}
