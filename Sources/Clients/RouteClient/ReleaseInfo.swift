public import RouteModel

/// Identifies the release in use.
public struct ReleaseInfo: Sendable, Hashable {
    /// The app's name.
    public var app: String
    /// The channel that it was published to.
    public var channel: String
    /// The release's number.
    public var version: Int
    /// SHA-256 of the body, 64 hexadecimal digits.
    public var digest: String
    /// Its position in the channel's history; nil if it is not known, such as for a release of another server.
    public var position: Head.Position?
}

/// What a refresh found.
public enum RefreshResult: Sendable, Hashable {
    /// Another release is in use now.
    case updated(ReleaseInfo)
    /// The channel still points at the release in use.
    case unchanged
    /// The head was older than the latest one, so it came from a stale HTTP cache; it was ignored.
    case ignored(Head.Position)
}

/// What a new client found in the cache directory.
public struct LaunchReport: Sendable, Hashable {
    /// Where the first answers come from.
    public enum Source: String, Sendable {
        /// From the compiled index, mapped into memory.
        case index
        /// From the stored body, compiled again. No launch of this version has it: it compiles in the background
        /// (``LaunchReport/isCompiling``).
        case body
        /// From the release in the app's package.
        case bundle
        /// From the cache of the same app and channel under another server's address; the first head of this server
        /// replaces it.
        case otherServer
        /// From nothing: no release has arrived yet.
        case nothing
    }

    /// Where the first answers come from.
    public var source: Source
    /// The release in use, if any.
    public var release: ReleaseInfo?
    /// What was wrong with the cache and the bundle; the client works nevertheless.
    public var problems: [RouteClientError]
    /// The release that this launch did not use because the app ended twice while it was on trial; nil as a rule.
    public var setAside: ReleaseInfo?
    /// Whether a stored release is prepared in the background.
    ///
    /// One without a usable index is compiled, and an index above 1.5 MB is proved. The event
    /// ``RouteClientEvent/updated(_:)`` says when it is used.
    public var isCompiling = false
}
