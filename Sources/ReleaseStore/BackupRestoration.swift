import SQLiteKit

/// Puts a backup in the place of a database that no server has open.
package struct BackupRestoration: Sendable {
    /// The backup.
    package let backup: String
    /// The database, which need not be there, nor be whole.
    package let database: String

    /// Names the two files.
    package init(backup: String, database: String) {
        self.backup = backup
        self.database = database
    }

    /// Copies the backup, then exchanges the files; what was there before is kept under another name.
    ///
    /// The copy is marked, so that opening it raises the epoch beyond the head file's, and clients follow.
    ///
    /// - Parameter kept: the name that the old database gets, its log beside it.
    /// - Throws: `locked` while a server has the database; what copying fails at. Nothing is exchanged then.
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
            // The old log goes first: SQLite would take it for the new file's.
            if PrivateFile.exists(database + "-wal") { try PrivateFile.move(database + "-wal", to: kept + "-wal") }
            try PrivateFile.remove(database + "-shm")
            if PrivateFile.exists(database) { try PrivateFile.link(database, as: kept) }
            try PrivateFile.move(fresh, to: database)
        } catch let error as StoreError {
            throw error
        } catch let error as PrivateFile.Failure {
            throw .system(error.errno, "exchange \(database)")
        } catch {
            throw StoreError(
                .storage, "The files cannot be exchanged: \(error).", hint: "Look at the database's folder.")
        }
    }

    /// The database's own path, free of links, by which servers lock it.
    private func resolved() throws(StoreError) -> String {
        guard PrivateFile.exists(database) else { return database }
        do { return try PrivateFile.resolved(database) } catch { throw .system(error.errno, "find \(database)") }
    }
}
