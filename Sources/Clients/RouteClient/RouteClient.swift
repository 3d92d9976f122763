import RouteIndex
// An app writes `import RouteClient` and uses Context, Resolution and the other values of its API. They are in
// RouteModel because the server uses them, too; this attribute is the only way to re-export a module.
@_exported public import RouteModel

/// Resolves addresses with rules that a server publishes and this device stores.
///
/// Making a client maps the stored release and needs no network. ``resolve(_:explaining:)`` answers without waiting
/// from the release in use. ``refresh()`` and ``startUpdating(by:)`` fetch later releases; a release is used whole or
/// not at all.
///
/// ```swift
/// let routes = try RouteClient(
///     server: "https://routes.example.com", app: "moments", cache: cacheFolder,
///     context: Context(platform: "ios", appVersion: "7.2"))
/// routes.startUpdating()
/// let resolution = routes.resolve("https://moments.example.com/m/42")
/// ```
///
/// Make one client for each channel in a process, where the app starts, and share it: a second one doubles the
/// requests, and has a context of its own. Processes may share a cache directory. Start and stop updating with the app,
/// not with one of its scenes (<doc:FiveMinutes>).
public final class RouteClient: Sendable {
    /// What this client found in the cache directory when it was made.
    public let launch: LaunchReport

    let channel: ChannelReader
    let cache: ReleaseCache
    let trial: ReleaseTrial
    let wakeFreshMilliseconds: Int64
    let lookMilliseconds: Int64
    let state: Lock<ClientState>

    /// Makes a client that answers from the release in the cache directory, if there is one.
    ///
    /// A damaged or unwritable cache does not throw: ``launch`` lists the problems, and the client works from memory. This
    /// maps files and never compiles: a release without a usable index, such as after an update of the app, is compiled in the
    /// background, and an index above 1.5 MB (about 16,000 rules) is proved there (``LaunchReport/isCompiling``). Until then the
    /// bundle answers, or the outcome is `notReady`.
    /// - Parameters:
    ///   - server: the server's address, `https://HOST` or with a path below which `/v1` is.
    ///   - app: the app's name.
    ///   - channel: the channel's name.
    ///   - cache: a directory that survives restarts, made if missing; several apps and channels may share it.
    ///   - bundle: a folder in the app's package made by `waymark bundle`; used while the cache has nothing later.
    ///   - context: facts about the app and the device, which rules may test.
    ///   - transport: how to reach the server; by default URLSession on Apple systems and HTTPFetching on Linux.
    ///   - clock: the wall clock for rules with a time window; by default the system's.
    ///   - process: whether the sudden end of this process counts against a release on trial.
    /// - Throws: `invalidConfiguration` if the server's address or a name is not valid.
    public convenience init(
        server: String, app: String, channel: String = "production", cache: String, bundle: String? = nil,
        context: Context = Context(),
        transport: (any Transport)? = nil, clock: (@Sendable () -> Instant)? = nil, process: ProcessRole = .automatic
    ) throws(RouteClientError) {
        let endpoint = try Endpoint(server: server, app: app, channel: channel)
        self.init(
            endpoint: endpoint, cache: ReleaseCache(directory: cache, endpoint: endpoint), bundle: bundle,
            context: context,
            transport: transport ?? Self.systemTransport(), clock: clock ?? WallClock.now, process: process)
    }

    convenience init(
        endpoint: Endpoint, cache: ReleaseCache, bundle: String?, context: Context, transport: any Transport,
        clock: @escaping @Sendable () -> Instant, wakeFreshMilliseconds: Int64 = Limits.wakeFreshMilliseconds,
        process: ProcessRole = .other, trialMilliseconds: Int64 = Limits.trialMilliseconds,
        lookMilliseconds: Int64 = Limits.lookMilliseconds
    ) {
        self.init(
            ChannelReader(endpoint: endpoint, transport: transport, clock: clock), cache, bundle: bundle,
            context: context, wakeFreshMilliseconds: wakeFreshMilliseconds, process: process,
            trialMilliseconds: trialMilliseconds, lookMilliseconds: lookMilliseconds)
    }

    /// Without a parameter of the type `any Transport`, for which the compiler would copy all of this.
    init(
        _ channel: ChannelReader, _ cache: ReleaseCache, bundle: String?, context: Context,
        wakeFreshMilliseconds: Int64, process: ProcessRole, trialMilliseconds: Int64, lookMilliseconds: Int64
    ) {
        self.channel = channel
        let endpoint = channel.endpoint
        self.cache = cache
        self.wakeFreshMilliseconds = wakeFreshMilliseconds
        self.lookMilliseconds = lookMilliseconds
        #if os(iOS) || os(tvOS) || os(visionOS)
        let trial = ReleaseTrial(
            cache, role: process, appVersion: context.appVersion, milliseconds: trialMilliseconds,
            isActive: ReleaseTrial.appIsActive)
        // Before the trial asks for the state, so that it misses no change.
        if process != .other { trial.observeScenes() }
        #else
        let trial = ReleaseTrial(
            cache, role: process, appVersion: context.appVersion, milliseconds: trialMilliseconds)
        #endif
        self.trial = trial
        // Before the files are opened: a later one is then noticed.
        let head = WatchedFile(cache.headPath)
        let stored = StoredReleases(cache: cache, bundle: bundle, endpoint: endpoint, trial: trial)
        var opening = Opening(compiles: false, provenBytesMax: cache.provenAtLaunchBytesMax)
        let opened = stored.open(&opening)
        let release = opened.map { ReleaseInfo($0.index, head: $0.head, endpoint) }
        let refused = trial.refused
        if let refused { opening.problems.append(.setAside(refused.head, for: release)) }
        launch = LaunchReport(
            source: opened?.source ?? .nothing, release: release, problems: opening.problems,
            setAside: refused.map { ReleaseInfo($0.head, endpoint) }, isCompiling: opening.isIncomplete)
        // The later one: an earlier head must not replace what is in use, nor what was set aside.
        let heads = [refused.flatMap { $0.isOwn ? $0.head : nil }, opened?.head].compactMap(\.self)
        var state = ClientState(
            context: context, index: opened?.index, release: release,
            head: heads.max { $0.position < $1.position })
        state.look.known = head
        for problem in opening.problems { state.counters.failures[problem.code, default: 0] += 1 }
        state.counters.releasesSetAside = refused?.isNew == true ? 1 : 0
        self.state = Lock(state)
        // The end of a process that compiles counts as that of one that maps.
        if opening.isIncomplete { compile(stored) } else { trial.launched() }
    }

    deinit {
        let (updating, subscribers) = state.withLock { ($0.updating, $0.subscribers) }
        updating?.task.cancel()
        for subscriber in subscribers { subscriber.reader.finish() }
        trial.pauses()
    }

    /// The app shows a screen: if it is still in front a second later, the release in use has passed its trial (``ProcessRole``).
    ///
    /// Call it where your app shows its first screen; an `AppRouter` does so for each screen. Costs a few nanoseconds
    /// after the first time.
    public func screenShown() { trial.resumes(showing: true) }

    /// Resolves an address with the current release, context and time.
    ///
    /// Never waits: uses no network, reads no file, parses no rules. (A client that does not update looks at the status of one
    /// file, ten times a second at most, and so sees what another process has stored; a later resolution uses it.) Before the first
    /// release is there the outcome is `failed` with the code `notReady`.
    /// - Parameters:
    ///   - address: the address as the app received it.
    ///   - explaining: also report why each candidate rule matched or not; slower, for debugging.
    /// - Returns: the outcome, with the hops that led to it.
    public func resolve(_ address: String, explaining: Bool = false) -> Resolution {
        resolve(address, context: nil, at: nil, explaining: explaining)
    }

    /// Resolves an address for another context or another time, such as the time of an older notification.
    public func resolve(
        _ address: String, context: Context?, at instant: Instant?, explaining: Bool = false
    ) -> Resolution {
        let now = channel.clock()
        let (index, ownContext, looks, known) = state.withLock { [lookMilliseconds] state in
            state.counters.resolutions += 1
            let looks = state.updating == nil && state.look.isDue(now, milliseconds: lookMilliseconds)
            return (state.index, state.context, looks, looks ? state.look.known : nil)
        }
        if looks { lookIntoFolder(known) }
        guard let index else {
            let reason = lastFailure.map { ": \($0)" } ?? ""
            let failure = Failure(.notReady, detail: "No rules have arrived yet\(reason).")
            return Resolution(outcome: .failed(failure), original: address)
        }
        return index.resolve(
            address, context: context ?? ownContext, at: instant ?? now, explaining: explaining)
    }

    /// The release in use; nil before the first one has arrived.
    public var release: ReleaseInfo? { state.withLock { $0.release } }

    /// What this client has done since it was made.
    public var counters: ClientCounters { state.withLock { $0.counters } }

    /// The latest failure of a refresh or of the cache; nil if there was none, or another refresh has begun since.
    public var lastFailure: RouteClientError? { state.withLock { $0.lastFailure } }

    /// The transport of this system, used if the app passes none.
    package static func systemTransport() -> any Transport {
        #if canImport(Darwin)
        URLSessionTransport()
        #else
        FetchingTransport()
        #endif
    }
}

extension RouteClient {
    /// Facts about the app and the device, which rules may test; a new value is used from the next resolution on.
    ///
    /// Setting replaces the whole value. To change a part, use ``updateContext(_:)``: `routes.context.locale = …`
    /// reads, changes and writes, and would undo a change that another thread made in between.
    public var context: Context {
        get { state.withLock { $0.context } }
        set { state.withLock { $0.replaceContext(with: newValue) } }
    }

    /// Changes a part of the context; no concurrent change is lost.
    ///
    /// The change is used from the next resolution after this call on, and is one event.
    /// - Parameter change: changes a copy. It is called again if another thread changed the context meanwhile, so it
    ///   should have no side effects; it may call this client.
    public func updateContext(_ change: (inout Context) -> Void) {
        var isDone = false
        while !isDone {
            let before = context
            var changed = before
            change(&changed)
            isDone = state.withLock { [changed] state in
                guard state.context == before else { return false }
                state.replaceContext(with: changed)
                return true
            }
        }
    }
}
