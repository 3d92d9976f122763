/// What opening a store found or did that somebody should know of.
package enum OpeningNotice: Sendable, Hashable, CustomStringConvertible {
    /// There was no database; one was made.
    case created
    /// The file had an older layout: it was copied to `backup`, then got these migrations.
    case migrated([String], backup: String)
    /// The file was a backup; the epoch was raised to this.
    case backup(epoch: Int)
    /// The head file knew of more than the database holds: acknowledged writes are gone; the epoch was raised to this.
    case writesLost(detail: String, epoch: Int)

    /// The notice in a sentence, for the log.
    package var description: String {
        switch self {
        case .created: "A new database was made."
        case .migrated(let steps, let backup):
            "The database was migrated: \(steps.joined(separator: ", ")). Its backup from before is \(backup)."
        case .backup(let epoch): "The database was a backup; its epoch is now \(epoch)."
        case .writesLost(let detail, let epoch):
            "The database has lost writes: \(detail). Its epoch is now \(epoch), so that clients follow."
        }
    }
}
