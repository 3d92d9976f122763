/// Limits of metrics, each with its reason.
package enum MetricsLimits {
    /// Counters of one event loop: 512 KB of zeroed pages, which use memory only after the first write to each page.
    ///
    /// An app with four releases in memory uses about 80, which is enough for 800 such apps.
    static let cellsMax = 65_536

    /// Releases of an app that have their own series, newest first; each has up to four series for each channel.
    static let trackedReleasesMax = 16

    /// Apps that have their own series in the metrics of releases: about 50 series each.
    static let trackedAppsMax = 200

    /// Channels that have their own series, those that moved last: five series each.
    package static let channelsMax = 1_000

    /// Series of links on one loop: host, rule and outcome; rules beyond them are counted together.
    package static let linkSeriesMax = 5_000

    /// Free space on the database's disk, in bytes, below which readiness warns: several backups of a large database.
    static let freeBytesWanted = 1 << 30
}
