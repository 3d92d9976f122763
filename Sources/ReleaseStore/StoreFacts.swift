package import RouteModel

/// What the store knows about itself.
package struct StoreFacts: Sendable, Hashable {
    /// Higher after every restore of a backup and in every newly made database: clients order heads by (epoch,
    /// sequence).
    ///
    /// It grows from the seconds since 1970, so that two restores of one backup differ too.
    package var epoch: Int
    /// When the database was made.
    package var createdAt: Instant
    /// The migrations it has had.
    package var schemaVersion: Int
}

/// Everything a start needs to know, read in one snapshot.
package struct StoreOverview: Sendable, Hashable {
    /// What the store knows about itself.
    package var facts: StoreFacts
    /// All apps, by name.
    package var apps: [AppRecord]
    /// All channels, by app and name.
    package var channels: [ChannelRecord]
}

/// Counters since the store was opened.
package struct StoreStatistics: Sendable, Hashable {
    /// Writes that were committed.
    package var writesCommitted = 0
    /// Writes that were refused or failed.
    package var writesFailed = 0
    /// Commits; fewer than writes when writers waited together.
    package var groups = 0
    /// Most writes in one commit.
    package var groupWritesMax = 0
    /// Writes waiting now.
    package var writesWaiting = 0
    /// Writes that failed because of the disk or the file, not because of what they asked.
    package var writesBroken = 0
    /// How long commits took.
    package var commitTimes = CommitTimes()
    /// Times the file beside the database that makes losses known could not be written.
    package var headWritesFailed = 0
}
