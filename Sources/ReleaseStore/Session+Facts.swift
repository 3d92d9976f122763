import RouteModel
import SQLiteKit

extension Session {
    func facts() throws(StoreError) -> StoreFacts {
        let found = try first(
            "SELECT epoch, created_at, (SELECT max(ordinal) FROM migrations) FROM facts WHERE id = 1"
        ) { row in
            StoreFacts(epoch: row.integer(0), createdAt: row.instant(1), schemaVersion: row.integer(2))
        }
        guard let found else { throw StoreError(DatabaseError.unreadable("the row of facts is missing")) }
        return found
    }

    func overview() throws(StoreError) -> StoreOverview {
        StoreOverview(facts: try facts(), apps: try apps(), channels: try channels(nil))
    }

    /// Writes the row of facts of a new file, or raises the epoch of a file that was a backup.
    func settleFacts(_ stamp: Stamp) throws(StoreError) {
        let isCopy = try first("SELECT is_copy FROM facts WHERE id = 1") { row in row.flag(0) }
        if isCopy == nil {
            try run(
                "INSERT INTO facts (id, epoch, created_at) VALUES (1, ?1, ?2)",
                [.integer(Self.epoch(after: 0, stamp)), .instant(stamp.at)])
        } else if isCopy == true {
            _ = try raiseEpoch(stamp)
        }
    }

    /// Raises the epoch and remembers that the file is no mere copy any more.
    func raiseEpoch(_ stamp: Stamp) throws(StoreError) -> Int {
        let before = try facts().epoch
        let after = Self.epoch(after: before, stamp)
        try run("UPDATE facts SET epoch = ?1, is_copy = 0 WHERE id = 1", [.integer(after)])
        try audit(.storeEpoch, app: nil, before: AuditText.epoch(before), after: AuditText.epoch(after), stamp)
        return after
    }

    func noteProbe(_ at: Instant) throws(StoreError) {
        try run("UPDATE facts SET probed_at = ?1 WHERE id = 1", [.instant(at)])
    }

    /// Epochs follow the clock in seconds, and never stand still: one backup restored twice, or a file lost and made
    /// anew, would otherwise get an epoch that clients have seen with a higher sequence, and they would ignore it.
    private static func epoch(after epoch: Int, _ stamp: Stamp) -> Int {
        max(epoch + 1, Int(stamp.at.milliseconds / 1000))
    }
}
