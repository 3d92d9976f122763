import HTTPWire
import SystemIO

/// One event loop: a thread that owns its listeners and the connections it accepted, from their first byte to their last.
///
/// The work is divided by what happens: `+Accepting`, `+Reading`, `+Requests`, `+Answering`, `+Writing`, `+Streams`,
/// `+Holding`, `+Sweeping`, `+Exhaustion`, `+Draining`. Each only ever touches connections of its own loop.
final class EventLoop: @unchecked Sendable {
    // @unchecked: made by the thread that starts the server, then touched by the loop's own thread alone; other threads
    // reach only `inbox` and `counters`, which are safe by themselves.
    let index: Int
    let inbox: LoopInbox
    let counters = LoopCounters()

    let shared: SharedParts
    let handler: any HTTPHandler
    let limits: ServingLimits
    let table: ConnectionTable
    let poller: Poller
    let input = ReceiveBuffer(capacity: ServingLimits.receiveBytes)
    let output = GatherBuffer(capacity: ServingLimits.gatherBytes)
    let parser: LoopVariable<RequestParser>
    var listeners: [(descriptor: Int32, tag: Int)]
    var spare = SpareDescriptor()
    /// Listeners that nobody can be taken from until there are descriptors again.
    var restingListeners: [Int32] = []
    /// Somebody waits, and there was no descriptor, not even to turn them away.
    var needsRoom = false

    /// Descriptors of the connections of this loop, in no order.
    var connections: [Int32] = []
    /// Connections that had more to read than one turn allows.
    var unfinishedReads: [Int32] = []
    /// The descriptor that was closed last: after a step that may have closed a connection, its slot may be another
    /// loop's already and is not looked at.
    var lastClosed: Int32 = -1
    /// Bytes that connections of this loop hold of their own, and this loop's part of what all may hold.
    var heldBytes = 0
    let heldBytesMax: Int
    /// The most that was held, bodies of all loops included, since memory was given back.
    var heldBytesPeak = 0
    private var hasMail = false
    let dateLines = LoopVariable(DateLines())
    /// The monotonic clock in milliseconds, read once a turn; and the same in ticks.
    var now: Int64 = 0
    var tick: UInt32 = 0
    /// The same in microseconds, for journals.
    var turnStartedAt: Int64 = 0
    /// Whether answers are taken down, as of this turn.
    var isJournalKept = false
    private let valve: JournalValve?
    private var requestsNoted = 0
    var nextSweep: Int64 = 0
    var nextDate: Int64 = 0
    var drain: Drain?

    init(
        index: Int, shared: SharedParts, table: ConnectionTable, listeners: [(descriptor: Int32, tag: Int)]
    ) throws(Errno) {
        self.index = index
        self.shared = shared
        handler = shared.handler
        limits = shared.limits
        valve = shared.journal?.valve
        heldBytesMax = shared.limits.heldBytesMax / shared.inboxes.count
        self.table = table
        self.listeners = listeners
        parser = LoopVariable(RequestParser(limits: shared.limits.wire))
        poller = try Poller()
        inbox = shared.inboxes[index]
        try poller.watch(inbox.descriptor)
        for listener in listeners { try poller.watch(listener.descriptor) }
        readClocks()
    }

    /// Runs until it has been drained.
    func run() {
        while !isFinished {
            guard let count = try? poller.wait(milliseconds: patience) else { continue }
            readClocks()
            for index in 0..<count { handle(poller[index]) }
            finishTurn()
            noteTurn()
        }
        for descriptor in connections.reversed() { close(descriptor) }
    }

    /// What follows the events of a turn.
    func finishTurn() {
        // Messages may close connections, whose events must not lie behind them in the same turn.
        if hasMail { readMail() }
        if !unfinishedReads.isEmpty { readAgain() }
        if needsRoom { findRoom() }
        if heldBytes > heldBytesMax { letGo() }
        if now >= nextSweep { sweep() }
        // After the sweep: a loop whose last connections it closed has no turn before the next event.
        if heldBytesPeak > ServingLimits.surgeBytes { giveBack() }
        if drain != nil, drain?.stopsListening(at: now) == true { stopListening() }
    }

    /// Tells how long a turn took in which requests were read; one reading of the clock for all of them.
    private func noteTurn() {
        let requests = counters.requests.current
        guard requests != requestsNoted else { return }
        requestsNoted = requests
        handler.turnEnded(loop: index, nanoseconds: (MonotonicClock.microseconds &- turnStartedAt) &* 1000)
    }

    private var isFinished: Bool {
        guard let drain, drain.hasStoppedListening else { return false }
        // A request that a worker has is answered, whenever that is: nobody else can do it again safely.
        return connections.isEmpty
            || (now >= drain.until && !connections.contains { table[$0].state.phase == .working })
    }

    private var patience: Int32 {
        if !unfinishedReads.isEmpty { return 0 }
        guard let drain else {
            return connections.isEmpty && restingListeners.isEmpty ? -1 : Int32(clamping: max(1, nextSweep - now))
        }
        let next = drain.hasStoppedListening ? nextSweep : min(nextSweep, drain.listeningEnd)
        return Int32(clamping: max(1, next - now))
    }

    private func readClocks() {
        turnStartedAt = MonotonicClock.microseconds
        now = turnStartedAt / 1000
        isJournalKept = valve?.isOpen ?? false
        tick = UInt32(truncatingIfNeeded: (now - shared.startedAt) >> 6)
        guard now >= nextDate else { return }
        let wall = WallClock.milliseconds
        dateLines.value.refresh(wall / 1000)
        nextDate = now + 1000 - wall % 1000
    }

    /// Acts on what happened to a descriptor.
    func handle(_ event: Poller.Event) {
        if event.descriptor == inbox.descriptor {
            hasMail = true
        } else if let listener = listeners.first(where: { $0.descriptor == event.descriptor }) {
            accept(listener)
        } else {
            guard !table[event.descriptor].state.isFree else { return }
            lastClosed = -1
            if event.isWritable { continueWriting(event.descriptor) }
            if event.isReadable, lastClosed != event.descriptor {
                readable(event.descriptor, isFinished: event.isFinished)
            }
        }
    }

    private func readMail() {
        hasMail = false
        for message in inbox.takeAll() { handle(message) }
    }

    private func handle(_ message: LoopMessage) {
        switch message {
        case .completed(let descriptor, let generation, let response): complete(descriptor, generation, response)
        case .broadcast(let topic, let bytes): broadcast(topic, bytes)
        case .drain(let moment): beginDrain(until: moment)
        case .makeRoom: makeRoom()
        }
    }
}
