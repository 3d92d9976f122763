import AccessControl
import CanonicalJSON
import DataPlane
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel
import ServerLog
import ServerMetrics
import Synchronization
import SystemIO

/// `/healthz`, `/readyz` and `/metrics`.
final class ServerOperations: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let authenticator: TokenAuthenticator
    private let counters: ControlCounters
    private let files: DatabaseFiles
    /// Writes the listeners' metric families; set when there are listeners.
    private let listenerMetrics = Mutex<MetricsWriter?>(nil)
    private let draining = Atomic<Bool>(false)
    private let writable = Mutex<(probe: JSONValue, at: Instant)?>(nil)
    private let clock: @Sendable () -> Instant

    /// A struct, because each read of a bare closure from a generic `Mutex` wraps it once more.
    private struct MetricsWriter {
        let write: @Sendable (inout MetricsText) -> Void
    }

    init(
        store: any RuleStore, snapshots: SnapshotSource, authenticator: TokenAuthenticator, counters: ControlCounters,
        files: DatabaseFiles, clock: @escaping @Sendable () -> Instant
    ) {
        self.store = store
        self.snapshots = snapshots
        self.authenticator = authenticator
        self.counters = counters
        self.files = files
        self.clock = clock
    }

    /// Adds metric families of the listeners.
    func addMetrics(_ write: @escaping @Sendable (inout MetricsText) -> Void) {
        listenerMetrics.withLock { $0 = MetricsWriter(write: write) }
    }

    /// Makes readiness fail from now on, so that load balancers stop routing here.
    func startDraining() { draining.store(true, ordering: .releasing) }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "health", .get, "/healthz", access: .open, summary: "Whether the process runs.",
                success: .init(200, .health), handler: { _ in .json(200, ["status": "ok"]) }),
            Endpoint(
                "ready", .get, "/readyz", access: .open,
                summary: "Whether the server is ready for requests, with the result of each check.",
                success: .init(200, .readiness), alternatives: [.init(503, "The server is not ready.")],
                handler: readiness),
            Endpoint(
                "metrics", .get, "/metrics", access: .operators,
                summary: "Counters and gauges in Prometheus' text format.",
                success: .init(200, .text(), mediaType: "text/plain; version=0.0.4"), handler: metrics),
        ]
    }

    /// Each dependency has a separate check, because reads continue if the database cannot be written.
    @Sendable private func readiness(_ request: EndpointRequest) -> Answer {
        let checks = checks()
        let isReady = checks.values.allSatisfy { $0["ok"] == true }
        var answer = Answer.json(isReady ? 200 : 503, ["ready": .bool(isReady), "checks": .object(checks)])
        if !isReady { answer.origin.failedChecks = .object(checks) }
        return answer
    }

    private func checks() -> [String: JSONValue] {
        let isStopping = draining.load(ordering: .acquiring)
        return [
            "releases": memoryCheck(), "database": databaseCheck(),
            "traffic": isStopping ? ["ok": false, "detail": "the server is stopping"] : ["ok": true],
        ]
    }

    /// Whether the state in memory equals the store.
    private func memoryCheck() -> JSONValue {
        let behind = snapshots.failures.keys.sorted()
        if !behind.isEmpty {
            return ["ok": false, "detail": .string("older than the database: \(behind.joined(separator: ", "))")]
        }
        if authenticator.refreshFailure != nil {
            return ["ok": false, "detail": "the tokens in memory are older than the database"]
        }
        return ["ok": true, "detail": .string("\(snapshots.snapshot.apps.count) apps in memory")]
    }

    /// Whether a write succeeds; tried at most once a second, because the endpoint needs no token.
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

    @Sendable private func metrics(_ request: EndpointRequest) -> Answer {
        var text = MetricsText()
        listenerMetrics.withLock { $0 }?.write(&text)
        let totals = snapshots.metrics.totals()
        totals.requests.write(into: &text)
        totals.adoption.write(into: &text)
        counters.write(into: &text)
        snapshots.snapshot.write(into: &text)
        text.single(
            "waymark_apps_behind", .gauge, "Apps whose served state is older than the database.",
            Double(snapshots.failures.count))
        store.statistics.write(into: &text)
        files.write(into: &text)
        text.family(
            "waymark_ready", .gauge, "Result of a check of /readyz: 1 if it succeeds, else 0.",
            checks().sorted { $0.key < $1.key }.map { (["check": $0.key], $0.value["ok"] == true ? 1 : 0) })
        ProcessFacts().write(into: &text)
        text.family(
            "waymark_build_info", .gauge, "The server's version; always 1.", [(["version": ServerVersion.current], 1)])
        return Answer(
            200,
            fields: [
                HeaderField("Content-Type", MetricsText.mediaType),
                HeaderField("Cache-Control", "no-store"),
            ], body: .bytes(Array(text.text.utf8)))
    }
}

extension Schema {
    fileprivate static let health = Schema.component(
        "Health", .object(["status": .words(["ok"])], required: ["status"]))
    fileprivate static let readiness = Schema.component(
        "Readiness",
        .object(
            ["ready": .flag, "checks": .map(.object(["ok": .flag, "detail": .text()], required: ["ok"]))],
            required: ["ready", "checks"]))
}

extension AccessLogCounters {
    /// Writes the access log's metric families.
    func write(into text: inout MetricsText) {
        text.single("waymark_access_log_lines_total", .counter, "Lines made for the access log.", Double(lines))
        text.single(
            "waymark_access_log_dropped_total", .counter, "Lines that were dropped because the buffer was full.",
            Double(dropped))
        text.single(
            "waymark_access_log_bytes_total", .counter, "Bytes written to the access log.", Double(bytesWritten))
    }
}
