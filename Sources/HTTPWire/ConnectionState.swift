/// Where a connection stands and until when it may stay there: events in, decisions out, the clock a parameter.
///
/// Eight bytes, so that a table of twenty thousand idle connections stays small. Times are ticks of 64 milliseconds
/// since a moment of the caller's choosing.
package struct ConnectionState: Sendable, Hashable {
    /// What the connection is doing.
    package enum Phase: UInt8, Sendable {
        /// Nothing: nobody has the slot.
        case free
        /// It was accepted and has sent nothing yet.
        case fresh
        /// Waiting for the next request.
        case idle
        /// A head has begun to arrive.
        case head
        /// A body is arriving.
        case body
        /// A worker has the request.
        case working
        /// Bytes of an answer wait for the peer to take them.
        case writing
        /// Events are sent as they come.
        case streaming
        /// Everything was sent; what still arrives is thrown away until the peer has finished (RFC 9112 section 9.6).
        case lingering
    }

    /// What to do when the time is up.
    package enum Timeout: Sendable, Hashable {
        /// Nothing yet.
        case none
        /// Close without a word.
        case close
        /// Say 408 and close (RFC 9110 section 15.5.9).
        case refuse
        /// Send a comment, so that proxies and clients see that the stream lives.
        case comment
    }

    /// What the connection is doing.
    package private(set) var phase = Phase.free
    /// Whether nobody has the slot.
    package var isFree: Bool { phase == .free }
    /// Whether the connection ends after the answer that is under way.
    package var isClosing = false
    /// Whether the peer may be sending what nobody wants any more: the rest of what was refused, or content that its answer
    /// did not wait for.
    package var isOwedBytes = false
    /// Whether there was more to read than one turn allows, so that it is read on without a report.
    package var isInLine = false
    /// Tick at which the phase is over.
    package private(set) var deadline: UInt32 = 0

    /// A free one.
    package init() {}

    /// Milliseconds as ticks, rounded up.
    package static func ticks(_ milliseconds: Int) -> UInt32 { UInt32(clamping: (milliseconds + 63) >> 6) }

    /// Enters a phase at a moment; entering the same phase again does not move its deadline, so that a slow peer cannot
    /// buy time byte by byte; idling, writing and streaming begin anew each time.
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

    /// Gives a body time for the bytes that came, a second for each thousand: a slow link may upload, a peer that drips
    /// byte by byte buys nothing.
    package mutating func bodyProgressed(by byteCount: Int, at now: UInt32, _ timeouts: ConnectionTimeouts) {
        let earned = UInt32(clamping: byteCount >> 6)
        deadline = min(deadline &+ earned, now &+ Self.ticks(timeouts.body))
    }

    /// What is due at a moment.
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
    /// For a body, and more for the bytes of it that come.
    package var body = 8_000
    /// Between two requests; above what proxies and clients keep (nginx 60 s), so that they close first.
    package var idle = 75_000
    /// Between two pieces of an answer that the peer takes.
    package var write = 15_000
    /// Between two comments of an event stream.
    package var comment = 20_000
    /// After the last answer, until the peer closes.
    package var linger = 2_000

    /// Makes the standard times.
    package init() {}
}
