/// Limits of metrics, each with its reason.
package enum MetricsLimits {
    /// Counters of one event loop: 512 KB of zeroed pages, which take memory as they are used.
    ///
    /// An app with four releases in memory takes about 80, so 800 such apps have counters of their own.
    package static let cellsMax = 65_536

    /// Releases of an app that have series of their own, newest first; each has up to four series for each channel.
    package static let trackedReleasesMax = 16

    /// Apps that have series of their own where releases are counted: about 50 series each.
    package static let trackedAppsMax = 200

    /// Free space on the database's disk, in bytes, below which readiness warns: several backups of a large database.
    package static let freeBytesWanted = 1 << 30
}
