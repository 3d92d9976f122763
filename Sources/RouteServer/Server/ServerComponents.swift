import APIContract
import AccessControl
import CanonicalJSON
import ChangeEvents
import ConsoleServing
import ControlPlane
import DataPlane
import DatabasePlaces
import HTTPExchange
import HTTPServing
import LinkHosting
import LinkServing
import NodeFollowing
import PrivateReading
import ReleaseStore
import RequestLanes
import RouteDocuments
import RouteModel
import ServerConfiguration
import ServerLog
import ServerMetrics
import SettingsReading
import StoreCopying
import StoreRecords
import SystemIO

/// The components between the store and the listeners.
struct ServerComponents: Sendable {
    let snapshots: SnapshotSource
    let authenticator: TokenAuthenticator
    let operations: ServerOperations
    let readiness: Readiness
    let table: EndpointTable
    let dispatcher: RequestDispatcher
    let handler: RequestHandler
    /// Answers links on event loops.
    let links: LoopLinks
    /// Answers clients on workers.
    let data: DataHandlers
    let streamPlaces: StreamPlaces
    let maintenance: MaintenanceTasks
    let backups: ScheduledBackups
    /// The number of event loops.
    let loops: Int
    let proxies: ProxyTrust
    /// What others change, for event streams.
    let changes: ChangeFeed
    /// The sessions of the console; nil if it is off.
    let sessions: ConsoleSessions?
    /// The settings in force, for administrators.
    let settings: SettingReport
    /// What makes the server one of several; nil for one with a file.
    let node: NodeParts?

    init(
        _ settings: ServerSettings, _ opened: OpenedDatabase, _ clocks: Clocks, _ log: ServerLogger,
        engine: EngineFiles = EngineFiles()
    ) throws {
        let (store, served) = (opened.store, opened.served)
        loops = settings.loops > 0 ? settings.loops : Threads.processorCount
        let metrics = try RequestMetrics(loops: loops, routes: LoopEndpoint.all.map(\.route))
        let snapshots = try SnapshotSource(
            store: store, releasesInMemory: settings.releasesInMemory, bodyBytesMax: settings.releaseBytes,
            indexBytes: settings.indexBytes, metrics: metrics, served: served,
            copyApp: opened.shared?.copy.copyApp)
        let loaded = snapshots.snapshot.apps
        log.info(
            "loaded",
            [
                "apps": .integer(Int64(loaded.count)),
                "releases": .integer(Int64(loaded.values.reduce(0) { $0 + $1.releaseCount })),
                "database": .string("\(settings.place)"),
                "node": opened.shared == nil ? .null : .string(NodeParts.name(settings)),
            ])
        authenticator = TokenAuthenticator(
            tokens: try served.tokens(), failedAttemptsPerMinuteMax: settings.failedAttemptsPerMinute)
        let counters = ControlCounters()
        let places = WorkPlaces(atOnce: settings.expensiveAtOnce, perCallerMax: settings.expensivePerCaller)
        let deferredLines = DeferredLines()
        let status = try opened.shared.map { shared in
            NodeStatus(
                name: NodeParts.name(settings), version: ServerVersion.current, startedAt: clocks.now(),
                applied: try shared.copy.position(), staleSeconds: settings.staleAccessSeconds,
                milliseconds: { clocks.milliseconds })
        }
        let files = DatabaseFiles(path: settings.filePrefix, hasDatabase: settings.place.isFile)
        readiness = Readiness(
            store: store, snapshots: snapshots, authenticator: authenticator, files: files, clocks: clocks, log: log,
            node: status)
        backups = ScheduledBackups(settings.backups, of: files, clocks: clocks, log: log)
        let data = DataHandlers(store: store, snapshots: snapshots, bodyCacheBytes: settings.bodyCacheBytes)
        self.data = data
        let retention = Retention(
            store: store, snapshots: snapshots, rule: settings.retention, forget: data.forgetOlderReleases)
        operations = ServerOperations(
            store: store, snapshots: snapshots, readiness: readiness, counters: counters, places: places, files: files,
            backups: backups, retention: retention)
        let control = ControlResources(
            store: store, snapshots: snapshots, authenticator: authenticator, counters: counters,
            database: settings.filePrefix,
            defaultPoll: PollSettings(interval: settings.pollInterval, jitter: settings.pollJitter),
            retention: retention, onCut: { MaintenanceTasks.announce($0, in: log) })
        let streams = StreamPlaces(
            streamsMax: settings.limits.streamsMax, perAddressMax: settings.limits.streamsPerAddressMax)
        streamPlaces = streams
        let adoption = AdoptionRecording(store: store, metrics: metrics, clocks: clocks)
        changes = try ChangeFeed(store: store, isAway: opened.shared?.isAway ?? false)
        self.settings = SettingReport(settings.rows)
        let reading =
            self.settings.endpoints + PrivateBodies(store: store).endpoints
            + Resolutions(store: store, data: data).endpoints + LinkDiagnoses(store: store, data: data).endpoints
            + Hosts(store: store, snapshots: snapshots).endpoints
            + ReleaseSurfaceReading(store: store).endpoints + changes.endpoints
            + ReleaseAdoption(
                store: store, snapshots: snapshots,
                hours: { app, since throws(StoreError) in try adoption.hours(of: app, since: since) },
                streams: { streams.topics }
            ).endpoints
            + NodeParts.resource(status, opened, settings, clocks).endpoints
        let console = try ConsoleParts(
            settings.console, settings.proxySignIn, store, served, authenticator, control.endpoints + reading)
        sessions = console?.sessions
        table = Self.table(data, EngineEndpoints(engine), operations, control.endpoints + reading, console)
        dispatcher = RequestDispatcher(
            table: table, store: store, authenticator: authenticator, places: places,
            console: console?.pages, sessions: console?.sessions, node: status)
        proxies = ProxyTrust(settings.trustedProxies)
        links = LoopLinks(loops: loops, counters: metrics.links, now: clocks.now)
        let hosted = HostedFiles(store: served, snapshots: snapshots)
        try hosted.find()
        try snapshots.follow(hosted.load)
        hosted.join(links)
        handler = RequestHandler(
            loops: LoopResponder(snapshots, loops: loops), links: links, dispatcher: dispatcher, metrics: metrics,
            requestLog: RequestLog(log: log, proxies: proxies, node: status?.name), clocks: clocks, proxies: proxies,
            hosted: hosted, deferredLines: deferredLines, streamPlaces: streamPlaces)
        maintenance = MaintenanceTasks(
            store: store, snapshots: snapshots, authenticator: authenticator, deferredLines: deferredLines,
            retention: DailyRetention(
                store: store, retention: retention, authenticator: authenticator, clocks: clocks, log: log,
                mayRun: Self.lease(opened.shared, settings)),
            sessions: sessions, changes: opened.shared == nil ? changes : nil,
            adoption: adoption, clocks: clocks, log: log)
        self.snapshots = snapshots
        if let status, let shared = opened.shared {
            let follower = NodeFollower(
                shared, store: store, snapshots: snapshots, authenticator: authenticator, sessions: sessions,
                changes: changes, status: status, now: clocks.now, log: log)
            node = NodeParts(database: shared, status: status, follower: follower)
        } else {
            node = nil
        }
    }

    /// Whether this node does the work that must be done once; always, with a file.
    private static func lease(
        _ shared: SharedDatabase?, _ settings: ServerSettings
    ) -> @Sendable () throws(StoreError) -> Bool {
        guard let shared else { return { true } }
        let name = NodeParts.name(settings)
        return { () throws(StoreError) in
            try shared.holdLease("retention", as: name, seconds: NodeLimits.leaseSeconds)
        }
    }

    /// Every endpoint, in the order of the contract: data plane, operations, control plane.
    private static func table(
        _ data: DataHandlers, _ engine: EngineEndpoints, _ operations: ServerOperations, _ others: [Endpoint],
        _ console: ConsoleParts?
    ) -> EndpointTable {
        let (signIn, list) = (console?.signIn ?? [], console?.list ?? [])
        let identity = Identity(others: others + list, withoutSession: signIn.filter(\.isControl))
        let control = identity.endpoints + others + signIn + list
        let before = data.endpoints + engine.endpoints + operations.endpoints
        let contract = ContractEndpoint(describing: before + control)
        return EndpointTable(before + [contract.endpoint] + control)
    }
}
