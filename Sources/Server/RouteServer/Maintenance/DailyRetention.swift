import AccessControl
import CanonicalJSON
import ControlPlane
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteModel
import ServerLog
import StoreRecords
import Synchronization

/// Runs retention once a day, deletes tokens and stored answers that expired, compares a seventh of all stored bytes with
/// their digests, and gives free pages of the database back, in pieces: each call of ``run()`` does at most one transaction
/// with removals, or compares some MB, so that the other work of maintenance goes on.
///
/// What ends by time is removed as of the settled time, which a wall clock that jumps does not move.
/// When it last ran is in the database: a server that is started every day runs it nevertheless.
final class DailyRetention: Sendable {
    private let store: any RuleStore
    private let retention: Retention
    private let snapshots: SnapshotSource
    private let authenticator: TokenAuthenticator
    private let clocks: Clocks
    private let log: ServerLogger
    /// Whether this process may do the work now, which one of several does.
    private let mayRun: @Sendable () throws(StoreError) -> Bool
    private let state = Mutex(State())

    private struct State {
        /// The apps of the present run that are left; nil between two runs.
        var apps: [String]?
        /// The releases and bytes that the present run has removed.
        var releases = 0
        var bytes = 0
        /// The releases that the present run has to compare; nil before it looked for them.
        var unchecked: [StoredRelease]?
        /// The tokens and the stored answers that the present run has deleted.
        var tokens = 0
        var answers = 0
        /// When to look next, in milliseconds of the monotonic clock; nil before the first time.
        var looksAt: Int64?
    }

    init(
        store: any RuleStore, retention: Retention, snapshots: SnapshotSource, authenticator: TokenAuthenticator,
        clocks: Clocks, log: ServerLogger, mayRun: @escaping @Sendable () throws(StoreError) -> Bool = { true }
    ) {
        self.mayRun = mayRun
        self.store = store
        self.retention = retention
        self.snapshots = snapshots
        self.authenticator = authenticator
        self.clocks = clocks
        self.log = log
    }

    /// Begins a run if one is due, or goes on with it; called at an interval by one thread.
    func run() {
        do throws(StoreError) {
            if let apps = state.withLock({ $0.apps }) { try proceed(apps) } else { try begin() }
        } catch {
            let next = clocks.milliseconds + ServerLimits.retentionRetryMilliseconds
            state.withLock { $0 = State(looksAt: next) }
            // That the database is away was logged by what follows it.
            guard error.code != .away else { return }
            log.warning(
                "retention failed, it is tried again",
                [
                    "reason": .string(error.sentence),
                    "inSeconds": .integer(ServerLimits.retentionRetryMilliseconds / 1000),
                ])
        }
    }

    private func begin() throws(StoreError) {
        let now = clocks.milliseconds
        guard state.withLock({ ($0.looksAt ?? now) <= now }) else { return }
        state.withLock { $0.looksAt = now + ServerLimits.retentionLookMilliseconds }
        let (last, time) = (try store.retentionRun(), clocks.now())
        try store.noteClocks(at: time, now)
        retention.noteRun(at: last)
        // A run in the future was stored by a wrong clock.
        if let last, last <= time, time.milliseconds - last.milliseconds < ServerLimits.retentionMilliseconds { return }
        guard try mayRun() else { return }
        let apps = try store.apps().map(\.name)
        state.withLock { $0.apps = apps }
    }

    private func proceed(_ apps: [String]) throws(StoreError) {
        guard try mayRun() else { return state.withLock { $0 = State(looksAt: $0.looksAt) } }
        var left = apps[...]
        for _ in 0..<ServerLimits.retentionAppsPerRound {
            guard let app = left.first else {
                if try !deleteExpired(), try !checkSome(), try !store.releaseFreePages() { try end() }
                break
            }
            let removed = try retention.removePiece(
                of: app, until: store.settledTime(), by: .machine("waymark serve"), at: clocks.now())
            guard removed.versions.isEmpty else {
                state.withLock { state in
                    state.releases += removed.versions.count
                    state.bytes += removed.byteCount
                }
                break
            }
            left = left.dropFirst()
        }
        let rest = Array(left)
        state.withLock { state in
            // A run that has ended has no apps.
            if state.apps != nil { state.apps = rest }
        }
    }

    /// Deletes some expired tokens and answers; returns whether there were any.
    private func deleteExpired() throws(StoreError) -> Bool {
        let time = clocks.now()
        let settled = try store.settledTime()
        let oldest = Instant(milliseconds: settled.milliseconds - ServerLimits.expiredTokenMilliseconds)
        let tokens = try store.deleteTokens(expiredBefore: oldest, by: .machine("waymark serve"), at: time)
        for id in tokens { authenticator.refresh(id, from: store, isRevoked: true) }
        let answers = try store.deleteExpiredAnswers(at: settled)
        state.withLock { state in
            state.tokens += tokens.count
            state.answers += answers
        }
        return !tokens.isEmpty || answers > 0
    }

    /// Compares some of the releases that are due today: each of them once in seven days; returns whether there were any.
    private func checkSome() throws(StoreError) -> Bool {
        let day = Int(clocks.now().milliseconds / ServerLimits.retentionMilliseconds)
        let known = state.withLock { $0.unchecked }
        var left = if let known { known } else { try store.storedReleases(day, of: ServerLimits.checkDays) }
        let isDone = left.isEmpty
        var bytes = 0
        while bytes < ServerLimits.checkBytesPerRound, let next = left.popLast() {
            try snapshots.check(next.app, next.version)
            bytes += next.byteCount
        }
        let rest = left
        state.withLock { $0.unchecked = rest }
        return !isDone
    }

    private func end() throws(StoreError) {
        let time = clocks.now()
        try store.recordRetentionRun(at: time)
        retention.noteRun(at: time)
        let next = clocks.milliseconds + ServerLimits.retentionLookMilliseconds
        let done = state.withLock { state in
            defer { state = State(looksAt: next) }
            return state
        }
        log.info(
            "retention ran to its end",
            [
                "releases": .integer(Int64(done.releases)), "bytes": .integer(Int64(done.bytes)),
                "tokens": .integer(Int64(done.tokens)), "answers": .integer(Int64(done.answers)),
            ])
    }
}
