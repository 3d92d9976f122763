public import RouteModel

/// What changed in a client.
public enum RouteClientEvent: Sendable, Hashable {
    /// Another release is in use.
    case updated(ReleaseInfo)
    /// A refresh found nothing new.
    case unchanged
    /// A head older than the latest one was ignored.
    case ignored(Head.Position)
    /// A refresh failed; the last good release stays in use.
    case refreshFailed(RouteClientError)
    /// The cache directory could not be written; the release is used from memory.
    case cacheFailed(RouteClientError)
    /// The stream of heads delivered its first head: new releases arrive as they are published.
    case connected
    /// The stream of heads ended or could not be opened; the client polls until it opens the next one.
    case disconnected(RouteClientError?)
    /// The app changed its context; resolutions use it from now on.
    case contextChanged(Context)
}

/// What a client has done since it was made, in numbers.
public struct ClientCounters: Sendable, Hashable {
    /// Addresses resolved.
    public var resolutions = 0
    /// Refreshes begun.
    public var refreshes = 0
    /// Refreshes after which another release was in use.
    public var updates = 0
    /// Refreshes that found nothing new.
    public var unchanged = 0
    /// Heads ignored because a later one had arrived before.
    public var ignored = 0
    /// Streams of heads that delivered a head.
    public var connections = 0
    /// Streams of heads that this client did not end itself, or that could not be opened.
    public var disconnections = 0
    /// Changes of the context.
    public var contextChanges = 0
    /// Releases that this client set aside, at its launch, because the app ended twice while they were on trial.
    public var releasesSetAside = 0
    /// Failures by kind, of refreshes and of the cache.
    public var failures: [RouteClientError.Code: Int] = [:]
}
