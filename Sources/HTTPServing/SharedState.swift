import HTTPWire
import SystemIO

/// The state that all loops and workers of a server share; immutable, or safe to use from any thread.
final class SharedState: Sendable {
    let handler: any HTTPHandler
    let limits: ServingLimits
    /// Records answers; nil if none are recorded.
    let answerLog: (any AnswerLog)?
    /// Workers, memory and places for connections, of administrators and of the others.
    let lanes: Lanes
    /// The places for event streams; nil if they are not limited.
    let streamPlaces: StreamPlaces?
    /// The message queue of each loop.
    let inboxes: [LoopInbox]
    /// When ticks begin, on the monotonic clock in milliseconds.
    let startedAt = MonotonicClock.milliseconds

    init(_ configuration: ServingConfiguration, handler: any HTTPHandler, descriptors: Int) throws(Errno) {
        var inboxes: [LoopInbox] = []
        for _ in 0..<configuration.loops { inboxes.append(try LoopInbox()) }
        self.inboxes = inboxes
        self.handler = handler
        limits = configuration.limits
        answerLog = configuration.answerLog
        streamPlaces = configuration.streamPlaces
        lanes = Lanes(configuration, descriptors: descriptors)
    }
}

/// What a worker of a lane runs next.
enum LaneWork: Sendable {
    /// A request.
    case request(WorkItem)
    /// The rest of a request that waited without a thread.
    case rest(@Sendable () -> Void)
}

/// A request for a worker, and the destination of its answer.
struct WorkItem: Sendable {
    /// The loop of the connection.
    let inbox: LoopInbox
    let descriptor: Int32
    /// The generation of the connection's slot.
    let generation: UInt32
    let peer: PeerAddress
    let request: Request
    /// When it was handed to the workers, in nanoseconds of the monotonic clock.
    let since: Int64
}
