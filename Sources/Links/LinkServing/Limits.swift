/// Limits of serving links, each with its reason.
enum LinkServingLimits {
    /// Kinds of clients that each loop remembers: a power of two.
    ///
    /// A thousand combinations of system, in-app browser, version
    /// and language are most of what a day brings; a kind that another one has displaced is read again.
    static let clientsMax = 1024
}

/// Limits of what is served at hosts, each with its reason.
enum HostingLimits {
    /// How long caches may keep a link file, in seconds: Apple's and Google's servers read it again within a day, and an
    /// administrator who corrects one waits no longer than this for the edges.
    static let fileSecondsMax = 300
}
