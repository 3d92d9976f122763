import HTTPWire
import Synchronization
import SystemIO

/// The state that all loops and workers of a server share; immutable, or safe to use from any thread.
final class SharedState: Sendable {
    let handler: any HTTPHandler
    let limits: ServingLimits
    /// Records answers; nil if none are recorded.
    let answerLog: (any AnswerLog)?
    let limiter: ConnectionLimiter
    /// Requests that wait for a worker.
    let work: BlockingQueue<WorkItem>
    /// How long requests waited for a worker.
    let workWaits = Mutex(WaitTimes())
    /// Bytes of request bodies in memory, over all loops.
    let bodyBytes = Atomic(0)
    /// The message queue of each loop.
    let inboxes: [LoopInbox]
    /// When ticks begin, on the monotonic clock in milliseconds.
    let startedAt = MonotonicClock.milliseconds

    init(
        handler: any HTTPHandler, limits: ServingLimits, connectionsMax: Int, loopCount: Int,
        answerLog: (any AnswerLog)? = nil
    ) throws(Errno) {
        var inboxes: [LoopInbox] = []
        for _ in 0..<loopCount { inboxes.append(try LoopInbox()) }
        self.inboxes = inboxes
        self.handler = handler
        self.limits = limits
        self.answerLog = answerLog
        limiter = ConnectionLimiter(
            connectionsMax: connectionsMax, connectionsPerAddressMax: limits.connectionsPerAddressMax)
        work = BlockingQueue(countMax: limits.workQueueMax)
    }
}

/// A request for a worker, and the destination of its answer.
struct WorkItem: Sendable {
    /// The loop of the connection.
    let inbox: LoopInbox
    let descriptor: Int32
    /// The generation of the connection's slot.
    let generation: UInt32
    let request: Request
    /// When it was handed to the workers, in nanoseconds of the monotonic clock.
    let since: Int64
}
