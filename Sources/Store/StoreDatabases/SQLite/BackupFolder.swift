import Digests
import ReleaseStore
package import RouteModel
import SQLKit
package import StoreRecords

/// The backups of one database in a folder that may hold other files, too.
///
/// Only files with a ``BackupName`` of this database are listed and removed. While the folder is open, a lock file in
/// it excludes a second server with a copy of the same database.
///
/// `@unchecked Sendable`: exactly one thread uses it at a time; its owner passes it on.
package final class BackupFolder: @unchecked Sendable {
    private let folder: String
    /// The database file, without links.
    private let database: String
    /// The name of the database's file.
    private let name: String
    private let origin: String
    private var lock: FileLock

    /// A finished backup.
    package struct Made: Sendable, Hashable {
        /// Its name.
        package let name: BackupName
        /// Its length in bytes.
        package let bytes: Int
    }

    /// Takes the lock of the database's backups in a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder, which must exist.
    ///   - database: the database; a server may have it open.
    /// - Throws: `locked` while another server makes backups of a copy of this database there; a failure to read the
    ///   database or to write the folder.
    package init(_ folder: String, of database: String) throws(StoreError) {
        let path: String
        do { path = try PrivateFile.resolved(database) } catch { throw .system(error.errno, "find \(database)") }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let origin = try Self.origin(of: path)
        self.folder = folder
        self.database = path
        self.name = name
        self.origin = origin
        lock = try Self.takeLock("\(folder)/\(name)-backup-lock-\(origin)")
    }

    deinit { lock.close() }

    /// Releases the lock; the folder must not be used afterwards.
    package func close() { lock.close() }

    /// The finished backups of this database, oldest first.
    package func backups() throws(StoreError) -> [BackupName] {
        try entries().compactMap { BackupName($0) }.filter { $0.database == name && $0.origin == origin }
            .sorted { $0.at < $1.at }
    }

    /// Copies one snapshot of the database while others read and write, checks the copy, flushes it to the disk and
    /// then gives it its name.
    ///
    /// - Parameters:
    ///   - at: the present instant.
    ///   - isCancelled: read after each megabyte; true ends the copy.
    /// - Returns: The backup.
    /// - Throws: the failure of the copy, `corrupt` if SQLite finds damage in it, `closed` if it was cancelled. The
    ///   folder then has no part of it.
    package func make(at: Instant, isCancelled: () -> Bool) throws(StoreError) -> Made {
        let new = BackupName(database: name, at: at, origin: origin)
        let path = "\(folder)/\(new.text)"
        let part = path + Self.unfinished
        do {
            try removeUnfinished()
            guard !PrivateFile.exists(path) else { throw StoreError.system(Self.exists, "make the backup \(path)") }
            let source = try StoreInspection.open(database)
            defer { source.close() }
            let copy = try BackupFile(path: part).fill(from: source, isCancelled: isCancelled)
            if let damage = try verify(part) { throw try keep(part, copy, despite: damage) }
            try publish(part, copy, as: path)
            return Made(name: new, bytes: copy.byteCount)
        } catch {
            // The failure is reported; a part that stays is removed before the next backup.
            try? PrivateFile.remove(part)
            throw refusal(error, of: path)
        }
    }

    /// Flushes a copy and gives it its name, with the file of its digest, which is there before it.
    private func publish(_ part: String, _ copy: BackupCopy, as path: String) throws {
        try BackupDigest.write(copy.digest, of: path)
        try PrivateFile.flush(part)
        try PrivateFile.move(part, to: path)
    }

    /// Gives a copy in which a part is damaged a name of its own, over the last such copy: it has the newest edits, and no
    /// verified backup is removed for it.
    private func keep(_ part: String, _ copy: BackupCopy, despite damage: String) throws -> StoreError {
        let path = "\(folder)/\(name)-backup-damaged-\(origin)"
        try publish(part, copy, as: path)
        return StoreError(
            .corrupt, "\(damage).",
            hint: "The copy with everything else is \(path); older backups stay until one is verified. "
                + "See waymark database check.")
    }

    /// Removes the oldest backups of this database beyond a number; a new one always stays.
    ///
    /// - Returns: The number of files that were removed, and of those that could not be removed.
    package func removeOldest(
        keeping count: Int, with new: BackupName
    ) throws(StoreError) -> (removed: Int, left: Int) {
        var (removed, left) = (0, 0)
        for old in try backups().filter({ $0 != new }).dropLast(max(0, count - 1)) {
            do throws(PrivateFile.Failure) {
                try PrivateFile.remove("\(folder)/\(old.text)")
                try PrivateFile.remove(BackupDigest.path(of: "\(folder)/\(old.text)"))
                removed += 1
            } catch { left += 1 }
        }
        return (removed, left)
    }

    private func entries() throws(StoreError) -> [String] {
        do { return try PrivateFile.names(in: folder) } catch { throw .system(error.errno, "list \(folder)") }
    }

    /// Removes the parts that a killed server left, SQLite's journals of them, and digests without a backup.
    private func removeUnfinished() throws(StoreError) {
        let all = try entries()
        for entry in all {
            // SQLite's journal of a part has `-journal` behind the name.
            let endings = [Self.unfinished, Self.unfinished + "-journal", BackupDigest.path(of: "")]
            guard let ending = endings.first(where: { entry.hasSuffix($0) }),
                let part = BackupName(String(entry.dropLast(ending.count))), part.database == name,
                part.origin == origin, ending != endings.last || !all.contains(part.text)
            else { continue }
            do { try PrivateFile.remove("\(folder)/\(entry)") } catch { throw .system(error.errno, "remove \(entry)") }
        }
    }

    /// Opens the copy, verifies that it has this program's layout and that SQLite finds no damage, and inspects its content as
    /// `waymark backup verify` does.
    ///
    /// - Returns: The first damaged part; nil for a verified copy.
    private func verify(_ path: String) throws(StoreError) -> String? {
        let copy = try StoreInspection.open(path)
        defer { copy.close() }
        try Migration.verifyOwnership(copy, of: Migration.all)
        let damage = try copy.withConnection { connection throws(DatabaseError) in try connection.damage() }
        guard let first = damage.first else {
            let found = try StoreInspection(of: copy, .missing, damage: [], expecting: [])
            if let release = found.damagedReleases.first { return release.sentence }
            if case .broken(let row, let detail) = found.audit { return "The audit is broken at row \(row): \(detail)" }
            return found.damage.first.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        }
        throw StoreError(
            .corrupt, "The copy is damaged: \(first).",
            hint: "Older backups stay. Check the database with waymark database check.")
    }

    /// The reason why there is no backup of that path.
    private func refusal(_ error: any Error, of path: String) -> StoreError {
        var cause: StoreError =
            switch error {
            case let error as StoreError: error
            case let error as PrivateFile.Failure: .system(error.errno, "write the backup \(path)")
            default: StoreError(.storage, "\(error)", hint: "Check the folder of backups.")
            }
        switch cause.code {
        case .diskFull: cause.hint = "Free space on the disk of \(folder), or set backupFolder to another disk."
        case .readOnly: cause.hint = "Let the server's account write \(folder)."
        default: break
        }
        return cause
    }

    /// The origin in the names of a database's backups.
    private static func origin(of database: String) throws(StoreError) -> String {
        let source = try StoreInspection.open(database)
        defer { source.close() }
        let made = try source.facts().createdAt
        let digest = SHA256.hexDigest(of: Array("\(made.milliseconds) \(database)".utf8))
        return String(digest.prefix(BackupName.originDigits))
    }

    private static func takeLock(_ path: String) throws(StoreError) -> FileLock {
        do { return try FileLock(path) } catch {
            switch error {
            case .held:
                throw StoreError(
                    .locked, "Another server with a copy of this database makes backups in the same folder (\(path)).",
                    hint: "Set another backupFolder for one of them.")
            case .system(let code): throw .system(code, "lock \(path)")
            }
        }
    }

    /// The ending of the name of a file that is being written.
    private static let unfinished = "-unfinished"
    /// EEXIST on Linux (errno(3)); this target does not import the C library.
    private static let exists: Int32 = 17
}
