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
import PrivateReading
import ReleaseStore
import RequestLanes
import RouteModel
import ServerConfiguration
import ServerLog
import ServerMetrics
import SettingsReading
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

    init(
        _ settings: ServerSettings, _ store: any RuleStore, _ clocks: Clocks, _ log: ServerLogger,
        engine: EngineFiles = EngineFiles()
    ) throws {
        loops = settings.loops > 0 ? settings.loops : Threads.processorCount
        let metrics = try RequestMetrics(loops: loops, routes: LoopEndpoint.all.map(\.route))
        let snapshots = try SnapshotSource(
            store: store, releasesInMemory: settings.releasesInMemory, bodyBytesMax: settings.releaseBytes,
            indexBytes: settings.indexBytes, metrics: metrics)
        let loaded = snapshots.snapshot.apps
        log.info(
            "loaded",
            [
                "apps": .integer(Int64(loaded.count)),
                "releases": .integer(Int64(loaded.values.reduce(0) { $0 + $1.releaseCount })),
                "database": .string("\(settings.place)"),
            ])
        authenticator = TokenAuthenticator(
            tokens: try store.tokens(), failedAttemptsPerMinuteMax: settings.failedAttemptsPerMinute)
        let counters = ControlCounters()
        let places = WorkPlaces(atOnce: settings.expensiveAtOnce, perCallerMax: settings.expensivePerCaller)
        let deferredLines = DeferredLines()
        let files = DatabaseFiles(path: settings.filePrefix, hasDatabase: settings.place.isFile)
        readiness = Readiness(
            store: store, snapshots: snapshots, authenticator: authenticator, files: files, clocks: clocks, log: log)
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
        changes = try ChangeFeed(store: store)
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
        let console = try ConsoleParts(
            settings.console, settings.proxySignIn, store, authenticator, control.endpoints + reading)
        sessions = console?.sessions
        table = Self.table(data, EngineEndpoints(engine), operations, control.endpoints + reading, console)
        dispatcher = RequestDispatcher(
            table: table, store: store, authenticator: authenticator, places: places,
            console: console?.pages, sessions: console?.sessions)
        proxies = ProxyTrust(settings.trustedProxies)
        links = LoopLinks(loops: loops, counters: metrics.links, now: clocks.now)
        let hosted = HostedFiles(store: store, snapshots: snapshots)
        try hosted.find()
        try snapshots.follow(hosted.load)
        hosted.join(links)
        handler = RequestHandler(
            loops: LoopResponder(snapshots, loops: loops), links: links, dispatcher: dispatcher, metrics: metrics,
            requestLog: RequestLog(log: log, proxies: proxies), clocks: clocks, proxies: proxies, hosted: hosted,
            deferredLines: deferredLines, streamPlaces: streamPlaces)
        maintenance = MaintenanceTasks(
            store: store, snapshots: snapshots, authenticator: authenticator, deferredLines: deferredLines,
            retention: DailyRetention(
                store: store, retention: retention, authenticator: authenticator, clocks: clocks, log: log),
            sessions: sessions, changes: changes,
            adoption: adoption, clocks: clocks, log: log)
        self.snapshots = snapshots
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
