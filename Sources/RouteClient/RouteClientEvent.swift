public import RouteModel

/// What changed in a client.
public enum RouteClientEvent: Sendable, Hashable {
    /// Another release is in use.
    case updated(ReleaseInfo)
    /// A refresh found nothing new.
    case unchanged
    /// A head older than the one already seen was ignored.
    case ignored(Head.Position)
    /// A refresh failed; the last good release stays.
    case refreshFailed(RouteClientError)
    /// A release is used from memory because the cache directory could not be written.
    case cacheFailed(RouteClientError)
    /// The stream of heads stands and brought its first one: news arrive as they are published.
    case connected
    /// The stream of heads ended or could not be had; polling goes on until the next try.
    case disconnected(RouteClientError?)
    /// The app changed what it knows about itself; resolutions follow it from now on.
    case contextChanged(Context)
}

/// What a client has done since it was made.
public struct ClientCounters: Sendable, Hashable {
    /// Addresses resolved.
    public var resolutions = 0
    /// Refreshes begun.
    public var refreshes = 0
    /// Refreshes that brought another release.
    public var updates = 0
    /// Refreshes that found nothing new.
    public var unchanged = 0
    /// Heads ignored because a later one was known.
    public var ignored = 0
    /// Streams of heads that stood.
    public var connections = 0
    /// Streams of heads that ended by themselves or could not be had.
    public var disconnections = 0
    /// Times the app changed what it knows about itself.
    public var contextChanges = 0
    /// Failures by kind, of refreshes and of the cache.
    public var failures: [RouteClientError.Code: Int] = [:]
}
