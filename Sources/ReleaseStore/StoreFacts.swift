package import RouteModel

/// Facts about a database.
package struct StoreFacts: Sendable, Hashable {
    /// A number that every restore of a backup and every new database raises: clients order heads by (epoch, sequence).
    ///
    /// It is at least the seconds since 1970, so that two restores of one backup differ, too.
    package var epoch: Int
    /// When the database was made.
    package var createdAt: Instant
    /// The migrations it has had.
    package var schemaVersion: Int
}

/// The data that a starting server reads, in one snapshot.
package struct StoreOverview: Sendable, Hashable {
    /// Facts about a database.
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
    /// How long commits took.
    package var commitTimes = CommitTimes()
    /// The number of failed writes of the head file.
    package var headWritesFailed = 0
}

/// A histogram of the time that commits took, the flush to the disk included.
package struct CommitTimes: Sendable, Hashable {
    /// The upper bounds of the buckets in seconds, ascending.
    package static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

    /// Commits by bucket: above the bound before, at most the bound; the last bucket is above all bounds.
    package private(set) var counts = Array(repeating: 0, count: CommitTimes.bounds.count + 1)
    /// The sum of all times, in seconds.
    package private(set) var seconds = 0.0

    /// Counts one commit.
    mutating func add(_ time: Duration) {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        self.seconds += seconds
    }
}
