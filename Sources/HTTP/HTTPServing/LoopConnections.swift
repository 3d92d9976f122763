import HTTPWire
import SystemIO

/// Whether a connection is still open after a step.
///
/// After `closed` its slot in the table may already belong to another loop: the caller must not use it any more.
enum ConnectionStatus {
    case open
    case closed
}

/// The open connections of one loop: adds, counts and closes them.
final class LoopConnections {
    /// The slots of all loops; this loop uses only those of its own descriptors.
    let table: ConnectionTable
    private let clock: LoopClock
    private let timeouts: ConnectionTimeouts
    private let lanes: Lanes
    private let lentMilliseconds: Int64
    private let memory: MemoryBudget
    private let files: FileReader
    private let counters: LoopCounters
    /// The connections that are event streams.
    let streams: StreamRegister
    /// Number of connections; stored, because reading an array's count each turn costs a check for exclusive access.
    private(set) var count = 0
    /// Number of connections that continue to read in the next turn; stored for the same reason.
    private(set) var deferredReadCount = 0
    /// In no order.
    private var descriptors: [Int32] = []
    /// Connections that had more to read than one turn allows, oldest first.
    private var deferredReads: [Int32] = []
    /// Connections in lent places, and when they lose them, on the monotonic clock in milliseconds.
    private var lent: [(descriptor: Int32, until: Int64)] = []
    /// Number of connections in lent places; stored for the same reason.
    private(set) var lentCount = 0
    private var spare = SpareDescriptor()

    init(
        _ table: ConnectionTable, clock: LoopClock, memory: MemoryBudget, counters: LoopCounters, shared: SharedState
    ) {
        self.table = table
        self.clock = clock
        self.memory = memory
        self.counters = counters
        streams = StreamRegister(places: shared.streamSlots, counters: counters)
        lanes = shared.lanes
        files = shared.files
        lentMilliseconds = Int64(shared.limits.lentMilliseconds)
        timeouts = shared.limits.timeouts
    }

    /// Adds an accepted connection, whose descriptor now belongs to its slot; false if there are too many connections:
    /// then the caller must close the descriptor.
    func add(_ descriptor: Int32, from peer: PeerAddress, listener: Int) -> Bool {
        let listener = UInt8(listener)
        let admission =
            Int(descriptor) < table.capacity ? lanes.limiter(listener: listener).admit(peer) : .refused
        guard admission != .refused else {
            counters.connectionsRefused.raise()
            return false
        }
        if admission == .lent { lend(descriptor) }
        counters.connectionsAccepted.raise()
        counters.connectionsOpen.raise()
        var connection = Connection()
        connection.generation = table[descriptor].generation &+ 1
        connection.listener = listener
        connection.isAdmin = lanes.isAdmin(listener: listener, isKnown: false)
        connection.peer = peer
        connection.listIndex = UInt32(count)
        connection.state.enter(.fresh, at: clock.tick, timeouts)
        table[descriptor] = connection
        descriptors.append(descriptor)
        count += 1
        return true
    }

    /// Closes a connection at once; always returns `closed`.
    @discardableResult
    func close(_ descriptor: Int32) -> ConnectionStatus {
        let connection = table[descriptor]
        guard !connection.state.isFree else { return .closed }
        if connection.state.phase == .streaming {
            streams.end(descriptor, of: connection.topic, peer: connection.peer)
        }
        if let io = connection.io {
            memory.release(io)
            if let file = io.file?.file { files.finish(file) }
        }
        counters.connectionsOpen.raise(-1)
        let last = descriptors.removeLast()
        count -= 1
        if last != descriptor {
            descriptors[Int(connection.listIndex)] = last
            table[last].listIndex = connection.listIndex
        }
        table[descriptor].io = nil
        table[descriptor].state = ConnectionState()
        keepPlace(descriptor)
        if connection.state.isReadDeferred {
            deferredReads.removeAll { $0 == descriptor }
            deferredReadCount -= 1
        }
        // After all accesses to the slot: the next owner takes the same lock before it uses the slot, which orders the
        // accesses; close(2) and accept(2) order them, too, but no memory model guarantees this.
        lanes.limiter(listener: connection.listener).release(connection.peer)
        // Last: from here on, another loop may get the number.
        Sockets.close(descriptor)
        spare.refill()
        return .closed
    }

    /// Enters a phase now.
    func enter(_ phase: ConnectionState.Phase, _ descriptor: Int32) {
        table[descriptor].state.enter(phase, at: clock.tick, timeouts)
    }

    /// Calls `body` for each connection; `body` may close the connection that it is given, and no other.
    func forEach(_ body: (Int32) -> Void) {
        // From the end, because closing a connection moves the last one into its place.
        for index in descriptors.indices.reversed() where index < descriptors.count { body(descriptors[index]) }
    }

    /// Whether a worker has a request of any connection.
    var hasWork: Bool { descriptors.contains { table[$0].state.phase == .working } }

    // MARK: Reads that continue in the next turn

    /// Continues reading a connection in the next turn; a connection is in the queue at most once.
    func deferRead(_ descriptor: Int32) {
        guard !table[descriptor].state.isReadDeferred else { return }
        table[descriptor].state.isReadDeferred = true
        deferredReads.append(descriptor)
        deferredReadCount += 1
    }

    /// Removes the oldest connection that continues to read.
    func takeDeferredRead() -> Int32? {
        guard deferredReadCount > 0 else { return nil }
        let descriptor = deferredReads.removeFirst()
        deferredReadCount -= 1
        table[descriptor].state.isReadDeferred = false
        return descriptor
    }

    // MARK: Lent places

    private func lend(_ descriptor: Int32) {
        lent.append((descriptor, clock.now + lentMilliseconds))
        lentCount += 1
    }

    /// Whether a connection has a place for a short time only.
    func isLent(_ descriptor: Int32) -> Bool { lent.contains { $0.descriptor == descriptor } }

    /// Lets a connection keep its place, because its caller is known; does nothing if the place is not lent.
    func keepPlace(_ descriptor: Int32) {
        guard lentCount > 0 else { return }
        lent.removeAll { $0.descriptor == descriptor }
        lentCount = lent.count
    }

    /// Closes the connections whose time in a lent place is over; one whose request a worker has is closed later.
    func closeOverdue() {
        guard lentCount > 0 else { return }
        for (descriptor, until) in lent where clock.now >= until && table[descriptor].state.phase != .working {
            counters.connectionsDisplaced.raise()
            close(descriptor)
        }
    }

    // MARK: Too little memory, too few descriptors

    /// Closes the largest holders of each share of memory that is used up, until 75 % of it are used.
    ///
    /// Connections that hold little stay open if others hold much, and those of administrators if strangers hold too
    /// much. One scan of all connections frees enough for some time.
    func closeLargestHolders() {
        for isAdmin in [false, true] where memory.isExceeded(isAdmin) {
            var holders = descriptors.filter { held($0).bytes > 0 && held($0).isAdmin == isAdmin }
            holders.sort { held($0).bytes > held($1).bytes }
            for descriptor in holders where memory.isNearlyExceeded(isAdmin) {
                // A request that a worker has is answered; the connection may be closed when it waits for its peer again.
                guard table[descriptor].state.phase != .working else { continue }
                counters.connectionsShed.raise()
                close(descriptor)
            }
        }
    }

    private func held(_ descriptor: Int32) -> (bytes: Int, isAdmin: Bool) { table[descriptor].io?.held ?? (0, false) }

    /// Closes the youngest idle connection, or else the youngest event stream; false if there is neither.
    ///
    /// A server may close an idle connection at any time (RFC 9112 section 9.5); the client of a stream connects again.
    @discardableResult
    func closeYoungestIdle() -> Bool {
        let leaving =
            descriptors.last { table[$0].state.phase == .idle }
            ?? descriptors.last { table[$0].state.phase == .streaming }
        guard let leaving else { return false }
        if table[leaving].state.phase == .streaming { counters.watchersDropped.raise() }
        close(leaving)
        return true
    }

    /// Opens the spare descriptor if it is missing; returns whether it is there.
    func refillSpare() -> Bool {
        spare.refill()
        return spare.isOpen
    }

    /// Runs `body` while the spare descriptor is closed, so that one call can use its number.
    func withSpareClosed(_ body: () -> Void) { spare.withClosed(body) }
}
