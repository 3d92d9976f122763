import RouteIndex
public import RouteModel

/// Answers where addresses lead, from rules that a server publishes and this device keeps.
///
/// Making one maps the kept release and needs no network; ``resolve(_:explaining:)`` answers at once from whatever
/// release is in use; ``refresh()`` or ``startUpdating(by:)`` bring newer ones, which replace the old whole or not at all.
///
/// ```swift
/// let routes = try RouteClient(
///     server: "https://routes.example.com", app: "moments", cache: cachesFolder,
///     context: Context(platform: "ios", appVersion: "7.2"))
/// routes.startUpdating()
/// let resolution = routes.resolve("https://moments.example.com/m/42")
/// ```
///
/// Make one client for a channel in a process, where the app begins, and share it: a second one would double the
/// requests, and each would have a context of its own. Processes may share a cache directory. Begin and end updating with
/// the app and not with one of its scenes (<doc:FiveMinutes>).
public final class RouteClient: Sendable {
    /// What the start found in the cache directory.
    public let launch: LaunchReport

    let endpoint: Endpoint
    let cache: ReleaseCache
    let transport: any Transport
    let clock: @Sendable () -> Instant
    let wakeFreshMilliseconds: Int64
    let state: Lock<ClientState>

    /// Makes a client that answers from the release kept in the cache directory, if there is one.
    ///
    /// A damaged or unwritable cache does not throw: `launch` tells, and the client works from memory.
    /// - Parameters:
    ///   - server: where the server is, `https://HOST` or with a path below which `/v1` stands.
    ///   - app: the app's name.
    ///   - channel: the channel's name.
    ///   - cache: a directory that survives restarts, made if missing; several apps and channels may share it.
    ///   - bundle: a folder in the app's package made by `waymark bundle`; used while the cache has nothing later.
    ///   - context: what the app knows about itself.
    ///   - transport: how to reach the server; URLSession or this package's own client where none is given.
    ///   - clock: tells the time for conditions with a clock; the system's where none is given.
    /// - Throws: `invalidConfiguration` for a server, app or channel that cannot be one.
    public convenience init(
        server: String, app: String, channel: String = "production", cache: String, bundle: String? = nil,
        context: Context = Context(),
        transport: (any Transport)? = nil, clock: (@Sendable () -> Instant)? = nil
    ) throws(RouteClientError) {
        let endpoint = try Endpoint(server: server, app: app, channel: channel)
        self.init(
            endpoint: endpoint, cache: ReleaseCache(directory: cache, endpoint: endpoint), bundle: bundle,
            context: context,
            transport: transport ?? Self.systemTransport(), clock: clock ?? WallClock.now)
    }

    init(
        endpoint: Endpoint, cache: ReleaseCache, bundle: String?, context: Context, transport: any Transport,
        clock: @escaping @Sendable () -> Instant, wakeFreshMilliseconds: Int64 = Limits.wakeFreshMilliseconds
    ) {
        self.endpoint = endpoint
        self.cache = cache
        self.transport = transport
        self.clock = clock
        self.wakeFreshMilliseconds = wakeFreshMilliseconds
        var problems: [RouteClientError] = []
        var opened = Self.laterOf(
            cache.open(&problems), bundle.flatMap { ReleaseCache(folder: $0).openBundle(for: endpoint, &problems) })
        if opened == nil { opened = cache.openFromOtherServer(endpoint) }
        let release = opened.map { ReleaseInfo($0.index, head: $0.head, endpoint) }
        launch = LaunchReport(source: opened?.source ?? .nothing, release: release, problems: problems)
        var state = ClientState(context: context, index: opened?.index, release: release, head: opened?.head)
        for problem in problems { state.counters.failures[problem.code, default: 0] += 1 }
        self.state = Lock(state)
    }

    deinit {
        let (updating, readers) = state.withLock { ($0.updating, Array($0.subscribers.values)) }
        updating?.task.cancel()
        for reader in readers { reader.finish() }
    }

    /// Says where an address leads, with the release, the context and the time of this moment.
    ///
    /// Never waits: no network, no file, no parsing. Before the first release ever arrived the outcome is a failure
    /// that says so.
    /// - Parameters:
    ///   - address: the address as it came in.
    ///   - explaining: also tell why each candidate won or lost; for people, slower.
    /// - Returns: the answer, with its trail.
    public func resolve(_ address: String, explaining: Bool = false) -> Resolution {
        resolve(address, context: nil, at: nil, explaining: explaining)
    }

    /// Says where an address leads for another context or another moment, such as a push from before.
    public func resolve(
        _ address: String, context: Context?, at instant: Instant?, explaining: Bool = false
    ) -> Resolution {
        let (index, ownContext) = state.withLock { state in
            state.counters.resolutions += 1
            return (state.index, state.context)
        }
        guard let index else {
            let failure = Failure(.notReady, detail: "No rules have arrived yet.")
            return Resolution(outcome: .failed(failure), original: address)
        }
        return index.resolve(
            address, context: context ?? ownContext, at: instant ?? clock(), explaining: explaining)
    }

    /// The release in use; nil before the first one arrived.
    public var release: ReleaseInfo? { state.withLock { $0.release } }

    /// What has been done so far.
    public var counters: ClientCounters { state.withLock { $0.counters } }

    /// What failed last, of refreshes and of the cache; nil when nothing did, or a refresh has worked since.
    public var lastFailure: RouteClientError? { state.withLock { $0.lastFailure } }

    /// The release to start with: the cache's, unless an updated app brought a later one.
    private static func laterOf(_ kept: ReleaseCache.Opened?, _ bundled: ReleaseCache.Opened?) -> ReleaseCache.Opened? {
        guard let kept, let bundled else { return kept ?? bundled }
        guard let ours = kept.head?.position, let theirs = bundled.head?.position else {
            return kept.head == nil && bundled.head != nil ? bundled : kept
        }
        return theirs > ours ? bundled : kept
    }

    /// The connection of this system when the app gives none.
    static func systemTransport() -> any Transport {
        #if canImport(Darwin)
        URLSessionTransport()
        #else
        FetchingTransport()
        #endif
    }
}
