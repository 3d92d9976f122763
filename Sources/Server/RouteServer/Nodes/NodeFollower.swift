import AccessControl
import CanonicalJSON
import ConsoleServing
import ControlPlane
import DataPlane
import HTTPExchange
import ReleaseStore
import RouteModel
import ServerLog
import StoreDatabases
import StoreRecords
import SystemIO

/// Follows the shared store: learns that it has changed, reads which rows are new, and applies what they name to everything
/// that this process has in memory.
///
/// A change is applied by the functions that the process's own writes use, in one order: the node's copy, snapshots, tokens,
/// sessions; then event streams are told, and at last the position is that of the row. One thread calls ``turn()``.
final class NodeFollower: Sendable {
    private let database: SharedDatabase
    private let store: any RuleStore
    private let snapshots: SnapshotSource
    private let authenticator: TokenAuthenticator
    private let sessions: ConsoleSessions?
    private let changes: ChangeFeed
    private let status: NodeStatus
    private let clocks: Clocks
    private let log: ServerLogger
    private let state: Monitor<State>

    private struct State {
        var isStopped = false
        var isConnected = false
        var hasConnected = false
        /// Whether the start was without the database, so that the event streams have no changes before.
        var isIncomplete: Bool
        var reportedAt: Instant?
        /// What was applied last; nil before that.
        var head: StoreHead?
        var isSkewed = false
        /// The failure that was logged last.
        var failure: String?
    }

    /// Makes a follower of parts that have what the node's copy has.
    ///
    /// - Parameters:
    ///   - database: The shared database.
    ///   - store: Its store.
    ///   - snapshots: The releases in memory.
    ///   - authenticator: The tokens in memory.
    ///   - sessions: The sessions of the console, if it is on.
    ///   - changes: The event streams of the control plane.
    ///   - status: What the node has applied.
    ///   - clocks: The clocks, whose difference from the database's it measures.
    ///   - log: The server log.
    init(
        _ database: SharedDatabase, store: any RuleStore, snapshots: SnapshotSource,
        authenticator: TokenAuthenticator, sessions: ConsoleSessions?, changes: ChangeFeed, status: NodeStatus,
        clocks: Clocks, log: ServerLogger
    ) {
        self.database = database
        self.store = store
        self.snapshots = snapshots
        self.authenticator = authenticator
        self.sessions = sessions
        self.changes = changes
        self.status = status
        self.clocks = clocks
        self.log = log
        state = Monitor(State(isIncomplete: database.isAway))
    }

    /// Waits for a change or a second, and applies what is new; after a failure it waits, and connects again.
    func turn() {
        do throws(StoreError) {
            let isConnected = state.withLock { $0.isConnected }
            if isConnected { try database.wait() } else { try connect() }
            guard !state.withLock({ $0.isStopped }) else { return }
            let heard = try database.read()
            status.noteHeard(heard, at: clocks.machine())
            clocks.difference.note(status.current.skewMilliseconds)
            try apply(heard)
            compareClocks()
            try report()
            state.withLock { $0.failure = nil }
        } catch {
            fail(error)
        }
    }

    /// Ends a wait of ``turn()`` soon.
    func stop() {
        state.withLock { $0.isStopped = true }
        state.wakeAll()
        database.stopHearing()
    }

    private func connect() throws(StoreError) {
        try database.connect()
        // Under the lock of the counter's row: another server raises the epoch before anything else is written.
        try database.rejoin()
        // What failed while the database was away; before that counts as back, so that the node stays ready.
        snapshots.repair()
        authenticator.repair(from: store)
        let wasAway = status.absence
        let isAgain = state.withLock { state in
            defer { (state.isConnected, state.hasConnected) = (true, true) }
            return state.hasConnected
        }
        if isAgain { status.noteReconnect() }
        if let wasAway { log.info("the database is back", ["afterSeconds": .integer(Int64(wasAway.seconds))]) }
    }

    private func fail(_ failure: StoreError) {
        // Why a connection was lost, or why a server that answers is not taken; one that cannot be reached is not asked.
        let wasConnected = state.withLock { $0.isConnected }
        let isWorthAsking = wasConnected ? failure.code == .away : failure.code != .away
        let error = isWorthAsking ? database.explained(failure) : failure
        let (isNew, isAway, hasWorked) = state.withLock { state in
            let isAway = error.code == .away || !state.isConnected
            let hasWorked = state.isConnected && state.failure == nil
            defer { state.failure = error.detail }
            if isAway { state.isConnected = false }
            return (state.failure != error.detail, isAway, hasWorked)
        }
        let values: KeyValuePairs<String, JSONValue> = ["reason": .string(error.detail), "hint": .string(error.hint)]
        if isAway {
            database.disconnect()
            database.leave()
            let isFirst = status.noteAway(error.detail)
            if isFirst || isNew { log.warning("the database is away: clients are served, writes are refused", values) }
            // A server that was started again, or a standby that was promoted, may be there already.
            if hasWorked { return }
        } else if isNew {
            // Such as a full disk of this machine: the next turn tries the same again.
            log.error("changes of the database could not be applied", values)
        }
        _ = state.wait(atMost: NodeLimits.retryWait) { $0.isStopped ? true : nil }
    }

    /// Brings memory to what was heard.
    private func apply(_ heard: HeardState) throws(StoreError) {
        let (isIncomplete, head) = state.withLock { ($0.isIncomplete, $0.head) }
        guard heard.head != head || isIncomplete else { return }
        let isBefore = heard.head.epoch < status.applied.epoch
        if let rows = try isBefore ? nil : database.copy.rows(upTo: heard.head) {
            try apply(TouchedParts(rows), heard.head)
            if isIncomplete { changes.restart(try ChangeFeed.newest(of: store)) } else { changes.add(rows) }
        } else {
            // The next turn reads the new epoch.
            if try database.raiseIfBehind() { return }
            try applyAll()
        }
        state.withLock { ($0.isIncomplete, $0.head) = (false, heard.head) }
        try database.copy.note(heard.head)
        status.noteApplied(heard.position)
    }

    private func apply(_ parts: TouchedParts, _ head: StoreHead) throws(StoreError) {
        // A token that was revoked counts no more before anything else is read.
        if parts.tokens || parts.sessions { try reloadAccess() }
        for app in parts.drafts { store.memory.forgetDraft(of: app) }
        if head.epoch == status.applied.epoch {
            for app in parts.apps.sorted() { snapshots.refresh(app) }
        } else {
            let copy = database.copy
            try snapshots.reload(only: parts.apps) { () throws(StoreError) in
                for app in parts.apps.sorted() { try copy.copyApp(app) }
                try copy.set(epoch: head.epoch)
            }
        }
        try verifyRefreshed()
    }

    /// Reads all tokens and sessions again; this node changes none meanwhile.
    private func reloadAccess() throws(StoreError) {
        let copy = database.copy
        func reloadTokens() throws(StoreError) {
            try authenticator.reload(from: copy.target) { () throws(StoreError) in try copy.copyAccess() }
        }
        if let sessions { try sessions.reload(from: copy.target, reloadTokens) } else { try reloadTokens() }
        authenticator.reviewGrants()
    }

    /// Throws if an app could not be read again: then the node has not applied the position.
    private func verifyRefreshed() throws(StoreError) {
        guard let (app, problem) = snapshots.failures.min(by: { $0.key < $1.key }) else { return }
        throw StoreError(
            .storage, "The app \(app) could not be read again: \(problem.detail).",
            hint: "The node tries again each second, and serves what it had until then.")
    }

    /// Reads everything again: the epoch is another one, or the rows between are missing or too many.
    private func applyAll() throws(StoreError) {
        store.memory.forgetDraft(of: nil)
        try reloadAccess()
        try snapshots.reload { () throws(StoreError) in try database.copy.copyAll() }
        try verifyRefreshed()
        changes.restart(try ChangeFeed.newest(of: store))
    }

    private func compareClocks() {
        let skew = status.current.skewMilliseconds
        let isSkewed = abs(skew) > NodeLimits.skewMilliseconds
        let wasSkewed = state.withLock { state in
            defer { state.isSkewed = isSkewed }
            return state.isSkewed
        }
        guard isSkewed, !wasSkewed else { return }
        log.warning(
            "the clock of this machine differs from the database's",
            [
                "milliseconds": .integer(skew),
                "hint": "let a time service, such as chrony, set the clocks of all machines",
            ])
    }

    private func report() throws(StoreError) {
        let now = clocks.now()
        let (isDue, isFirst) = state.withLock { state in
            let before = state.reportedAt
            let isDue = before.map { abs(now.milliseconds - $0.milliseconds) >= NodeLimits.reportMilliseconds } ?? true
            if isDue { state.reportedAt = now }
            return (isDue, before == nil)
        }
        guard isDue else { return }
        do throws(StoreError) {
            let own = status.record(at: now)
            let peers = try database.report(own)
            // At first the row is that of the process before this one.
            let hasNamesake = !isFirst && peers.namesakeStartedAt.map { $0 != own.startedAt } ?? false
            if status.notePeers(peers.count, hasNamesake: hasNamesake), hasNamesake {
                log.warning(
                    "another server has the name of this one",
                    ["name": .string(own.name), "hint": "give each server that uses the database its own nodeName"])
            }
            if status.noteWrite(nil) { log.info("changes are accepted again") }
        } catch {
            guard error.code != .away else { throw error }
            // Such as a full disk of the database, which can still be read.
            guard status.noteWrite(error.detail) else { return }
            log.warning(
                "changes are refused, clients are served",
                ["reason": .string(error.detail), "hint": .string(error.hint)])
        }
    }
}
