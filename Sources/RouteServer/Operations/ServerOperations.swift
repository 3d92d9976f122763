import CanonicalJSON
import ReleaseStore
import RouteModel
import Synchronization
import SystemIO

/// Liveness, readiness, metrics and the contract.
final class ServerOperations: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotKeeper
    private let gatekeeper: Gatekeeper
    private let counters: ControlCounters
    private let files: DatabaseFiles
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
        files: DatabaseFiles, clock: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.snapshots = snapshots
        self.gatekeeper = gatekeeper
        self.counters = counters
        self.files = files
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
        let checks = checks()
        let isReady = checks.values.allSatisfy { $0["ok"] == true }
        return .json(isReady ? 200 : 503, ["ready": .bool(isReady), "checks": .object(checks)])
    }

    private func checks() -> [String: JSONValue] {
        let isStopping = draining.load(ordering: .acquiring)
        return [
            "releases": memoryCheck(), "database": databaseCheck(),
            "traffic": isStopping ? ["ok": false, "detail": "the server is stopping"] : ["ok": true],
        ]
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
        if let warning = files.warning { probe = ["ok": true, "detail": .string(warning)] }
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
        let traffic = snapshots.ledger.counts()
        traffic.totals.write(into: &text)
        traffic.adoption.write(into: &text)
        counters.write(into: &text)
        snapshots.snapshot.write(into: &text)
        text.single(
            "waymark_apps_behind", .gauge, "Apps of which an older state is served than the database has.",
            Double(snapshots.failures.count))
        store.statistics.write(into: &text)
        files.write(into: &text)
        text.family(
            "waymark_ready", .gauge, "Whether a dependency is as it should be, as /readyz says: 1 or 0.",
            checks().sorted { $0.key < $1.key }.map { (["check": $0.key], $0.value["ok"] == true ? 1 : 0) })
        ProcessFacts().write(into: &text)
        text.family(
            "waymark_build_info", .gauge, "Which version runs; always 1.", [(["version": ServerVersion.current], 1)])
        return Answer(
            200,
            fields: [
                ProblemField("Content-Type", MetricsText.mediaType),
                ProblemField("Cache-Control", "no-store"),
            ], body: .bytes(Array(text.text.utf8)))
    }

    private static let contract = Answer(
        200,
        fields: [
            ProblemField("Content-Type", JSONText.mediaType), ProblemField("Cache-Control", "public, max-age=300"),
        ], body: .bytes(JSONText.bytes(OpenAPIDocument.json)))
}
