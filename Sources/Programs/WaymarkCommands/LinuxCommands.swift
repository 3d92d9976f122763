/// The commands that only Linux has, because they open the server's database; on macOS there are none.
enum LinuxCommands {
    #if os(Linux)
    /// The database of a server that does not run.
    static let ofDatabase: [Command] = [
        EpochCommand.raise, CompactCommand.command, DatabaseCheckCommand.command, StoreCommands.copy,
        StoreCommands.migrate,
    ]
    /// The proof of the audit, which can also read a database file.
    static let verifyAudit: [Command] = [AuditCommands.verify]
    /// Backups, which are database files that are opened to verify them.
    static let ofBackups: [Command] = [
        BackupCommands.backup, BackupFolderCommands.list, BackupFolderCommands.verify, BackupCommands.restore,
    ]
    #else
    static let ofDatabase: [Command] = []
    static let verifyAudit: [Command] = []
    static let ofBackups: [Command] = []
    #endif
}
