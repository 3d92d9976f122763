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
        backlogBytesMax = limits.watcherBacklogBytesMax
    }

    /// Turns a connection into a stream, which ends with the connection.
    ///
    /// Content of the request changes nothing (RFC 9110 section 9.3.1: it "has no generally defined semantics, cannot
    /// alter the meaning or target of the request"): it is discarded with all other bytes of the client, and is never
    /// parsed as a request. The server does not send `100 Continue` for it.
    func begin(_ descriptor: Int32, _ topic: Int, _ response: PreparedResponse, _ view: borrowing RequestView) {
        var options = AnswerOptions(view)
        options.keepsAlive = false
        writer.write(descriptor, response, options)
        guard !view.head.isHead, !shutdown.hasBegun else { return }
        table[descriptor].state.isClosing = false
        table[descriptor].topic = Int32(truncatingIfNeeded: topic)
        connections.enter(.streaming, descriptor)
        counters.streamsOpen.raise()
    }

    /// Sends bytes to all streams of a topic.
    func broadcast(_ topic: Int, _ bytes: SharedBytes) {
        guard counters.streamsOpen.current > 0 else { return }
        let topic = Int32(truncatingIfNeeded: topic)
        connections.forEach { descriptor in
            guard table[descriptor].state.phase == .streaming, table[descriptor].topic == topic else { return }
            connections.enter(.streaming, descriptor)
            send(descriptor, bytes)
        }
    }

    /// Sends a comment, so that proxies and clients do not close a silent stream.
    func sendComment(_ descriptor: Int32) {
        connections.enter(.streaming, descriptor)
        guard sender.hasUnsent(descriptor) else { return send(descriptor, Self.comment) }
        // The client has not read all since the last comment.
        drop(descriptor)
    }

    /// Ends all streams with a last comment, because the server stops.
    func endAll() {
        connections.forEach { descriptor in
            guard table[descriptor].state.phase == .streaming else { return }
            sender.flush(descriptor, followedBy: Self.lastComment)
            counters.streamsOpen.raise(-1)
            table[descriptor].state.isClosing = true
            connections.enter(.idle, descriptor)
            _ = sender.endStep(descriptor, isDrained: false)
        }
    }

    /// Sends bytes to one stream, or keeps them up to a limit; a client that reads too slowly is disconnected.
    private func send(_ descriptor: Int32, _ bytes: SharedBytes) {
        guard let io = table[descriptor].io, !io.unsent.isEmpty else {
            sender.flush(descriptor, followedBy: bytes)
            _ = sender.endStep(descriptor, isDrained: false)
            return
        }
        guard io.unsentBytes + bytes.count <= backlogBytesMax else { return drop(descriptor) }
        sender.keep(descriptor, UnsentPiece(source: .memory(bytes), offset: 0, end: bytes.count))
    }

    private func drop(_ descriptor: Int32) {
        counters.watchersDropped.raise()
        connections.close(descriptor)
    }

    /// A comment: server-sent events ignore lines that begin with a colon.
    private static let comment = SharedBytes(Array(":\n\n".utf8))
    private static let lastComment = SharedBytes(Array(": the server is stopping\n\n".utf8))
}
