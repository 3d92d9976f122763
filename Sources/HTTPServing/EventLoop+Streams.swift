import HTTPWire
import SystemIO

extension EventLoop {
    /// Turns a connection into a stream of events, which ends with the connection.
    ///
    /// Content of the request changes nothing (RFC 9110 section 9.3.1: it "has no generally defined semantics, cannot
    /// alter the meaning or target of the request"): it is thrown away with whatever else a watcher sends, and cannot be
    /// taken for a request, because none is read any more. Nobody is told to go on and send it (`100 Continue`).
    func beginStream(
        _ descriptor: Int32, _ topic: Int, _ response: PreparedResponse, _ view: borrowing RequestView
    ) {
        var manner = AnswerManner(view)
        manner.keepsAlive = false
        guard !view.head.isHead, drain == nil else {
            return write(descriptor, response, manner)
        }
        write(descriptor, response, manner)
        table[descriptor].state.isClosing = false
        table[descriptor].topic = Int32(truncatingIfNeeded: topic)
        table[descriptor].state.enter(.streaming, at: tick, limits.timeouts)
        counters.streamsOpen.raise()
    }

    /// Sends bytes to all watchers of a topic.
    func broadcast(_ topic: Int, _ bytes: SharedBytes) {
        guard counters.streamsOpen.current > 0 else { return }
        let topic = Int32(truncatingIfNeeded: topic)
        // From the end, because closing one puts the last into its place.
        for index in connections.indices.reversed() {
            let descriptor = connections[index]
            guard table[descriptor].state.phase == .streaming, table[descriptor].topic == topic else { continue }
            table[descriptor].state.enter(.streaming, at: tick, limits.timeouts)
            tell(descriptor, bytes)
        }
    }

    /// Sends bytes to one watcher, or lets them wait within bounds; a slow watcher is dropped, never waited for.
    func tell(_ descriptor: Int32, _ bytes: SharedBytes) {
        lastClosed = -1
        if let business = table[descriptor].business, !business.pending.isEmpty {
            guard business.pendingBytes + bytes.count <= limits.watcherBacklogBytesMax else {
                counters.watchersDropped.raise()
                return close(descriptor)
            }
            return append(descriptor, PendingPiece(source: .memory(bytes), offset: 0, end: bytes.count))
        }
        flush(descriptor, followedBy: bytes)
        settle(descriptor, isDrained: false)
    }

    /// Ends a stream with a last word.
    func endStream(_ descriptor: Int32) {
        flush(descriptor, followedBy: Self.farewell)
        counters.streamsOpen.raise(-1)
        table[descriptor].state.isClosing = true
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        settle(descriptor, isDrained: false)
    }

    /// A comment that keeps a stream alive; server-sent events ignore lines that begin with a colon.
    static let comment = SharedBytes(Array(":\n\n".utf8))
    private static let farewell = SharedBytes(Array(": the server is stopping\n\n".utf8))
}
