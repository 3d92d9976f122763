import HTTPWire
import SystemIO

/// The connections of one loop that are streams of events (server-sent events): begins, feeds and ends them.
final class EventStreams {
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let sender: ConnectionSender
    private let writer: AnswerWriter
    private let shutdown: Shutdown
    private let counters: LoopCounters
    private let register: StreamRegister
    private let backlogBytesMax: Int

    init(
        _ connections: LoopConnections, sender: ConnectionSender, writer: AnswerWriter, shutdown: Shutdown,
        counters: LoopCounters, limits: ServingLimits
    ) {
        self.connections = connections
        self.sender = sender
        self.writer = writer
        self.shutdown = shutdown
        self.counters = counters
        table = connections.table
        register = connections.streams
        backlogBytesMax = limits.watcherBacklogBytesMax
    }

    /// Turns a connection into a stream, which ends with the connection.
    ///
    /// Content of the request changes nothing (RFC 9110 section 9.3.1: it "has no generally defined semantics, cannot
    /// alter the meaning or target of the request"): it is discarded with all other bytes of the client, and is never
    /// parsed as a request. The server does not send `100 Continue` for it.
    func begin(_ descriptor: Int32, _ start: StreamStart, _ view: borrowing RequestView) {
        // One that begins and ends at once needs no framing of its own.
        let isChunked = !view.head.isVersion10 && !shutdown.endsStreams
        writer.begin(descriptor, start.answer, isHead: view.head.isHead, isChunked: isChunked)
        guard !view.head.isHead, !shutdown.endsStreams else {
            table[descriptor].state.isClosing = true
            return register.giveBack(start.source)
        }
        table[descriptor].isChunked = isChunked
        table[descriptor].topic = Int32(truncatingIfNeeded: start.topic)
        connections.enter(.streaming, descriptor)
        register.begin(descriptor, start, peer: table[descriptor].peer)
    }

    /// Sends an event to all streams of a topic that have no newer one; events with higher numbers are newer.
    ///
    /// All streams of a topic end up with the newest event, in whatever order threads report the changes.
    func broadcast(_ topic: Int, _ number: Int, _ bytes: StreamBytes) {
        let topic = Int32(truncatingIfNeeded: topic)
        guard register.count > 0, register.advance(topic, to: number) else { return }
        connections.forEach { descriptor in
            guard isStream(descriptor, of: topic), !register.has(number, descriptor) else { return }
            connections.enter(.streaming, descriptor)
            send(descriptor, framed(bytes, descriptor))
        }
    }

    /// Sends a comment, so that proxies and clients do not close a silent stream.
    func sendComment(_ descriptor: Int32) {
        connections.enter(.streaming, descriptor)
        guard sender.hasUnsent(descriptor) else { return send(descriptor, framed(Self.comment, descriptor)) }
        // The client has not read all since the last comment.
        drop(descriptor)
    }

    /// Ends some streams with a last comment, because the server stops.
    func end(atMost count: Int) {
        var left = count
        connections.forEach { descriptor in
            guard left > 0, table[descriptor].state.phase == .streaming else { return }
            left -= 1
            end(descriptor, Self.lastComment)
        }
    }

    /// Ends the streams of a topic: all of them, or those without a grant of their own.
    func end(_ topic: Int, keepingHeld: Bool) {
        guard register.count > 0 else { return }
        let topic = Int32(truncatingIfNeeded: topic)
        connections.forEach { descriptor in
            guard isStream(descriptor, of: topic), !keepingHeld || !register.isHeld(descriptor) else { return }
            revoke(descriptor)
        }
    }

    /// Ends the streams whose grants have ended.
    ///
    /// - Parameter onlyPassing: looks only at grants that may end without a report.
    func review(onlyPassing: Bool) {
        for descriptor in register.lapsed(onlyPassing: onlyPassing) { revoke(descriptor) }
    }

    /// Ends a stream whose client lost the right to it; what the client has not read is dropped.
    private func revoke(_ descriptor: Int32) {
        counters.streamsRevoked.raise()
        if sender.hasUnsent(descriptor) { connections.close(descriptor) } else { end(descriptor, Self.endComment) }
    }

    /// Ends a stream with a comment, in such a way that its client can read all that was sent.
    private func end(_ descriptor: Int32, _ last: StreamBytes) {
        let comment = framed(last, descriptor)
        if sender.hasUnsent(descriptor) {
            sender.keep(descriptor, UnsentPiece(bytes: comment, offset: 0, end: comment.count))
        } else {
            sender.flush(descriptor, followedBy: comment)
        }
        register.end(descriptor, of: table[descriptor].topic, peer: table[descriptor].peer)
        table[descriptor].state.isClosing = true
        connections.enter(.idle, descriptor)
        _ = sender.endStep(descriptor, isDrained: false)
    }

    private func framed(_ bytes: StreamBytes, _ descriptor: Int32) -> SharedBytes {
        table[descriptor].isChunked ? bytes.chunk : bytes.plain
    }

    private func isStream(_ descriptor: Int32, of topic: Int32) -> Bool {
        table[descriptor].state.phase == .streaming && table[descriptor].topic == topic
    }

    /// Sends bytes to one stream, or keeps them up to a limit; a client that reads too slowly is disconnected.
    private func send(_ descriptor: Int32, _ bytes: SharedBytes) {
        guard let io = table[descriptor].io, !io.unsent.isEmpty else {
            sender.flush(descriptor, followedBy: bytes)
            _ = sender.endStep(descriptor, isDrained: false)
            return
        }
        guard io.unsentBytes + bytes.count <= backlogBytesMax else { return drop(descriptor) }
        sender.keep(descriptor, UnsentPiece(bytes: bytes, offset: 0, end: bytes.count))
    }

    private func drop(_ descriptor: Int32) {
        counters.watchersDropped.raise()
        connections.close(descriptor)
    }

    /// A comment: server-sent events ignore lines that begin with a colon.
    private static let comment = StreamBytes(Array(":\n\n".utf8))
    private static let endComment = StreamBytes(Array(": the stream ends, connect again\n\n".utf8), isLast: true)
    private static let lastComment = StreamBytes(Array(": the server is stopping\n\n".utf8), isLast: true)
}
