import SQLKit

/// Removes the access of other accounts to a database's files, which contain rules, digests of tokens and the first
/// token.
///
/// A mode that gives access only to owner and group is not changed: operators set it on purpose, such as for backups.
struct FileModes {
    /// The database file, without links.
    let database: String

    /// Gives mode 0600 to files that other accounts can read or write.
    ///
    /// - Returns: A notice for each such file, with whether its mode could be changed.
    func restrict() -> [OpeningNotice] {
        files.compactMap { file in
            guard let mode = try? PrivateFile.mode(of: file), mode & Self.others != 0 else { return nil }
            let isRestricted = (try? PrivateFile.setMode(of: file)) != nil
            return .readableByOthers(file: file, isRestricted: isRestricted)
        }
    }

    /// The database, the files beside it with fixed names, and its copies.
    private var files: [String] {
        let slash = database.lastIndex(of: "/")
        let folder = slash.map { $0 == database.startIndex ? "/" : String(database[..<$0]) } ?? "."
        let name = slash.map { String(database[database.index(after: $0)...]) } ?? database
        let fixed = [database] + Self.suffixes.map { database + $0 }
        // In a folder that cannot be listed, copies keep their mode.
        let copies = ((try? PrivateFile.names(in: folder)) ?? []).filter { entry in
            Self.copyInfixes.contains { entry.hasPrefix(name + $0) }
        }
        return fixed.filter(PrivateFile.exists) + copies.map { "\(folder)/\($0)" }
    }

    private static let suffixes = ["-wal", "-shm", "-lock", "-head", "-admin-token"]
    /// Copies before a migration, copies of `/v1/backup`, and databases that a restore replaced.
    private static let copyInfixes = ["-migration-", "-backup-", "-before-restore-"]
    /// The bits of accounts that are neither the owner nor in the group (chmod(2)).
    private static let others: UInt32 = 0o007
}
