import ReleaseStore
import SQLKit
package import StoreRecords

extension SQLiteRuleStore {
    /// Gives some free pages of the file back to the file system, in one transaction.
    ///
    /// Some free pages stay for the next writes, ``FileLimits/freePagesKept``. The file gets shorter at the next
    /// checkpoint of the log. A file that was made before incremental vacuum keeps all its pages: they are used again,
    /// and ``DatabaseCompaction`` converts the file.
    ///
    /// - Returns: Whether there are more pages to give back.
    /// - Throws: The failure of the write.
    package func releaseFreePages() throws(StoreError) -> Bool {
        try write { session in
            let free = try session.withConnection { connection throws(DatabaseError) in
                guard try connection.pragma("auto_vacuum") == FreePages.incremental else { return 0 }
                return try connection.pragma("freelist_count").flatMap { Int($0) } ?? 0
            }
            let spare = free - FileLimits.freePagesKept
            guard spare > 0 else { return false }
            // Without a bound the pragma moves all pages at once.
            try session.run("PRAGMA incremental_vacuum(\(min(spare, FileLimits.freePagesPerWrite)))")
            return spare > FileLimits.freePagesPerWrite
        }
    }
}

/// The mode of free pages (https://www.sqlite.org/pragma.html#pragma_auto_vacuum).
enum FreePages {
    /// Free pages are given back on demand.
    static let incremental = "2"
}

/// Rewrites a database that no server has open without its free pages, so that later ones can be given back.
///
/// SQLite writes the whole content twice, to a temporary file and to the log, which for a large file takes minutes and
/// twice its space: so a server never does it itself.
package struct DatabaseCompaction: Sendable {
    let database: String

    /// Names the file.
    package init(database: String) { self.database = database }

    /// Rewrites the file in one transaction; if the process ends in between, the file is unchanged.
    ///
    /// - Throws: `locked` while a server has the database open; `foreign`, `newer`, `corrupt`, `diskFull` or `storage`.
    package func run() throws(StoreError) {
        let path: String
        do { path = try PrivateFile.resolved(database) } catch { throw .system(error.errno, "find \(database)") }
        var lock = try StoreFiles.takeLock(path)
        defer { lock.close() }
        let session = try StoreFiles.openSession(path)
        defer { session.close() }
        try Migration.verifyOwnership(session, of: Migration.all)
        try session.withConnection { connection throws(DatabaseError) in
            try connection.setPragma("auto_vacuum", "INCREMENTAL")
            try connection.runScript("VACUUM")
        }
    }
}
