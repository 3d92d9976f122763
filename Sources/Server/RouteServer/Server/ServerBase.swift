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

/// What every layer of the server is made with, and how each of them is made from the layers below it.
struct ServerBase {
    let settings: ServerSettings
    let opened: OpenedDatabase
    let clocks: Clocks
    let log: ServerLogger
    /// The number of event loops.
    let loops: Int
    let metrics: RequestMetrics

    var store: any RuleStore { opened.store }
    /// What has the content at the start: the store, or the node's own copy.
    var served: any RuleStore { opened.served }

    /// The releases in memory, read from the store.
    func snapshots() throws -> SnapshotSource {
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
                "node": opened.shared == nil ? .null : .string(settings.nodeName),
            ])
        return snapshots
    }

    func authenticator() throws -> TokenAuthenticator {
        TokenAuthenticator(
            tokens: try served.tokens(), failedAttemptsPerMinuteMax: settings.failedAttemptsPerMinute)
    }

    func streamSlots() -> StreamSlots {
        StreamSlots(streamsMax: settings.limits.streamsMax, perAddressMax: settings.limits.streamsPerAddressMax)
    }

    /// What a node says of itself; nil for a server with a file.
    func nodeStatus() throws -> NodeStatus? {
        try opened.shared.map { shared in
            let clocks = clocks
            return NodeStatus(
                name: settings.nodeName, version: ServerVersion.current, startedAt: clocks.now(),
                applied: try shared.copy.position(), staleSeconds: settings.staleAccessSeconds,
                // The others answer meanwhile.
                waitersMax: max(1, min(settings.workers, settings.adminWorkers) / 2),
                milliseconds: { clocks.milliseconds })
        }
    }

    /// What looks after the server itself: readiness, backups, retention, and their endpoints.
    struct Upkeep {
        let readiness: Readiness
        let backups: ScheduledBackups
        let retention: Retention
        let counters: ControlCounters
        let drafts = DecodedDrafts()
        let slots: WorkSlots
        let deferredLines: DeferredLines
        let adoption: AdoptionRecording
        let operations: ServerOperations
    }

    func upkeep(
        _ snapshots: SnapshotSource, _ authenticator: TokenAuthenticator, _ data: DataHandlers, _ status: NodeStatus?
    ) -> Upkeep {
        let files = DatabaseFiles(path: settings.filePrefix, hasDatabase: settings.place.isFile)
        let readiness = Readiness(
            store: store, snapshots: snapshots, authenticator: authenticator, files: files, clocks: clocks, log: log,
            node: status)
        let backups = ScheduledBackups(settings.backups, of: files, clocks: clocks, log: log)
        let retention = Retention(
            store: store, snapshots: snapshots, rule: settings.retention, forget: data.forgetOlderReleases)
        let counters = ControlCounters()
        let slots = WorkSlots(atOnce: settings.expensiveAtOnce, perCallerMax: settings.expensivePerCaller)
        return Upkeep(
            readiness: readiness, backups: backups, retention: retention, counters: counters, slots: slots,
            deferredLines: DeferredLines(LastingRefusals { [clocks] in clocks.milliseconds }),
            adoption: AdoptionRecording(store: store, metrics: metrics, clocks: clocks),
            operations: ServerOperations(
                store: store, snapshots: snapshots, readiness: readiness, counters: counters, slots: slots,
                files: files, backups: backups, retention: retention))
    }

    /// The endpoints of what administrators change.
    func control(
        _ snapshots: SnapshotSource, _ authenticator: TokenAuthenticator, _ upkeep: Upkeep,
        onCut: @escaping @Sendable (AuditCut) -> Void
    ) -> [Endpoint] {
        ControlResources(
            store: store, snapshots: snapshots, authenticator: authenticator, counters: upkeep.counters,
            drafts: upkeep.drafts, database: settings.filePrefix,
            defaultPoll: PollSettings(interval: settings.pollInterval, jitter: settings.pollJitter),
            retention: upkeep.retention, onCut: onCut
        ).endpoints
    }

    /// The endpoints of what viewers read, in the order of the contract.
    func reading(
        _ snapshots: SnapshotSource, _ data: DataHandlers, _ adoption: AdoptionRecording, _ report: SettingReport,
        _ changes: ChangeFeed, _ streams: StreamSlots, _ status: NodeStatus?
    ) -> [Endpoint] {
        report.endpoints + PrivateBodies(store: store).endpoints
            + Resolutions(store: store, data: data).endpoints + LinkDiagnoses(store: store, data: data).endpoints
            + Hosts(store: store, snapshots: snapshots).endpoints
            + ReleaseSurfaceReading(store: store).endpoints + changes.endpoints
            + ReleaseAdoption(
                store: store, snapshots: snapshots,
                hours: { app, since throws(StoreError) in try adoption.hours(of: app, since: since) },
                streams: { streams.topics }
            ).endpoints
            + NodeParts.resource(status, opened, settings, clocks).endpoints
    }

    /// The links at hosts of apps, which follow the snapshots.
    func links(_ snapshots: SnapshotSource) throws -> (links: LoopLinks, files: HostedFiles) {
        let links = LoopLinks(loops: loops, counters: metrics.links, now: clocks.now)
        let hosted = HostedFiles(store: served, snapshots: snapshots)
        try hosted.find()
        try snapshots.follow { app, version, hosts throws(StoreError) in
            try hosted.load(app, serving: version, hosts: hosts)
        }
        hosted.join(links)
        return (links, hosted)
    }

    /// The work that no request starts.
    func maintenance(
        _ snapshots: SnapshotSource, _ authenticator: TokenAuthenticator, _ data: DataHandlers, _ upkeep: Upkeep,
        _ sessions: ConsoleSessions?, _ changes: ChangeFeed
    ) -> MaintenanceTasks {
        MaintenanceTasks(
            store: store, snapshots: snapshots, authenticator: authenticator, deferredLines: upkeep.deferredLines,
            retention: DailyRetention(
                store: store, retention: upkeep.retention, snapshots: snapshots, authenticator: authenticator,
                clocks: clocks, log: log,
                mayRun: lease()),
            sessions: sessions, changes: opened.shared == nil ? changes : nil,
            adoption: upkeep.adoption, clocks: clocks, log: log
        ) {
            upkeep.drafts.dropUnused()
            data.dropUnused()
            snapshots.indexes.dropUnused()
        }
    }

    /// What makes the server one of several; nil for one with a file.
    func node(
        _ snapshots: SnapshotSource, _ authenticator: TokenAuthenticator, _ sessions: ConsoleSessions?,
        _ changes: ChangeFeed, _ status: NodeStatus?
    ) -> NodeParts? {
        guard let status, let shared = opened.shared else { return nil }
        let follower = NodeFollower(
            shared, store: store, snapshots: snapshots, authenticator: authenticator, sessions: sessions,
            changes: changes, status: status, clocks: clocks, log: log)
        return NodeParts(database: shared, status: status, follower: follower)
    }

    /// Whether this node does the work that must be done once; always, with a file.
    private func lease() -> @Sendable () throws(StoreError) -> Bool {
        guard let shared = opened.shared else { return { true } }
        let name = settings.nodeName
        return { () throws(StoreError) in
            try shared.holdLease("retention", as: name, seconds: NodeLimits.leaseSeconds)
        }
    }
}
