import Digests
import RouteModel
import StoreDatabases
import StoreRecords
import SystemIO

/// Examines backups without a server: one file, or all that servers made themselves in a folder.
package enum OfflineBackups {
    /// One examined backup.
    package struct Examined: Sendable {
        /// Its path.
        package let path: String
        /// Its length in bytes.
        package let bytes: Int
        /// Seconds since it was begun; nil if its name has no time.
        package let ageSeconds: Int?
        /// Its content; nil if it cannot be opened.
        package let findings: OfflineDatabase.Findings?
        /// What is wrong with it; nil for an intact backup.
        package let complaint: String?
    }

    /// The SHA-256 of a downloaded backup.
    ///
    /// - Parameters:
    ///   - part: The downloaded file.
    ///   - sent: The field `Repr-Digest` of the answer; nil from a server before 0.3.0.
    /// - Returns: The digest.
    /// - Throws: If the file is not what the field says, or cannot be read.
    package static func digest(of part: String, sent: String?) throws(OfflineError) -> [UInt8] {
        let digest: [UInt8]
        do throws(StoreError) { digest = try BackupDigest.ofFile(part) } catch { throw OfflineError(error) }
        guard sent == nil || sent == "sha-256=:\(base64(digest)):" else {
            throw OfflineError("its SHA-256 is not the one in Repr-Digest")
        }
        return digest
    }

    /// Gives a downloaded backup its name, and writes the file of its digest beside it.
    package static func keep(_ part: String, as path: String, digest: [UInt8]) throws(OfflineError) {
        do throws(StoreError) { try BackupDigest.write(digest, of: path) } catch { throw OfflineError(error) }
        do throws(Errno) { try Files.move(part, to: path) } catch {
            throw OfflineError("cannot write \(path): \(error)")
        }
    }

    /// Opens each backup, compares all its digests, and checks its structure and the hash chain of its audit.
    ///
    /// - Parameter path: A backup, the file of its digest, or a folder; of a folder, files with the name of a scheduled backup are examined, in
    ///   the order of their times.
    /// - Returns: One result for each file; none for a folder without such files.
    /// - Throws: For a path that is neither, and a folder that cannot be read.
    package static func examine(_ path: String) throws(OfflineError) -> [Examined] {
        guard Files.exists(path) else { throw OfflineError("there is no file and no folder \(path)") }
        // Only a folder has a number of entries.
        guard (try? Folders.count(in: path)) != nil else {
            return [examined(BackupDigest.backup(named: path), named: nil)]
        }
        let entries: [String]
        do throws(Errno) { entries = try Folders.names(in: path) } catch {
            throw OfflineError("the folder \(path) cannot be read: \(error)")
        }
        let named = entries.compactMap { BackupName($0) }.sorted { ($0.at, $0.text) < ($1.at, $1.text) }
        return named.map { examined("\(path)/\($0.text)", named: $0) }
    }

    private static func examined(_ path: String, named name: BackupName?) -> Examined {
        // A clock that was set back makes no backup of the future.
        let age = name.map { max(0, Int(WallClock.milliseconds - $0.at.milliseconds) / 1000) }
        let bytes = Files.byteCount(path) ?? 0
        do throws(OfflineError) {
            let found = try OfflineDatabase.inspect(path)
            return Examined(
                path: path, bytes: bytes, ageSeconds: age, findings: found, complaint: found.complaints.first)
        } catch {
            return Examined(path: path, bytes: bytes, ageSeconds: age, findings: nil, complaint: error.detail)
        }
    }
}
