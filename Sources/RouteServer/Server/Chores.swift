import CanonicalJSON
import ReleaseStore
import Synchronization

/// What has to be done though no request asks for it: repairs after failures, and noting when tokens were used.
final class Chores: Sendable {
    private let store: any RuleStore
    private let snapshots: SnapshotKeeper
    private let gatekeeper: Gatekeeper
    private let log: ServerLog
    private let state = Mutex(State())

    private struct State {
        /// What was said to be behind the database, so that it is said once.
        var told: Set<String> = []
        /// When uses were noted last, by the monotonic clock.
        var usesNotedAt: Int64?
    }

    init(store: any RuleStore, snapshots: SnapshotKeeper, gatekeeper: Gatekeeper, log: ServerLog) {
        self.store = store
        self.snapshots = snapshots
        self.gatekeeper = gatekeeper
        self.log = log
    }

    /// Does what is due at that reading of the monotonic clock.
    func run(atMilliseconds now: Int64) {
        repair()
        let isDue = state.withLock { state in
            let last = state.usesNotedAt ?? now
            let isDue = now - last >= ServerLimits.useNoteMilliseconds
            state.usesNotedAt = isDue ? now : last
            return isDue
        }
        if isDue { noteUses() }
    }

    /// Lets the store note when tokens were used.
    func noteUses() {
        do throws(StoreError) { try gatekeeper.noteUses(in: store) } catch {
            log.warning("token use was not noted", ["reason": .string(error.sentence)])
        }
    }

    private func repair() {
        var behind = snapshots.failures.mapValues(\.detail)
        if let failure = gatekeeper.refreshFailure { behind[Self.tokens] = failure.sentence }
        let (fresh, told) = state.withLock { state in (behind.filter { !state.told.contains($0.key) }, state.told) }
        for (name, reason) in fresh.sorted(by: { $0.key < $1.key }) {
            log.error("memory is behind the database", ["of": .string(name), "reason": .string(reason)])
        }
        snapshots.repair()
        gatekeeper.repair(from: store)
        var left = Set(snapshots.failures.keys)
        if gatekeeper.refreshFailure != nil { left.insert(Self.tokens) }
        let mended = told.union(behind.keys).subtracting(left)
        for name in mended.sorted() { log.info("memory is the database's again", ["of": .string(name)]) }
        state.withLock { $0.told = told.union(behind.keys).intersection(left) }
    }

    /// No app has a name with blanks.
    private static let tokens = "all tokens"
}
