public import RouteModel

/// Which release is in use.
public struct ReleaseInfo: Sendable, Hashable {
    /// The app's name.
    public var app: String
    /// The channel it came by.
    public var channel: String
    /// The release's number.
    public var version: Int
    /// SHA-256 of the body, 64 hexadecimal digits.
    public var digest: String
    /// Where in the channel's history it stands; nil when the record of it was lost.
    public var position: Head.Position?
}

/// What a refresh found.
public enum RefreshResult: Sendable, Hashable {
    /// Another release is in use now.
    case updated(ReleaseInfo)
    /// The channel still points where it did.
    case unchanged
    /// The head was older than the one already seen, so it came from a stale cache and nothing was done.
    case ignored(Head.Position)
}

/// What a start found in the cache directory.
public struct LaunchReport: Sendable, Hashable {
    /// Where the first answers come from.
    public enum Source: String, Sendable {
        /// The compiled index, mapped as it is.
        case index
        /// The kept body: its index was missing, damaged or of another format and was made again.
        case body
        /// The release that the app carries in its package.
        case bundle
        /// What another server's address left for the same app and channel; this server's first head replaces it.
        case otherServer
        /// Nothing: no release has arrived yet.
        case nothing
    }

    /// Where the first answers come from.
    public var source: Source
    /// The release in use, if any.
    public var release: ReleaseInfo?
    /// What was wrong with the cache; nothing here keeps the client from working.
    public var problems: [RouteClientError]
}
