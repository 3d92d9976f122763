/// Limits of what is served at hosts, each with its reason.
package enum HostingLimits {
    /// How long caches may keep a link file, in seconds: Apple's and Google's servers read it again within a day, and an
    /// administrator who corrects one waits no longer than this for the edges.
    package static let fileSecondsMax = 300
}
