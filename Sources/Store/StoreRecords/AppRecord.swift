package import RouteModel

/// How often clients poll an app's head, in seconds.
package struct PollSettings: Sendable, Hashable {
    /// Seconds between two polls.
    package var interval: Int
    /// The longest random delay of a poll, in seconds, so that clients do not poll at the same time.
    package var jitter: Int

    /// Makes settings from seconds.
    package init(interval: Int, jitter: Int) {
        self.interval = interval
        self.jitter = jitter
    }
}

/// An app: a namespace of rules with one draft, releases and channels.
package struct AppRecord: Sendable, Hashable {
    /// Its name; never used again after the app was deleted.
    package var name: String
    /// Its name for people.
    package var title: String
    /// How often clients poll its head.
    package var poll: PollSettings
    /// Raised by every change of title, poll or retention.
    package var revision: Int
    /// When it was made.
    package var createdAt: Instant
    /// What is kept of its releases.
    package var retention: AppRetention

    /// Makes a record from its parts.
    package init(
        name: String, title: String, poll: PollSettings, revision: Int, createdAt: Instant,
        retention: AppRetention = AppRetention()
    ) {
        self.name = name
        self.title = title
        self.poll = poll
        self.revision = revision
        self.createdAt = createdAt
        self.retention = retention
    }
}

/// The test addresses of an app, as one document with its own revision.
package struct ExpectationsRecord: Sendable, Hashable {
    /// Raised by every replacement; 0 before the first.
    package var revision: Int
    /// JSON list of expectations; `[]` before the first.
    package var json: [UInt8]

    /// Makes a document of a revision.
    package init(revision: Int, json: [UInt8]) {
        self.revision = revision
        self.json = json
    }
}

/// Rows of screens, and whether more follow.
package struct ScreensPage: Sendable, Hashable {
    /// The manifests, by platform and version.
    package var rows: [ScreensRecord]
    /// Whether there are builds behind the last row.
    package var hasMore: Bool

    /// Makes a page of rows.
    package init(rows: [ScreensRecord], hasMore: Bool) {
        self.rows = rows
        self.hasMore = hasMore
    }
}

/// The screens one build of an app has.
package struct ScreensRecord: Sendable, Hashable {
    /// The platform such as `ios`.
    package var platform: String
    /// The app version, as given.
    package var version: String
    /// The number of the audit's row that wrote it; 1 if it was written before screens had revisions.
    package var revision: Int
    /// JSON of the manifest.
    package var json: [UInt8]
    /// When it was last replaced.
    package var changedAt: Instant

    /// Makes a build's record from its columns.
    package init(platform: String, version: String, revision: Int, json: [UInt8], changedAt: Instant) {
        self.platform = platform
        self.version = version
        self.revision = revision
        self.json = json
        self.changedAt = changedAt
    }
}
