import Digests
package import StoreRecords
import SystemIO

/// The SHA-256 of a backup in the file `<backup>.sha256`, as sha256sum(1) writes it.
package enum BackupDigest {
    /// What the file beside a backup says of it.
    package enum Verdict: Sendable, Hashable {
        /// There is no such file: an earlier release made the backup.
        case missing
        /// The backup has that digest.
        case equal
        /// The backup has another digest, or the file has none.
        case different
    }

    /// The path of the file beside a backup.
    package static func path(of backup: String) -> String { backup + ".sha256" }

    /// The backup that a path names.
    ///
    /// A shell pattern such as `db-backup-*` also finds the file of its digest, which names it, too, and is shorter than any
    /// database.
    package static func backup(named path: String) -> String {
        guard path.hasSuffix(".sha256"), Files.byteCount(path) ?? 0 < FileLimits.databaseBytesMin else { return path }
        return String(path.dropLast(".sha256".count))
    }

    /// The SHA-256 of a file.
    package static func ofFile(_ path: String) throws(StoreError) -> [UInt8] {
        do throws(Errno) {
            let file = try ReadableFile(path)
            var digest = SHA256()
            var offset = 0
            while true {
                let piece = try file.read(at: offset, bytesMax: FileLimits.digestPieceBytes)
                guard !piece.isEmpty else { return digest.finalize() }
                digest.update(piece)
                offset += piece.count
            }
        } catch { throw .system(error.code, "read \(path)") }
    }

    /// Writes the file beside a backup, which may get its name later.
    package static func write(_ digest: [UInt8], of backup: String) throws(StoreError) {
        let name = backup.split(separator: "/").last.map(String.init) ?? backup
        let escaped = name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        let line = (escaped == name ? "" : "\\") + "\(hex(digest))  \(escaped)\n"
        Files.remove(path(of: backup))
        do throws(Errno) { try Files.create(path(of: backup), Array(line.utf8), mode: 0o600) } catch {
            throw .system(error.code, "write \(path(of: backup))")
        }
    }

    /// Compares a backup with the file beside it.
    package static func verdict(of backup: String) throws(StoreError) -> Verdict {
        guard Files.exists(path(of: backup)) else { return .missing }
        // A name with a backslash or a line feed has a backslash before the digits.
        // Other programs write a byte order mark, and digits in upper case.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var line = (try? Files.read(path(of: backup), bytesMax: mark.count + 1 + 2 * SHA256.digestByteCount)) ?? []
        if line.starts(with: mark) { line.removeFirst(mark.count) }
        let digits = line.drop { $0 == UInt8(ascii: "\\") }.prefix(2 * SHA256.digestByteCount)
        return try String(decoding: digits, as: UTF8.self).lowercased() == hex(ofFile(backup)) ? .equal : .different
    }
}
