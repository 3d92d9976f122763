import ReleaseStore
import RouteModel
import SQLKit
import StoreRecords

/// Whether a server could open a database file; changes nothing and makes no file.
enum StoreStartCheck {
    /// What is at the path.
    enum State: Sendable, Hashable {
        /// No file, or an empty one: the start makes a database.
        case new
        /// A database that the start opens.
        case ready
        /// A database that another process has open, such as the server that runs now.
        case open
        /// A database with the log of a killed process: the start applies it; the content is not known before.
        case unfinished
    }

    /// Reads the file as a start would.
    ///
    /// - Parameters:
    ///   - path: The database.
    ///   - acceptsHead: Whether a missing, damaged or older head file is accepted.
    ///   - at: The present instant.
    /// - Returns: What is at the path.
    /// - Throws: `corrupt`, `foreign`, `newer`, `invalid` as ``SQLiteRuleStore`` does.
    static func state(of path: String, acceptsHead: Bool, at: Instant) throws(StoreError) -> State {
        if !acceptsHead { try StoreOpening.verifyPresence(of: path) }
        guard PrivateFile.exists(path) else { return .new }
        let path = try resolved(path)
        if PrivateFile.exists(path + "-lock") {
            do throws(StoreError) {
                var lock = try StoreFiles.takeLock(path)
                lock.close()
            } catch {
                guard error.code == .locked else { throw error }
                return .open
            }
        }
        // Before the first commit is copied into it, the file itself may be empty.
        let hasLog = PrivateFile.byteCount(path + "-wal") > 0
        guard PrivateFile.byteCount(path) > 0 else { return hasLog ? .unfinished : .new }
        let session = try StoreInspection.open(path, .immutable)
        defer { session.close() }
        if hasLog {
            // Reads the first page only: the log may have newer versions of all others.
            _ = try session.withConnection { connection throws(DatabaseError) in
                try connection.pragma("application_id")
            }
            return .unfinished
        }
        _ = try StoreOpening(
            session, of: path, layout: Migration.verifyOwnership(session, of: Migration.all),
            stamp: Stamp(by: .machine("waymark"), at: at), acceptsHead: acceptsHead)
        return .ready
    }

    /// Whether a file is an unfinished copy, also if its process was killed; it may not be open.
    ///
    /// - Parameter path: The database; it must exist.
    /// - Returns: Whether a copy can go on with it.
    /// - Throws: `corrupt`, `foreign`, `newer`.
    static func isUnfinishedCopy(_ path: String) throws(StoreError) -> Bool {
        let session = try StoreInspection.open(try resolved(path))
        defer { session.close() }
        do { try Migration.verifyOwnership(session, of: Migration.all) } catch  where error == CopyMark.refusal {
            return true
        }
        return false
    }

    private static func resolved(_ path: String) throws(StoreError) -> String {
        do { return try PrivateFile.resolved(path) } catch { throw .system(error.errno, "open \(path)") }
    }
}
