/// The commands that only Linux has, because they run the server or open its database; on macOS there are none.
enum LinuxCommands {
    #if os(Linux)
    /// The server, its settings and its database.
    static let ofServer: [Command] = [
        ServeCommand.command, ConfigCheckCommand.command, EpochCommand.raise, CompactCommand.command,
        StoreCopyCommand.command,
    ]
    /// The proof of the audit, which can also read a database file.
    static let verifyAudit: [Command] = [AuditCommands.verify]
    /// Backups, which are database files that are opened to verify them.
    static let ofBackups: [Command] = [
        BackupCommands.backup, BackupFolderCommands.list, BackupFolderCommands.verify, BackupCommands.restore,
    ]
    #else
    static let ofServer: [Command] = []
    static let verifyAudit: [Command] = []
    static let ofBackups: [Command] = []
    #endif
}
