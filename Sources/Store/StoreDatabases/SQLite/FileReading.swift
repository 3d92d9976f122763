package import ReleaseStore
import SQLKit
package import StoreRecords

/// A session on a database file that only reads, and removes nothing: a server may start meanwhile, and its log is its own.
///
/// `@unchecked Sendable`: one thread uses it, as a session says.
package final class FileReading: StoreReading, @unchecked Sendable {
    let session: StoreSession
    private let path: String
    private let isAlone: Bool

    /// Opens a file; one that no process has open, and that has no log, is read as it is, so that SQLite makes no file.
    init(_ path: String) throws(StoreError) {
        self.path = (try? PrivateFile.resolved(path)) ?? path
        isAlone = !Self.isInUse(self.path)
        session = try StoreInspection.open(self.path, isAlone ? .immutable : .readOnly)
    }

    /// Throws `busy` if a process opened the file after ``init(_:)`` read it as one that does not change.
    func verifyUnchanged() throws(StoreError) {
        guard isAlone, Self.isInUse(path) else { return }
        throw StoreError(.busy, "A process opened \(path) while it was read.", hint: "Run the command again.")
    }

    /// Whether a process has a database open, or a killed one has left its log.
    private static func isInUse(_ path: String) -> Bool {
        guard PrivateFile.byteCount(path + "-wal") == 0 else { return true }
        guard PrivateFile.exists(path + "-lock") else { return false }
        do throws(StoreError) {
            var lock = try StoreFiles.takeLock(path)
            lock.close()
            return false
        } catch { return true }
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
    package func close() { session.close() }
}
