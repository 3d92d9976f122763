import AccessControl
import CanonicalJSON
import ConsoleServing
import ControlPlane
import DataPlane
import Digests
import HTTPExchange
import ReleaseStore
import RouteModel
import ServerLog
import StoreRecords
import Synchronization

/// Work that no request starts: repairs after failed refreshes, recording when tokens were used, checkpoints of the
/// audit, what leaves memory, retention, writing the log lines of event loops, telling streams what was changed.
final class MaintenanceTasks: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let authenticator: TokenAuthenticator
    private let deferredLines: DeferredLines
    private let retention: DailyRetention
    private let sessions: ConsoleSessions?
    /// Event streams of a server with a file; a node tells them when it has applied a change.
    private let changes: ChangeFeed?
    private let adoption: AdoptionRecording
    private let clocks: Clocks
    private let memoryReturn = MemoryReturn()
    /// Drops what caches have not been asked for since the last call.
    private let dropUnused: @Sendable () -> Void
    private let log: ServerLogger
    private let state = Mutex(State())

    private struct State {
        /// The names that were logged as older than the database, so that each is logged once.
        var logged: Set<String> = []
        /// When uses were recorded last, in milliseconds of the monotonic clock.
        var usesRecordedAt: Int64?
        /// When adoption was recorded last, in milliseconds of the monotonic clock.
        var adoptionRecordedAt: Int64?
        /// When a checkpoint was written last, in milliseconds of the monotonic clock.
        var checkpointAt: Int64?
        /// When free memory was looked for last, in milliseconds of the monotonic clock.
        var memoryReturnAt: Int64?
    }

    init(
        store: any RuleStore, snapshots: SnapshotSource, authenticator: TokenAuthenticator,
        deferredLines: DeferredLines, retention: DailyRetention, sessions: ConsoleSessions?, changes: ChangeFeed?,
        adoption: AdoptionRecording, clocks: Clocks, log: ServerLogger, dropUnused: @escaping @Sendable () -> Void
    ) {
        self.store = store
        self.snapshots = snapshots
        self.authenticator = authenticator
        self.deferredLines = deferredLines
        self.retention = retention
        self.sessions = sessions
        self.changes = changes
        self.adoption = adoption
        self.clocks = clocks
        self.log = log
        self.dropUnused = dropUnused
    }

    /// Runs the work that is due at a time of the monotonic clock.
    func run(atMilliseconds now: Int64) {
        repair()
        reportDamage()
        writeDeferredLines()
        if let failure = changes?.refresh() {
            log.warning("the audit could not be read for event streams", ["reason": .string(failure.sentence)])
        }
        if isDue(\.usesRecordedAt, every: ServerLimits.useRecordMilliseconds, now) { recordUses() }
        if isDue(\.adoptionRecordedAt, every: ServerLimits.adoptionRecordMilliseconds, now) { recordAdoption() }
        if isDue(\.checkpointAt, every: ServerLimits.checkpointMilliseconds, now) { writeCheckpoint() }
        if snapshots.dropIdleBodies(atMilliseconds: now) { memoryReturn.runNow() }
        if isDue(\.memoryReturnAt, every: ServerLimits.memoryReturnMilliseconds, now) {
            dropUnused()
            memoryReturn.run()
        }
        retention.run()
    }

    /// Whether an interval has passed since the last time; the first interval begins with the first call.
    private func isDue(_ last: WritableKeyPath<State, Int64?>, every interval: Int64, _ now: Int64) -> Bool {
        state.withLock { state in
            let before = state[keyPath: last] ?? now
            let isDue = now - before >= interval
            state[keyPath: last] = isDue ? now : before
            return isDue
        }
    }

    /// Writes the newest row of the audit to the log, at any level, so that an audit that is rewritten later disagrees
    /// with the log.
    func writeCheckpoint() {
        do throws(StoreError) {
            guard let newest = try store.auditCheckpoint() else { return }
            log.announce(
                "audit checkpoint",
                [
                    "sequence": .integer(Int64(newest.sequence)), "hash": .string(hex(newest.hash)),
                    "written": .string(newest.at.description), "epoch": .integer(Int64(newest.epoch)),
                ])
        } catch {
            // That the database is away was logged by what follows it.
            guard error.code != .away else { return }
            log.warning("the newest audit row could not be read for a checkpoint", ["reason": .string(error.sentence)])
        }
    }

    /// Writes the last row that a cut of the audit removed to the log, at any level: what the log has of the removed rows
    /// can still be compared.
    static func announce(_ cut: AuditCut, in log: ServerLogger) {
        log.announce(
            "audit checkpoint",
            [
                "sequence": .integer(Int64(cut.through)), "hash": .string(hex(cut.hash)),
                "removedRows": .integer(Int64(cut.rowCount)),
            ])
    }

    /// Writes the log lines of event loops, and those that count.
    func writeDeferredLines() {
        let dropped = deferredLines.write()
        if dropped > 0 { log.warning("refusals that were only counted", ["count": .integer(Int64(dropped))]) }
        for count in deferredLines.refusals.takeDue() {
            log.error(
                "requests failed as the one before",
                ["problem": .string(count.problem), "count": .integer(Int64(count.refusals))])
        }
    }

    /// Writes the last uses of tokens and of the console's sessions to the store.
    func recordUses() {
        do throws(StoreError) {
            try authenticator.recordUses(in: store)
            try sessions?.record(at: clocks.now(), until: store.settledTime())
        } catch {
            log.warning("the last use of tokens could not be written", ["reason": .string(error.sentence)])
        }
    }

    /// Writes which releases clients received and have to the store.
    func recordAdoption() {
        do throws(StoreError) { try adoption.record() } catch {
            log.warning("the adoption of releases could not be written", ["reason": .string(error.sentence)])
        }
    }

    /// Logs what was found damaged in the store, each once.
    func reportDamage() {
        let found = snapshots.takeDamage()
        for row in found.rows {
            log.error(
                "a stored row cannot be read, everything else is served",
                ["reason": .string(row), "hint": "see `waymark database check`; restore a backup if it is needed"])
        }
        for damage in found.releases {
            if damage.canBeMade {
                log.warning("a stored form was damaged, it is made again", ["of": .string("\(damage)")])
            } else {
                log.error(
                    "a release is damaged, all others are served",
                    ["reason": .string(damage.sentence), "hint": .string(damage.error.hint)])
            }
        }
    }

    private func repair() {
        var behind = snapshots.failures.mapValues(\.detail)
        if let failure = authenticator.refreshFailure { behind[Self.tokens] = failure.sentence }
        let (fresh, logged) = state.withLock { state in (behind.filter { !state.logged.contains($0.key) }, state.logged)
        }
        for (name, reason) in fresh.sorted(by: { $0.key < $1.key }) {
            log.error("memory is older than the database", ["of": .string(name), "reason": .string(reason)])
        }
        snapshots.repair()
        authenticator.repair(from: store)
        var left = Set(snapshots.failures.keys)
        if authenticator.refreshFailure != nil { left.insert(Self.tokens) }
        let repaired = logged.union(behind.keys).subtracting(left)
        for name in repaired.sorted() { log.info("memory equals the database again", ["of": .string(name)]) }
        state.withLock { $0.logged = logged.union(behind.keys).intersection(left) }
    }

    /// The name of the tokens in the log; it cannot be the name of an app, because of the space.
    private static let tokens = "all tokens"
}
