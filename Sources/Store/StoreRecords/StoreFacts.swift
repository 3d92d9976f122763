package import RouteModel
package import SystemIO

/// Facts about a database.
package struct StoreFacts: Sendable, Hashable {
    /// A number that every opening for writing raises: clients order heads by (epoch, sequence).
    ///
    /// It is at least the seconds since 1970 at that opening, so that two openings of one copy differ, too. It takes
    /// more than 31 bits from the year 2038 on.
    package var epoch: Int
    /// When the database was made.
    package var createdAt: Instant
    /// The migrations it has had.
    package var schemaVersion: Int

    /// Makes facts from their columns.
    package init(epoch: Int, createdAt: Instant, schemaVersion: Int) {
        self.epoch = epoch
        self.createdAt = createdAt
        self.schemaVersion = schemaVersion
    }
}

/// Counters since the store was opened.
package struct StoreStatistics: Sendable, Hashable {
    /// Writes that were committed.
    package var writesCommitted = 0
    /// Writes that were refused or failed.
    package var writesFailed = 0
    /// Commits; fewer than writes when writers waited together.
    package var groups = 0
    /// The most writes in one commit.
    package var groupWritesMax = 0
    /// Writes that wait now.
    package var writesWaiting = 0
    /// Writes that failed because of the disk or the file.
    package var writesBroken = 0
    /// How long commits took, the flush to the disk included, in seconds.
    package var commitTimes = Histogram(Histogram.commitSeconds)
    /// The newest row of the audit as of the last commit; nil before the first row.
    package var auditHead: AuditExpectation?
    /// The epoch and the newest row as of the last commit of this process; nil before the first if opening did not read it.
    package var position: StorePosition?
    /// How often the head file could not be written.
    package var headWritesFailed = 0
    /// How often the writing connection has waited for a database server; 0 for a file.
    package var roundTrips = 0

    /// Counters at zero.
    package init() {}

    /// Adds those of another queue of writes to the same store.
    package mutating func add(_ other: StoreStatistics) {
        writesCommitted += other.writesCommitted
        writesFailed += other.writesFailed
        groups += other.groups
        groupWritesMax = max(groupWritesMax, other.groupWritesMax)
        writesWaiting += other.writesWaiting
        writesBroken += other.writesBroken
        commitTimes.add(other.commitTimes.counts, sum: other.commitTimes.sum)
        roundTrips += other.roundTrips
        guard let newest = other.position, position.map({ $0 < newest }) ?? true else { return }
        (position, auditHead) = (newest, other.auditHead)
    }
}

/// The epoch and the last audit row: written to a file after each commit, compared when the database is opened.
///
/// A database file that was replaced by an older copy, or whose log was cut, opens without an error at an older commit.
/// The head shows this, so that the epoch is raised and clients follow.
package struct StoreHead: Sendable, Hashable {
    /// The epoch.
    package var epoch: Int
    /// The last audit row.
    package var sequence: Int
    /// That row's hash.
    package var hash: [UInt8]

    /// Makes a head from its parts.
    package init(epoch: Int, sequence: Int, hash: [UInt8]) {
        self.epoch = epoch
        self.sequence = sequence
        self.hash = hash
    }
}

/// The mark of a database into which a store is being copied.
package enum CopyMark {
    /// The name of a migration that no version has, so that no version opens the database before the copy is done.
    package static let migration = "unfinished copy"

    /// The refusal of such a database.
    package static let refusal = StoreError(
        .newer, "The copy of a store into this database is not finished.",
        hint: "Run waymark store copy again with the same source and target.")
}

/// A copy of a database in one file.
package struct BackupCopy: Sendable, Hashable {
    /// Its length in bytes.
    package let byteCount: Int
    /// Its SHA-256, 32 bytes.
    package let digest: [UInt8]

    /// Takes what was found when it was written.
    package init(byteCount: Int, digest: [UInt8]) {
        self.byteCount = byteCount
        self.digest = digest
    }
}
