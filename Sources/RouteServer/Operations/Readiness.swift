import AccessControl
import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import ServerLog
import ServerMetrics
import StoreRecords
import Synchronization

/// Whether the server is ready, read from memory: reading it waits neither for the disk nor for a worker.
///
/// One thread tests the disk (`runDiskWork`), another one logs changes (`report`).
final class Readiness: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let authenticator: TokenAuthenticator
    private let files: DatabaseFiles
    private let clocks: Clocks
    private let log: ServerLogger
    private let draining = Atomic<Bool>(false)
    private let disk = Mutex(DiskState())
    private let wasReady = Atomic<Bool>(true)

    /// The state of the disk; times are milliseconds of the monotonic clock.
    private struct DiskState {
        /// Whether the last write succeeded.
        var isWritable = true
        /// The reason if it failed, otherwise a warning about the files; nil if there is neither.
        var detail: String?
        /// When the current work on the disk began; nil if there is none.
        var busySince: Int64?
        /// When readiness was last read; nil before the first time.
        var readAt: Int64?

        /// The duration of the current work in milliseconds, if it is too long.
        func stall(at now: Int64) -> Int64? {
            guard let busySince, now - busySince >= ServerLimits.diskStallMilliseconds else { return nil }
            return now - busySince
        }
    }

    init(
        store: any RuleStore, snapshots: SnapshotSource, authenticator: TokenAuthenticator, files: DatabaseFiles,
        clocks: Clocks, log: ServerLogger
    ) {
        self.store = store
        self.snapshots = snapshots
        self.authenticator = authenticator
        self.files = files
        self.clocks = clocks
        self.log = log
    }

    /// Makes readiness fail from now on, so that load balancers stop routing here.
    func startDraining() { draining.store(true, ordering: .releasing) }

    /// The result of one check for each dependency: if the database cannot be written, the server still answers reads.
    ///
    /// Reading it lets `runDiskWork` try a write.
    var checks: [String: JSONValue] {
        disk.withLock { $0.readAt = clocks.milliseconds }
        return currentChecks
    }

    private var currentChecks: [String: JSONValue] {
        let isStopping = draining.load(ordering: .acquiring)
        return [
            "releases": memoryCheck, "database": databaseCheck,
            "traffic": isStopping ? ["ok": false, "detail": "the server is stopping"] : ["ok": true],
        ]
    }

    /// Whether memory is as new as the store.
    private var memoryCheck: JSONValue {
        // Without their names: a probe needs no token, and an app can be private.
        let behind = snapshots.failures.count
        if behind > 0 {
            let apps = behind == 1 ? "1 app is" : "\(behind) apps are"
            return ["ok": false, "detail": .string("\(apps) older than the database; the log has the names")]
        }
        if authenticator.refreshFailure != nil {
            return ["ok": false, "detail": "the tokens are older than the database's"]
        }
        return ["ok": true, "detail": .string("\(snapshots.snapshot.apps.count) apps in memory")]
    }

    /// Whether the last write reached the disk, and no work on the disk takes too long.
    private var databaseCheck: JSONValue {
        let state = disk.withLock { $0 }
        if let stall = state.stall(at: clocks.milliseconds) {
            return ["ok": false, "detail": .string("the disk has not answered for \(stall / 1000) s")]
        }
        guard let detail = state.detail else { return ["ok": .bool(state.isWritable)] }
        return ["ok": .bool(state.isWritable), "detail": .string(detail)]
    }

    /// Whether all checks succeed.
    private var isReady: Bool {
        guard !draining.load(ordering: .acquiring), snapshots.failures.isEmpty, authenticator.refreshFailure == nil
        else { return false }
        let state = disk.withLock { $0 }
        return state.isWritable && state.stall(at: clocks.milliseconds) == nil
    }

    // MARK: Updates

    /// Runs work that may wait for the disk; before it, tries a write if readiness was read lately.
    ///
    /// While it takes longer than `ServerLimits.diskStallMilliseconds`, the server is not ready. Called by one thread.
    func runDiskWork(_ work: () -> Void) {
        let now = clocks.milliseconds
        let isRead = disk.withLock { state in
            state.busySince = now
            return state.readAt.map { now - $0 < ServerLimits.probedMilliseconds } ?? false
        }
        if isRead { tryWriting() }
        work()
        disk.withLock { $0.busySince = nil }
    }

    /// Tests with a write whether the database can be written; waits for the disk.
    func tryWriting() {
        let warning = files.warning
        let failure: String?
        do throws(StoreError) {
            try store.checkWritable(at: clocks.now())
            failure = nil
        } catch {
            failure = error.sentence
        }
        disk.withLock { state in
            state.isWritable = failure == nil
            state.detail = failure ?? warning
        }
    }

    /// Logs when the server becomes ready or not ready, except while it stops, which has its own line.
    ///
    /// Called at an interval by a thread that never waits for the database's disk.
    func report() {
        guard !draining.load(ordering: .acquiring) else { return }
        let isReady = isReady
        guard wasReady.exchange(isReady, ordering: .relaxed) != isReady else { return }
        if isReady {
            log.info("ready again, load balancers send requests")
        } else {
            log.warning("not ready, load balancers stop sending requests", ["checks": .object(currentChecks)])
        }
    }

    /// Whether all checks succeed.
    static func areGood(_ checks: [String: JSONValue]) -> Bool { checks.values.allSatisfy { $0["ok"] == true } }
}
