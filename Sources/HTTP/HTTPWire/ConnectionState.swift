/// The phase of a connection and the deadline of the phase, as a state machine: the clock is a parameter.
///
/// Eight bytes, so that a table of twenty thousand idle connections stays small. Times are ticks of 64 milliseconds
/// since a moment that the caller chooses.
package struct ConnectionState: Sendable, Hashable {
    /// The phase of a connection.
    package enum Phase: UInt8, Sendable {
        /// There is no connection in the slot.
        case free
        /// It was accepted and has sent nothing yet.
        case fresh
        /// Waiting for the next request.
        case idle
        /// A head has begun to arrive.
        case head
        /// A body is arriving.
        case body
        /// A worker handles the request.
        case working
        /// Bytes of an answer wait to be sent.
        case writing
        /// The connection is an event stream.
        case streaming
        /// Everything was sent; what arrives is discarded until the peer has finished (RFC 9112 section 9.6).
        case lingering
    }

    /// What to do at a deadline.
    package enum Timeout: Sendable, Hashable {
        /// Nothing yet.
        case none
        /// Close without an answer.
        case close
        /// Answer 408 and close (RFC 9110 section 15.5.9).
        case refuse
        /// Send a comment, so that proxies and clients do not close the stream.
        case comment
    }

    /// The phase of a connection.
    package private(set) var phase = Phase.free
    /// Whether there is no connection in the slot.
    package var isFree: Bool { phase == .free }
    /// Whether the connection closes after the current answer.
    package var isClosing = false
    /// Whether the peer may still send bytes that are not wanted: the rest of a refused request, or content of a request
    /// that is answered already.
    package var expectsUnwantedBytes = false
    /// Whether more bytes wait than one turn reads, so that reading continues in the next turn without an event.
    package var isReadDeferred = false
    /// The tick of the phase's deadline.
    private(set) var deadline: UInt32 = 0

    /// A free slot.
    package init() {}

    /// Converts milliseconds to ticks, rounded up.
    package static func ticks(_ milliseconds: Int) -> UInt32 { UInt32(clamping: (milliseconds + 63) >> 6) }

    /// Enters a phase at a moment.
    ///
    /// Entering `fresh`, `head` or `lingering` again does not move the deadline, so that a slow peer cannot extend it
    /// byte by byte; the other phases begin again each time.
    package mutating func enter(_ next: Phase, at now: UInt32, _ timeouts: ConnectionTimeouts) {
        let isRepeated = phase == next && (next == .head || next == .lingering || next == .fresh)
        phase = next
        guard !isRepeated else { return }
        let allowed =
            switch next {
            case .free: 0
            case .fresh, .head: timeouts.head
            case .idle: timeouts.idle
            case .body: timeouts.body
            case .working: Int(Int32.max)
            case .writing: timeouts.write
            case .streaming: timeouts.comment
            case .lingering: timeouts.linger
            }
        deadline = now &+ Self.ticks(allowed)
    }

    /// Extends the deadline of a body by a second for each thousand bytes that arrived: enough for a slow link, but
    /// single bytes do not extend it.
    package mutating func bodyProgressed(by byteCount: Int, at now: UInt32, _ timeouts: ConnectionTimeouts) {
        let earned = UInt32(clamping: byteCount >> 6)
        deadline = min(deadline &+ earned, now &+ Self.ticks(timeouts.body))
    }

    /// Moves the deadline to a tick, if that is earlier.
    package mutating func bringDeadlineForward(to tick: UInt32) { deadline = min(deadline, tick) }

    /// What to do at a moment.
    package func timeout(at now: UInt32) -> Timeout {
        guard phase != .free, phase != .working, now >= deadline else { return .none }
        return switch phase {
        case .head, .body: .refuse
        case .streaming: .comment
        default: .close
        }
    }
}

/// How long a connection may stay in a phase, in milliseconds.
package struct ConnectionTimeouts: Sendable, Hashable {
    /// From the first byte of a head, or from the connection's beginning, to the head's end.
    package var head = 8_000
    /// For a body; extended by the bytes that arrive.
    package var body = 8_000
    /// Between two requests; longer than the time-outs of proxies and clients (nginx 60 s), so that they close first.
    package var idle = 75_000
    /// The longest time in which the peer accepts no bytes of an answer.
    package var write = 15_000
    /// Between two comments of an event stream.
    package var comment = 20_000
    /// After the last answer, until the peer closes.
    var linger = 2_000

    /// The standard times.
    package init() {}
}
