import AccessControl
import CanonicalJSON
import DataPlane
import HTTPExchange
import ReleaseStore
import ServerLog
import ServerMetrics
import Synchronization

/// Whether the server is ready, read from memory: reading it waits neither for the disk nor for a worker.
///
/// A thread of its own tries the disk (`runDiskWork`), and another one logs changes (`report`).
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

    /// What is known of the disk; times are milliseconds of the monotonic clock.
    private struct DiskState {
        /// Whether the last write succeeded.
        var isWritable = true
        /// Why it did not, or what an operator should know.
        var detail: String?
        /// When the work on the disk began that has not ended; nil while there is none.
        var busySince: Int64?
        /// When the state was read last; nil before the first time.
        var readAt: Int64?

        /// For how long there has been work on the disk, if that is too long.
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

    /// Each dependency is a check of its own, because reads go on where the database cannot be written.
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
        let behind = snapshots.failures.keys.sorted()
        if !behind.isEmpty {
            return ["ok": false, "detail": .string("older than the database: \(behind.joined(separator: ", "))")]
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

    // MARK: Keeping it fresh

    /// Does work that may wait for the disk; a write is tried before it where readiness was read lately.
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

    /// Learns by a write whether writes reach the disk; takes as long as the disk does.
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

    /// Logs when the server ceases or begins to be ready, but not when it stops, which has a line of its own; called at an
    /// interval, by a thread that waits for no disk.
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
