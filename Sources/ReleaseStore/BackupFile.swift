import SQLiteKit

/// A copy of the database in a file of its own, complete or not there at all.
struct BackupFile {
    /// Where the copy is made; nothing may be there yet.
    let path: String

    /// Copies one snapshot while others read and write; returns the copy's length in bytes.
    ///
    /// The copy is marked, so that opening it as a database raises the epoch.
    func fill(from source: Session, isCancelled: () -> Bool) throws(StoreError) -> Int {
        do { try PrivateFile.make(path, mustBeNew: true) } catch {
            throw .system(error.errno, "make the backup \(path)")
        }
        do {
            return try copy(from: source, isCancelled)
        } catch {
            // The failure of the copy is the one to tell; a file left behind is refused by the next attempt.
            try? PrivateFile.remove(path)
            throw error
        }
    }

    private func copy(from source: Session, _ isCancelled: () -> Bool) throws(StoreError) -> Int {
        try source.snapshot { source throws(StoreError) in
            // The first read fixes the snapshot that all steps copy. It works with every layout.
            _ = try source.withConnection { connection throws(DatabaseError) in try connection.tableNames() }
            return try source.withConnection { connection throws(DatabaseError) in
                var copy = try Connection(path, .readWrite)
                defer { copy.close() }
                var backup = try OnlineBackup(from: connection, to: copy)
                do throws(DatabaseError) {
                    while try !backup.step(pages: StoreLimits.backupPagesPerStep) {
                        if isCancelled() { throw DatabaseError.interrupted }
                    }
                } catch {
                    backup.close()
                    throw error
                }
                backup.close()
                // One file is easier to carry than a file and its log.
                try copy.setPragma("journal_mode", "DELETE")
                try copy.run("UPDATE facts SET is_copy = 1 WHERE id = 1")
                let pages = try copy.pragma("page_count").flatMap { Int($0) } ?? 0
                let size = try copy.pragma("page_size").flatMap { Int($0) } ?? 0
                return pages * size
            }
        }
    }
}
