/// A notice about the opening of a store, for the operator's log.
package enum OpeningNotice: Sendable, Hashable, CustomStringConvertible {
    /// There was no database; a new one was made.
    case created
    /// The file had an older layout: it was copied to `backup`, then got these migrations.
    case migrated([String], backup: String)
    /// The file was a backup; the epoch was raised to this.
    case backup(epoch: Int)
    /// The database lacks writes that the head file says were acknowledged; the epoch was raised to this.
    case writesLost(detail: String, epoch: Int)
    /// The operator accepted a head file that is missing, damaged or too old; the epoch was raised to this.
    case headAccepted(detail: String, epoch: Int)
    /// Other accounts could read this file; `isRestricted` is whether it has mode 0600 now.
    case readableByOthers(file: String, isRestricted: Bool)

    /// The file system takes no writes: the database is read as it is, and its epoch was not raised.
    case waiting(reason: String)

    /// Whether an operator should do something, or know of it.
    package var isWarning: Bool {
        switch self {
        case .created, .migrated: false
        case .backup, .writesLost, .headAccepted, .readableByOthers, .waiting: true
        }
    }

    /// The notice in a sentence, for the log.
    package var description: String {
        switch self {
        case .created: "A new database was made."
        case .migrated(let steps, let backup):
            "The database was migrated: \(steps.joined(separator: ", ")). Its backup from before is \(backup)."
        case .readableByOthers(let file, true): "Other accounts could read \(file); its mode is 0600 now."
        case .readableByOthers(let file, false):
            "Other accounts can read \(file), and its mode cannot be changed; let its owner run chmod 600."
        case .waiting(let reason):
            "The database is opened for reading: \(reason) Clients are served, writes are refused, and opening it for "
                + "writing is tried again every \(FileLimits.openingRetry.components.seconds) s."
        case .backup(let epoch): "The database was a backup; its epoch is now \(epoch)."
        case .writesLost(let detail, let epoch):
            "The database has lost writes: \(detail). Its epoch is now \(epoch), so that clients follow."
        case .headAccepted(let detail, let epoch):
            "Opened by the operator's order, although the audit may have been rewritten: \(detail). "
                + "Its epoch is now \(epoch)."
        }
    }
}
