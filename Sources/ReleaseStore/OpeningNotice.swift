/// What opening a store found or did that somebody should know of.
package enum OpeningNotice: Sendable, Hashable, CustomStringConvertible {
    /// There was no database; one was made.
    case created
    /// The file was an older version's and got these steps.
    case migrated([String])
    /// The file was a backup; the epoch was raised to this.
    case backup(epoch: Int)
    /// The head file knew of more than the database holds: acknowledged writes are gone; the epoch was raised to this.
    case writesLost(detail: String, epoch: Int)

    /// The notice in a sentence, for the log.
    package var description: String {
        switch self {
        case .created: "A new database was made."
        case .migrated(let steps): "The database was brought up to date: \(steps.joined(separator: ", "))."
        case .backup(let epoch): "The database was a backup; its epoch is now \(epoch)."
        case .writesLost(let detail, let epoch):
            "The database has lost writes: \(detail). Its epoch is now \(epoch), so that clients follow."
        }
    }
}
