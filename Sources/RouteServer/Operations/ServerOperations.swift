import CanonicalJSON
import ReleaseStore
import RouteModel
import Synchronization

/// Liveness, readiness, metrics and the contract.
final class ServerOperations: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotKeeper
    private let gatekeeper: Gatekeeper
    private let counters: ControlCounters
    /// What the listeners count, as metric families; set when they exist.
    private let wire = Mutex<WireCounters?>(nil)
    private let draining = Atomic<Bool>(false)
    private let writable = Mutex<(probe: JSONValue, at: Instant)?>(nil)
    private let clock: @Sendable () -> Instant

    /// A struct, because a closure read out of a generic `Mutex` by itself is left there wrapped once more each time.
    private struct WireCounters {
        let write: @Sendable (inout MetricsText) -> Void
    }

    init(
        store: any RuleStore, snapshots: SnapshotKeeper, gatekeeper: Gatekeeper, counters: ControlCounters,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.snapshots = snapshots
        self.gatekeeper = gatekeeper
        self.counters = counters
        self.clock = clock
    }

    /// Lets the listeners' counters stand among the metrics.
    func countWire(_ write: @escaping @Sendable (inout MetricsText) -> Void) {
        wire.withLock { $0 = WireCounters(write: write) }
    }

    /// Readiness fails from now on, so that balancers send nobody more.
    func startDraining() { draining.store(true, ordering: .releasing) }

    func answer(_ endpoint: EndpointID) throws(Problem) -> Answer {
        switch endpoint {
        case .health: return .json(200, ["status": "ok"])
        case .ready: return readiness()
        case .metrics: return metrics()
        case .contract: return Self.contract
        default: throw .fault("\(endpoint.rawValue) is not an operation")
        }
    }

    /// Each dependency apart: reads go on where the database cannot be written.
    private func readiness() -> Answer {
        var checks: [String: JSONValue] = [:]
        checks["releases"] = memoryCheck()
        let database = databaseCheck()
        checks["database"] = database
        var isReady = database["ok"] == true && checks["releases"]?["ok"] == true
        if draining.load(ordering: .acquiring) {
            isReady = false
            checks["traffic"] = ["ok": false, "detail": "the server is stopping"]
        } else {
            checks["traffic"] = ["ok": true]
        }
        return .json(isReady ? 200 : 503, ["ready": .bool(isReady), "checks": .object(checks)])
    }

    /// Whether memory holds what the store holds.
    private func memoryCheck() -> JSONValue {
        let behind = snapshots.failures.keys.sorted()
        if !behind.isEmpty {
            return ["ok": false, "detail": .string("older than the database: \(behind.joined(separator: ", "))")]
        }
        if gatekeeper.refreshFailure != nil {
            return ["ok": false, "detail": "the tokens are older than the database's"]
        }
        return ["ok": true, "detail": .string("\(snapshots.snapshot.apps.count) apps in memory")]
    }

    /// Proves by a write that writes work; at most once a second, because everybody may ask.
    private func databaseCheck() -> JSONValue {
        let now = clock()
        if let last = writable.withLock({ $0 }),
            abs(now.milliseconds - last.at.milliseconds) < ServerLimits.probeMilliseconds
        {
            return last.probe
        }
        var probe: JSONValue = ["ok": true]
        do throws(StoreError) { try store.checkWritable(at: now) } catch {
            probe = ["ok": false, "detail": .string(error.sentence)]
        }
        let fresh = probe
        writable.withLock { $0 = (fresh, now) }
        return fresh
    }

    private func metrics() -> Answer {
        var text = MetricsText()
        wire.withLock { $0 }?.write(&text)
        counters.write(into: &text)
        write(snapshots.snapshot, into: &text)
        write(store.statistics, into: &text)
        return Answer(
            200,
            fields: [
                ProblemField("Content-Type", "text/plain; version=0.0.4; charset=utf-8"),
                ProblemField("Cache-Control", "no-store"),
            ], body: .bytes(Array(text.text.utf8)))
    }

    private func write(_ snapshot: Snapshot, into text: inout MetricsText) {
        let channels = snapshot.apps.values.flatMap(\.channels.values).map(\.head)
            .sorted { ($0.app, $0.channel) < ($1.app, $1.channel) }
        text.single("waymark_apps", .gauge, "Apps in memory.", Double(snapshot.apps.count))
        text.family(
            "waymark_channel_version", .gauge, "The release that a channel points at.",
            channels.map { (["app": $0.app, "channel": $0.channel], Double($0.version)) })
        text.family(
            "waymark_channel_sequence", .gauge, "How often a channel was moved.",
            channels.map { (["app": $0.app, "channel": $0.channel], Double($0.sequence)) })
        text.single(
            "waymark_snapshot_generation", .counter, "Snapshots made since the start.", Double(snapshot.generation))
    }

    private func write(_ store: StoreStatistics, into text: inout MetricsText) {
        text.single(
            "waymark_store_writes_total", .counter, "Writes that were committed.", Double(store.writesCommitted))
        text.single(
            "waymark_store_refused_total", .counter, "Writes that were refused or failed.", Double(store.writesFailed))
        text.single(
            "waymark_store_commits_total", .counter, "Commits; each holds a group of writes.", Double(store.groups))
        text.single("waymark_store_writes_waiting", .gauge, "Writes waiting now.", Double(store.writesWaiting))
    }

    private static let contract = Answer(
        200,
        fields: [
            ProblemField("Content-Type", JSONText.mediaType), ProblemField("Cache-Control", "public, max-age=300"),
        ], body: .bytes(JSONText.bytes(OpenAPIDocument.json)))
}
