import CanonicalJSON
import ControlPlane
import DataPlane
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteDocuments
import ServerLog
import ServerMetrics
import StoreRecords
import Synchronization
import SystemIO

/// `/healthz`, `/readyz` and `/metrics`.
final class ServerOperations: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let readiness: Readiness
    private let counters: ControlCounters
    private let slots: WorkSlots
    private let files: DatabaseFiles
    private let backups: ScheduledBackups
    private let retention: Retention
    /// Writes the listeners' metric families; set when there are listeners.
    private let listenerMetrics = Mutex<MetricsWriter?>(nil)

    /// A struct, because each read of a bare closure from a generic `Mutex` wraps it once more.
    private struct MetricsWriter {
        let write: @Sendable (inout MetricsText) -> Void
    }

    init(
        store: any RuleStore, snapshots: SnapshotSource, readiness: Readiness, counters: ControlCounters,
        slots: WorkSlots, files: DatabaseFiles, backups: ScheduledBackups, retention: Retention
    ) {
        self.store = store
        self.snapshots = snapshots
        self.readiness = readiness
        self.counters = counters
        self.slots = slots
        self.files = files
        self.backups = backups
        self.retention = retention
    }

    /// Adds metric families of the listeners.
    func addMetrics(_ write: @escaping @Sendable (inout MetricsText) -> Void) {
        listenerMetrics.withLock { $0 = MetricsWriter(write: write) }
    }

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "health", .get, "/healthz", access: .open, summary: "Whether the process runs.",
                success: .init(200, .health), handler: .memory { _ in .json(200, ["status": "ok"]) }),
            Endpoint(
                "ready", .get, "/readyz", access: .open,
                summary:
                    "Whether clients should be sent here, or changes; each check has a result of its own, and a full disk refuses changes alone.",
                query: [
                    QueryParameter(
                        "for", "what would be sent here: requests of `clients`, which is the default, or `writes`",
                        .words(Readiness.Purpose.allCases.map(\.rawValue)))
                ],
                success: .init(200, .readiness), alternatives: [.init(503, "Not ready: send none of these requests.")],
                handler: .memory(ready)),
            Endpoint(
                "metrics", .get, "/metrics", access: .operators,
                summary:
                    "Counters and gauges in Prometheus' text format; without a token, nothing about what is not public.",
                success: .init(200, .text(), mediaType: "text/plain; version=0.0.4"), handler: .answer(metrics)),
        ]
    }

    /// One check for each dependency, and whether those that matter for the purpose succeed.
    @Sendable private func ready(_ query: QueryItems) throws(Problem) -> Answer {
        let purpose = try query.word("for", Readiness.Purpose.self) ?? .clients
        let checks = readiness.checks
        let isReady = readiness.isReady(for: purpose, checks)
        return .json(isReady ? 200 : 503, ["ready": .bool(isReady), "checks": .object(checks)])
    }

    @Sendable private func metrics(_ request: EndpointRequest) -> Answer {
        var text = MetricsText()
        listenerMetrics.withLock { $0 }?.write(&text)
        let totals = snapshots.metrics.totals()
        totals.requests.write(into: &text)
        // On their own listener operators need no token.
        let scope: AppScope? = request.listener == .admin ? .all : request.reader?.token.scope
        let snapshot = snapshots.snapshot
        totals.adoption.write(into: &text) { snapshot.shows($0, channel: $1, version: $2, to: scope) }
        counters.write(into: &text)
        slots.write(into: &text)
        snapshot.write(into: &text, to: scope)
        snapshots.writeBodies(into: &text)
        snapshots.indexes.write(into: &text)
        text.single(
            "waymark_apps_behind", .gauge, "Apps whose served state is older than the database.",
            Double(snapshots.failures.count))
        store.statistics.write(into: &text)
        files.write(into: &text)
        backups.write(into: &text)
        retention.write(into: &text)
        snapshots.metrics.links.write(into: &text)
        let checks = readiness.checks
        text.family(
            "waymark_ready", .gauge, "Result of each check of /readyz: 1 if it succeeded, otherwise 0.",
            checks.sorted { $0.key < $1.key }.map { (["check": $0.key], $0.value["ok"] == true ? 1 : 0) })
        text.family(
            "waymark_ready_for", .gauge, "Whether /readyz?for= this purpose answers 200: 1, otherwise 0.",
            Readiness.Purpose.allCases.map {
                (["purpose": $0.rawValue], readiness.isReady(for: $0, checks) ? 1 : 0)
            })
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
    fileprivate static let health = Schema.record("Health", ["status": .words(["ok"])])
    fileprivate static let readiness = Schema.record(
        "Readiness",
        ["ready": .flag, "checks": .map(.record("ReadinessCheck", ["ok": .flag, "detail?": .text()]))])
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
