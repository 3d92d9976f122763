package import Histograms
package import RouteModel

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
}

/// The data that a starting server reads, in one snapshot.
package struct StoreOverview: Sendable, Hashable {
    /// Facts about the database.
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
    /// How often the head file could not be written.
    package var headWritesFailed = 0
}
