package import ReleaseStore
import SQLKit
package import StoreRecords

/// A session on a database file that only reads, and leaves no file beside it that was not there.
///
/// `@unchecked Sendable`: one thread uses it, as a session says.
package final class FileReading: StoreReading, @unchecked Sendable {
    let session: StoreSession
    private let fresh: [String]

    /// Opens a file; one that no process has open, and that has no log, is read without SQLite's shared memory.
    init(_ path: String) throws(StoreError) {
        let path = (try? PrivateFile.resolved(path)) ?? path
        var isOpen = false
        if PrivateFile.exists(path + "-lock") {
            do throws(StoreError) {
                var lock = try StoreFiles.takeLock(path)
                lock.close()
            } catch { isOpen = true }
        }
        let hasLog = PrivateFile.byteCount(path + "-wal") > 0
        fresh = isOpen ? [] : ["-shm", "-wal"].map { path + $0 }.filter { !PrivateFile.exists($0) }
        session = try StoreInspection.open(path, isOpen || hasLog ? .readOnly : .immutable)
    }

    /// Opens a backup that no server has opened, to copy its store; nil for any other database.
    ///
    /// - Parameter place: The database.
    /// - Returns: The backup, which ``close()`` closes.
    /// - Throws: `corrupt` if it no longer has its digest, `invalid` for one of an earlier layout, `foreign`, `storage`.
    package static func backup(at place: DatabasePlace) throws(StoreError) -> FileReading? {
        guard case .file(let path) = place.kind else { return nil }
        let reading = try FileReading(path)
        do throws(StoreError) {
            let layout = try Migration.verifyOwnership(reading.session, of: Migration.all)
            let isCopy = try reading.session.first("SELECT is_copy FROM facts WHERE id = 1") { row in row.flag(0) }
            guard isCopy == true else {
                reading.close()
                return nil
            }
            guard layout == Migration.all.count else {
                throw StoreError(
                    .invalid, "\(path) is a backup that an earlier version made.",
                    hint: "Restore it with waymark backup restore, which gives it the present layout, and copy that.")
            }
            guard try BackupDigest.verdict(of: path) != .different else {
                throw StoreError(
                    .corrupt, "The file no longer has the SHA-256 in \(BackupDigest.path(of: path)).",
                    hint: "Take another backup: waymark backup list shows which are intact.")
            }
            return reading
        } catch {
            reading.close()
            throw error
        }
    }

    /// Runs `body` on one snapshot of the file.
    package func read<Value>(_ body: (StoreSession) throws -> Value) throws(StoreError) -> Value {
        try session.snapshot(body)
    }

    /// Closes the file.
    package func close() {
        session.close()
        for path in fresh { try? PrivateFile.remove(path) }
    }
}
