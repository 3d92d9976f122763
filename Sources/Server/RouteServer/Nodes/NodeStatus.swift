import HTTPExchange
import HTTPWire
package import RouteModel
package import ServerMetrics
package import StoreRecords
import SystemIO

/// What a node has applied of the shared store, and since when it has no news of the database.
package final class NodeStatus: Sendable {
    let name: String
    private let version: String
    private let startedAt: Instant
    private let staleMilliseconds: Int64
    private let waitersMax: Int
    private let milliseconds: @Sendable () -> Int64
    private let state: Monitor<State>

    struct State: Sendable {
        /// What memory has.
        var applied: StorePosition
        /// When the node last had all that the store has, in milliseconds of the monotonic clock.
        var equalAt: Int64
        /// When the database was last heard.
        var heardAt: Int64
        /// Why it is not heard; nil while it is.
        var away: String?
        /// Why the database refused the node's last write; nil if it took it.
        var refusal: String?
        /// How many nodes have said lately that they run, with this one.
        var nodes = 1
        /// Whether another process says so under this node's name.
        var hasNamesake = false
        /// How often the database was connected again.
        var reconnects = 0
        /// The number of the last group of writes of all nodes.
        var group = 0
        /// The database's clock minus the node's.
        var skewMilliseconds: Int64 = 0
        /// Requests that wait for a position, each with a worker.
        var waiters = 0
    }

    /// Begins with a position that memory has.
    ///
    /// - Parameters:
    ///   - name: The name of the node.
    ///   - version: The version of the program.
    ///   - startedAt: When it was started.
    ///   - applied: The position.
    ///   - staleSeconds: After how many seconds without the database tokens count no more.
    ///   - waitersMax: How many requests may wait for a position at once.
    ///   - milliseconds: A monotonic clock.
    package init(
        name: String, version: String, startedAt: Instant, applied: StorePosition, staleSeconds: Int,
        waitersMax: Int, milliseconds: @escaping @Sendable () -> Int64
    ) {
        self.name = name
        self.version = version
        self.startedAt = startedAt
        staleMilliseconds = Int64(staleSeconds) * 1000
        self.waitersMax = waitersMax
        self.milliseconds = milliseconds
        let now = milliseconds()
        state = Monitor(State(applied: applied, equalAt: now, heardAt: now))
    }

    /// The state now.
    var current: State { state.withLock { $0 } }

    /// What this node says of itself.
    func record(at now: Instant) -> NodeRecord {
        NodeRecord(
            name: name, version: version, startedAt: startedAt, seenAt: now, position: applied,
            behindMilliseconds: Int(behindMilliseconds))
    }

    /// What memory has.
    var applied: StorePosition { current.applied }

    /// How long ago memory last had all that the store has, in milliseconds; 0 while it has.
    var behindMilliseconds: Int64 {
        let state = current
        return state.away == nil && state.equalAt == state.heardAt ? 0 : milliseconds() - state.equalAt
    }

    /// Why the database is away and for how many seconds; nil while it is heard.
    var absence: (reason: String, seconds: Int)? {
        let state = current
        return state.away.map { ($0, Int((milliseconds() - state.heardAt) / 1000)) }
    }

    /// Whether tokens in memory are too old to be relied on.
    var isStale: Bool {
        let state = current
        return state.away != nil && milliseconds() - state.heardAt > staleMilliseconds
    }

    /// Waits until memory has a position, on a worker.
    ///
    /// - Parameters:
    ///   - position: The position that the client has seen.
    ///   - newest: Reads the newest position of the store; nil if it cannot be read. A later position is not waited
    ///     for: no server has written it.
    /// - Throws: 503 if it does not come in time, or too many requests wait.
    func wait(for position: StorePosition, newest: () -> StorePosition?) throws(Problem) {
        let isWaiter = state.withLock { state in
            let isWaiter = state.applied < position && state.waiters < waitersMax
            if isWaiter { state.waiters += 1 }
            return isWaiter
        }
        if !isWaiter, applied >= position { return }
        defer { if isWaiter { state.withLock { $0.waiters -= 1 } } }
        guard isWaiter, let newest = newest(), newest >= position else { throw .behind(position, applied) }
        let isReached = state.wait(atMost: NodeLimits.positionWait) { $0.applied >= position ? true : nil }
        if isReached == nil { throw .behind(position, applied) }
    }

    /// Throws 503 if tokens are too old to be relied on.
    func verifyAccess() throws(Problem) {
        guard isStale else { return }
        throw Problem(
            503, "access-stale", "Tokens cannot be verified",
            detail: "this node has not heard from the database for over \(staleMilliseconds / 1000) s, in which tokens "
                + "may have been revoked; requests that need no token are answered",
            fields: [HeaderField("Retry-After", "5")])
    }

    /// Records what was heard, before it is applied.
    func noteHeard(_ heard: HeardState, at now: Instant) {
        let time = milliseconds()
        state.withLock { state in
            state.heardAt = time
            state.group = heard.group
            state.away = nil
            state.skewMilliseconds = heard.clock.milliseconds - now.milliseconds
            if state.applied == heard.position { state.equalAt = time }
        }
    }

    /// Records what memory has, and wakes readers that wait for it.
    func noteApplied(_ position: StorePosition) {
        state.withLock { state in
            state.applied = position
            state.equalAt = state.heardAt
        }
        state.wakeAll()
    }

    /// Records why the database is not heard; returns whether it was heard before.
    func noteAway(_ reason: String) -> Bool {
        state.withLock { state in
            defer { state.away = reason }
            return state.away == nil
        }
    }

    /// Records whether the database has taken a write, or why not; returns whether that has changed.
    func noteWrite(_ refusal: String?) -> Bool {
        state.withLock { state in
            defer { state.refusal = refusal }
            return (state.refusal == nil) != (refusal == nil)
        }
    }

    /// Records what other nodes have said; returns whether the name has become that of two, or of one again.
    func notePeers(_ count: Int, hasNamesake: Bool) -> Bool {
        state.withLock { state in
            defer { (state.nodes, state.hasNamesake) = (count, hasNamesake) }
            return state.hasNamesake != hasNamesake
        }
    }

    /// Counts a connection that was made again.
    func noteReconnect() { state.withLock { $0.reconnects += 1 } }

    /// Writes the metric families of the node.
    package func write(into text: inout MetricsText) {
        let state = current
        text.single(
            "waymark_node_behind_seconds", .gauge,
            "How long ago this node last had all that the database has; 0 while it has.",
            Double(behindMilliseconds) / 1000)
        text.single(
            "waymark_node_away", .gauge, "Whether this node does not hear from the database: 1 or 0.",
            state.away == nil ? 0 : 1)
        text.single(
            "waymark_nodes", .gauge, "Servers that have said in the last 20 seconds that they use the database.",
            Double(state.nodes))
        text.single(
            "waymark_node_namesake", .gauge, "Whether another server has this one's name: 1 or 0.",
            state.hasNamesake ? 1 : 0)
        text.single(
            "waymark_node_epoch", .gauge,
            "The epoch of heads: at least the seconds since 1970 when the database was last found to be another one.",
            Double(state.applied.epoch))
        text.single(
            "waymark_store_groups_total", .counter, "Groups of writes of all nodes since the database was made.",
            Double(state.group))
        text.single(
            "waymark_store_reconnects_total", .counter, "How often this node has connected again to learn of changes.",
            Double(state.reconnects))
        text.single(
            "waymark_node_clock_skew_seconds", .gauge, "The database's clock minus this node's.",
            Double(state.skewMilliseconds) / 1000)
    }
}

extension Problem {
    /// 503: the node has not applied a position that the client has seen.
    static func behind(_ position: StorePosition, _ applied: StorePosition) -> Problem {
        Problem(
            503, "behind", "This node has not applied what you have seen",
            detail: "Waymark-Position is \(position), and this node is at \(applied): send the request again",
            fields: [HeaderField("Retry-After", "1")])
    }
}
