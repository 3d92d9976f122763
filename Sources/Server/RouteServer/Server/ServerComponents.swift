import AccessControl
import CanonicalJSON
import ConsoleServing
import ControlPlane
import DataPlane
import HTTPExchange
import HTTPServing
import LinkServing
import ReleaseStore
import RouteDocuments
import RouteModel
import ServerLog
import ServerMetrics
import StoreDatabases
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
    let streamSlots: StreamSlots
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
        let loops = settings.loops > 0 ? settings.loops : Threads.processorCount
        let base = ServerBase(
            settings: settings, opened: opened, clocks: clocks, log: log, loops: loops,
            metrics: try RequestMetrics(loops: loops, routes: LoopEndpoint.all.map(\.route)))
        snapshots = try base.snapshots()
        data = DataHandlers(store: base.store, snapshots: snapshots, bodyCacheBytes: settings.bodyCacheBytes)
        authenticator = try base.authenticator()
        changes = try ChangeFeed(store: base.store, isAway: opened.shared?.isAway ?? false)
        streamSlots = base.streamSlots()
        self.settings = SettingReport(settings.rows)
        self.loops = loops
        proxies = ProxyTrust(settings.trustedProxies)
        let status = try base.nodeStatus()
        let upkeep = base.upkeep(snapshots, authenticator, data, status)
        (readiness, backups, operations) = (upkeep.readiness, upkeep.backups, upkeep.operations)
        let endpoints =
            base.control(snapshots, authenticator, upkeep, onCut: { MaintenanceTasks.announce($0, in: log) })
            + base.reading(snapshots, data, upkeep.adoption, self.settings, changes, streamSlots, status)
        let console = try ConsoleParts(
            settings.console, settings.proxySignIn, base.store, base.served, authenticator, endpoints)
        sessions = console?.sessions
        table = Self.table(data, EngineEndpoints(engine), operations, endpoints, console)
        dispatcher = RequestDispatcher(
            table: table, store: base.store, authenticator: authenticator, slots: upkeep.slots,
            console: console?.pages, sessions: sessions, node: status)
        let hosted = try base.links(snapshots)
        links = hosted.links
        handler = RequestHandler(
            loops: LoopResponder(snapshots, loops: loops), links: links, dispatcher: dispatcher, metrics: base.metrics,
            requestLog: RequestLog(
                log: log, proxies: proxies, node: status?.name, refusals: upkeep.deferredLines.refusals),
            clocks: clocks, proxies: proxies,
            hosted: hosted.files, deferredLines: upkeep.deferredLines, streamSlots: streamSlots)
        maintenance = base.maintenance(snapshots, authenticator, data, upkeep, sessions, changes)
        node = base.node(snapshots, authenticator, sessions, changes, status)
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
