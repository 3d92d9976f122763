import CanonicalJSON
import ReleaseStore
import RouteModel
import SystemIO

/// Everything between the store and the listeners.
struct Parts: Sendable {
    let snapshots: SnapshotKeeper
    let gatekeeper: Gatekeeper
    let operations: ServerOperations
    let router: Router
    let handler: RequestHandler
    let chores: Chores
    let loops: Int
    let proxies: ProxyTrust

    init(_ settings: ServerSettings, _ store: any RuleStore, _ clocks: Clocks, _ log: ServerLog) throws {
        loops = settings.loops > 0 ? settings.loops : Threads.processorCount
        let ledger = try TrafficLedger(loops: loops)
        let snapshots = try SnapshotKeeper(
            store: store, releasesInMemory: settings.releasesInMemory, ledger: ledger)
        let loaded = snapshots.snapshot
        log.info(
            "loaded",
            [
                "apps": .integer(Int64(loaded.apps.count)),
                "releases": .integer(Int64(loaded.apps.values.reduce(0) { $0 + $1.releases.count })),
                "database": .string(settings.database),
            ])
        let gatekeeper = Gatekeeper(
            tokens: try store.tokens(), failedAttemptsPerMinuteMax: settings.failedAttemptsPerMinute)
        let counters = ControlCounters()
        let operations = ServerOperations(
            store: store, snapshots: snapshots, gatekeeper: gatekeeper, counters: counters,
            files: DatabaseFiles(path: settings.database), clock: clocks.now)
        router = Router(
            control: ControlPlane(settings, store, snapshots, gatekeeper, counters),
            data: DataPlane(store: store, snapshots: snapshots, bodyCacheBytes: settings.bodyCacheBytes),
            operations: operations, gatekeeper: gatekeeper, ledger: ledger)
        proxies = ProxyTrust(settings.trustedProxies)
        handler = RequestHandler(
            router: router, snapshots: LoopSnapshots(snapshots, loops: loops), clocks: clocks,
            proxies: proxies, log: log)
        chores = Chores(store: store, snapshots: snapshots, gatekeeper: gatekeeper, log: log)
        self.snapshots = snapshots
        self.gatekeeper = gatekeeper
        self.operations = operations
    }
}

extension ControlPlane {
    init(
        _ settings: ServerSettings, _ store: any RuleStore, _ snapshots: SnapshotKeeper, _ gatekeeper: Gatekeeper,
        _ counters: ControlCounters
    ) {
        let (publisher, turns) = (Publisher(store: store), WriteTurns())
        let writer = DraftWriter(
            store: store, publisher: publisher, snapshots: snapshots, counters: counters, turns: turns)
        let poll = PollSettings(interval: settings.pollInterval, jitter: settings.pollJitter)
        self.init(
            store: store, apps: Apps(store: store, snapshots: snapshots, defaultPoll: { poll }),
            drafts: Drafts(store: store, writer: writer),
            rules: DraftRules(store: store, writer: writer),
            checks: DraftChecks(store: store, publisher: publisher, counters: counters),
            publishing: Publishing(
                store: store, publisher: publisher, snapshots: snapshots, counters: counters, turns: turns),
            releases: Releases(store: store), channels: Channels(store: store, snapshots: snapshots),
            expectations: TestAddresses(store: store), screens: Screens(store: store),
            tokens: Tokens(store: store, gatekeeper: gatekeeper), audit: AuditTrail(store: store),
            backups: Backups(store: store, database: settings.database), snapshots: snapshots)
    }
}
