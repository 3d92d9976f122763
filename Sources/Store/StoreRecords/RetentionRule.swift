package import RouteModel

/// What is kept of the releases of an app.
package struct RetentionRule: Sendable, Hashable {
    /// How many of the newest releases are kept.
    package var releases: Int
    /// For how many days a release is kept after it was made, or after a channel last pointed at it.
    package var days: Int

    /// The values of ``releases``; a server without releases has no use.
    package static let releasesRange = 1...1_000_000
    /// The values of ``days``; 0 keeps only what channels point at, besides the newest releases.
    package static let daysRange = 0...36_500

    /// Makes a rule.
    package init(releases: Int, days: Int) {
        self.releases = releases
        self.days = days
    }

    /// The instant before which a release, or a channel, is old.
    package func oldest(at now: Instant) -> Instant {
        Instant(milliseconds: now.milliseconds - Int64(days) * 24 * 60 * 60 * 1000)
    }
}

/// An app's own values of a ``RetentionRule``; nil is the server's.
package struct AppRetention: Sendable, Hashable {
    /// How many of the newest releases are kept.
    package var releases: Int?
    /// For how many days a release is kept.
    package var days: Int?

    /// Makes values; without any, the server's rule is valid.
    package init(releases: Int? = nil, days: Int? = nil) {
        self.releases = releases
        self.days = days
    }

    /// The app's rule.
    package func over(_ rule: RetentionRule) -> RetentionRule {
        RetentionRule(releases: releases ?? rule.releases, days: days ?? rule.days)
    }
}

/// What a run of retention would remove of an app, and what an administrator may want to delete.
package struct RetentionPlan: Sendable, Hashable {
    /// The app.
    package var app: String
    /// Its rule.
    package var rule: RetentionRule
    /// How many releases would be removed.
    package var releaseCount: Int
    /// The bytes of these releases: bodies, gzip bodies and drafts.
    package var byteCount: Int
    /// The oldest of them, ``StoreLimits/retentionListedMax`` at most.
    package var versions: [Int]
    /// Channels besides `production` that did not move for the days of the rule; a run does not delete them.
    package var unusedChannels: [ChannelRecord]
    /// Manifests of builds that were not replaced for these days, while their platform has a later one; a run does not
    /// delete them, because a missing manifest ends the finding `missing-screen` without notice.
    package var unusedScreens: [ScreensRecord]

    /// Makes a plan from its parts.
    package init(
        app: String, rule: RetentionRule, releaseCount: Int, byteCount: Int, versions: [Int],
        unusedChannels: [ChannelRecord], unusedScreens: [ScreensRecord]
    ) {
        self.app = app
        self.rule = rule
        self.releaseCount = releaseCount
        self.byteCount = byteCount
        self.versions = versions
        self.unusedChannels = unusedChannels
        self.unusedScreens = unusedScreens
    }
}

/// The releases that one transaction of retention removed.
package struct RemovedReleases: Sendable, Hashable {
    /// Their numbers, ascending.
    package var versions: [Int]
    /// Their bytes: bodies, gzip bodies and drafts.
    package var byteCount: Int

    /// No releases.
    package static let none = RemovedReleases(versions: [], byteCount: 0)
}
