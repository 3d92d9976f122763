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
    /// What a server on a shared database has applied; nil with a file.
    private let node: NodeStatus?
    private let draining = Atomic<Bool>(false)
    private let disk = Mutex(DiskState())
    private let lines = Mutex<[Purpose: Bool]>([:])

    /// What is sent here: readiness for the one ends with another fault than that for the other.
    enum Purpose: String, CaseIterable, Sendable {
        /// Requests of clients, which are answered from memory.
        case clients
        /// Changes, which need the database.
        case writes
    }

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
        clocks: Clocks, log: ServerLogger, node: NodeStatus? = nil
    ) {
        self.node = node
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
        for (damaged, one, many) in [
            (snapshots.damagedCount, "release", "releases"), (snapshots.damagedRowCount, "row", "rows"),
        ] where damaged > 0 {
            let words = damaged == 1 ? "1 \(one) is" : "\(damaged) \(many) are"
            return ["ok": false, "detail": .string("\(words) damaged in the database; the log has the names")]
        }
        return ["ok": true, "detail": .string("\(snapshots.snapshot.apps.count) apps in memory")]
    }

    /// Whether the last write reached the disk, and no work on the disk takes too long.
    private var databaseCheck: JSONValue {
        if let node { return Self.check(node) }
        let state = disk.withLock { $0 }
        if let stall = state.stall(at: clocks.milliseconds) {
            return ["ok": false, "detail": .string("the disk has not answered for \(stall / 1000) s")]
        }
        guard let detail = state.detail else { return ["ok": .bool(state.isWritable)] }
        return ["ok": .bool(state.isWritable), "detail": .string(detail)]
    }

    /// Whether a node reaches the shared database, and its last write was taken; without that it serves clients.
    private static func check(_ node: NodeStatus) -> JSONValue {
        let reason: String
        if let absence = node.absence {
            reason = "the database has been away for \(absence.seconds) s"
        } else if node.current.refusal != nil {
            reason = "the database refuses writes, the log has the reason"
        } else {
            return ["ok": true, "detail": .string("at \(node.applied)")]
        }
        return ["ok": false, "detail": .string("\(reason): clients are served, writes are refused")]
    }

    // MARK: Updates

    /// Runs work that may wait for the disk; before it, tries a write if readiness was read lately or the last one failed.
    ///
    /// While it takes longer than `ServerLimits.diskStallMilliseconds`, the server is not ready for writes. Called by one
    /// thread.
    func runDiskWork(_ work: () -> Void) {
        let now = clocks.milliseconds
        let isRead = disk.withLock { state in
            state.busySince = now
            return !state.isWritable || state.readAt.map { now - $0 < ServerLimits.probedMilliseconds } ?? false
        }
        if isRead { tryWriting() }
        work()
        disk.withLock { $0.busySince = nil }
    }

    /// Tests with a write whether the database can be written; waits for the disk.
    func tryWriting() {
        // A node learns of its database by hearing, and a write would wake all others.
        guard node == nil else { return }
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
        let checks = currentChecks
        if let isReady = change(of: .clients, to: isReady(for: .clients, checks)) {
            if isReady {
                log.info("ready again, load balancers send requests")
            } else {
                log.warning("not ready, load balancers stop sending requests", ["checks": .object(checks)])
            }
        }
        // What follows a shared database has lines of its own.
        guard node == nil, let isWritable = change(of: .writes, to: checks["database"]?["ok"] == true) else { return }
        if isWritable {
            log.info("changes are accepted again")
        } else {
            log.warning("changes are refused, clients are served", ["checks": .object(checks)])
        }
    }

    /// What the log says last of a purpose, if it said another thing before; it begins with true.
    private func change(of purpose: Purpose, to isGood: Bool) -> Bool? {
        lines.withLock { $0.updateValue(isGood, forKey: purpose) ?? true } == isGood ? nil : isGood
    }

    /// Whether memory is older than the store for another reason than damage, which another server would have, too.
    private var isBehind: Bool {
        authenticator.refreshFailure != nil
            || snapshots.failures.values.contains { $0.code != "store-\(StoreError.Code.corrupt.rawValue)" }
    }

    /// Whether requests should be sent here: changes while the database takes them, and clients also without that.
    ///
    /// Clients are not sent here while memory is older than what another server would have. Beside a damaged release all others
    /// are served, and a node without its database serves what it has.
    func isReady(for purpose: Purpose, _ checks: [String: JSONValue]) -> Bool {
        guard checks["traffic"]?["ok"] == true, !isBehind || node?.absence != nil else { return false }
        return purpose == .clients || checks["database"]?["ok"] == true
    }
}
