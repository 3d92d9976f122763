import RouteModel
import SQLiteKit

extension Session {
    func facts() throws(StoreError) -> StoreFacts {
        let found = try first(
            "SELECT epoch, created_at, (SELECT max(ordinal) FROM migrations) FROM facts WHERE id = 1"
        ) { row in
            StoreFacts(epoch: row.integer(0), createdAt: row.instant(1), schemaVersion: row.integer(2))
        }
        guard let found else { throw Self.noFacts }
        return found
    }

    func overview() throws(StoreError) -> StoreOverview {
        StoreOverview(facts: try facts(), apps: try apps(), channels: try channels(nil))
    }

    /// The newest thing the store knows.
    func head() throws(StoreError) -> StoreHead {
        if let newest { return newest }
        let found = try first(
            """
            SELECT f.epoch, a.sequence, a.hash FROM facts f
            LEFT JOIN audit a ON a.sequence = (SELECT max(sequence) FROM audit) WHERE f.id = 1
            """
        ) { row in
            StoreHead(
                epoch: row.integer(0), sequence: row.integer(1),
                hash: row.optionalBytes(2) ?? AuditChain.start)
        }
        guard let found else { throw Self.noFacts }
        newest = found
        return found
    }

    /// Writes the row of facts of a new file; raises the epoch of a backup, and of a file that holds less than the head
    /// beside it says was acknowledged.
    func settleFacts(_ known: StoreHead?, _ stamp: Stamp) throws(StoreError) -> OpeningNotice? {
        let isCopy = try first("SELECT is_copy FROM facts WHERE id = 1") { row in row.flag(0) }
        guard let isCopy else {
            try run(
                "INSERT INTO facts (id, epoch, created_at) VALUES (1, ?1, ?2)",
                [.integer(Self.epoch(after: known?.epoch ?? 0, stamp)), .instant(stamp.at)])
            return .created
        }
        let loss: String? = if let known { try loss(since: known) } else { nil }
        guard isCopy || loss != nil else { return nil }
        let epoch = try raiseEpoch(atLeastAfter: known?.epoch ?? 0, stamp)
        if isCopy { return .backup(epoch: epoch) }
        return loss.map { .writesLost(detail: $0, epoch: epoch) }
    }

    /// What the head knows and the file does not hold, in words; nil when all of it is there.
    private func loss(since head: StoreHead) throws(StoreError) -> String? {
        let present = try self.head()
        if head.epoch > present.epoch { return "it is of epoch \(present.epoch), but \(head.epoch) was reached" }
        guard head.epoch == present.epoch, head.sequence > 0 else { return nil }
        let hash = try first("SELECT hash FROM audit WHERE sequence = ?1", [.integer(head.sequence)]) { row in
            row.bytes(0)
        }
        guard let hash else { return "it ends at audit row \(present.sequence), but \(head.sequence) was reached" }
        return hash == head.hash ? nil : "its audit row \(head.sequence) is not the one that was written"
    }

    /// Raises the epoch and remembers that the file is no mere copy any more.
    func raiseEpoch(atLeastAfter floor: Int = 0, _ stamp: Stamp) throws(StoreError) -> Int {
        newest = nil
        let before = try facts().epoch
        let after = Self.epoch(after: max(before, floor), stamp)
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

    private static var noFacts: StoreError { StoreError(DatabaseError.unreadable("the row of facts is missing")) }
}
