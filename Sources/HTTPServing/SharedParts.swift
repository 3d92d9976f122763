import HTTPWire
import Synchronization
import SystemIO

/// What all loops and workers of a server share; immutable, or safe by itself.
final class SharedParts: Sendable {
    let handler: any HTTPHandler
    let limits: ServingLimits
    /// Who takes down answers, if anybody does.
    let journal: (any AnswerJournal)?
    let ledger: AddressLedger
    let work: BlockingQueue<WorkItem>
    /// How long requests waited for a worker.
    let workWaits = Mutex(WaitTimes())
    /// Bytes of bodies in memory, over all loops.
    let bodyBytes = Atomic(0)
    /// The letter boxes of all loops, one for each.
    let inboxes: [LoopInbox]
    /// Where ticks begin, on the monotonic clock.
    let startedAt = MonotonicClock.milliseconds

    init(
        handler: any HTTPHandler, limits: ServingLimits, connectionsMax: Int, loopCount: Int,
        journal: (any AnswerJournal)? = nil
    ) throws(Errno) {
        var inboxes: [LoopInbox] = []
        for _ in 0..<loopCount { inboxes.append(try LoopInbox()) }
        self.inboxes = inboxes
        self.handler = handler
        self.limits = limits
        self.journal = journal
        ledger = AddressLedger(
            connectionsMax: connectionsMax, connectionsPerAddressMax: limits.connectionsPerAddressMax)
        work = BlockingQueue(countMax: limits.workQueueMax)
    }
}

/// A request for a worker, and where its answer goes.
struct WorkItem: Sendable {
    let inbox: LoopInbox
    let descriptor: Int32
    let generation: UInt32
    let request: Request
    /// When it was handed on, in nanoseconds of the monotonic clock.
    let since: Int64
}
