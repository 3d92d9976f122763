import HTTPWire
import SystemIO

/// Sends the answers of one loop: those of one read are gathered in one buffer and sent with one call.
final class ConnectionSender {
    /// The bytes gathered for the current connection; empty between two steps.
    let gathered = GatherBuffer(capacity: ServingLimits.gatherBytes)
    /// The answers that are files.
    let files: FileAnswers
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let receiver: ConnectionReceiver
    private let memory: MemoryBudget
    private let poller: Poller
    private let counters: LoopCounters

    init(
        _ connections: LoopConnections, files: FileAnswers, receiver: ConnectionReceiver, memory: MemoryBudget,
        poller: Poller, counters: LoopCounters
    ) {
        self.files = files
        self.connections = connections
        self.receiver = receiver
        self.memory = memory
        self.poller = poller
        self.counters = counters
        table = connections.table
    }

    /// Whether bytes of earlier answers wait to be sent.
    @inline(__always)
    func hasUnsent(_ descriptor: Int32) -> Bool {
        guard let io = table[descriptor].io else { return false }
        return io.hasUnsent
    }

    /// Sends the gathered bytes, and keeps those that the kernel does not take.
    ///
    /// - Parameters:
    ///   - descriptor: the connection.
    ///   - endFollows: whether the connection ends with these bytes, so that both leave in one segment.
    func flush(_ descriptor: Int32, endFollows: Bool = false) {
        guard gathered.count > 0 else { return }
        defer { gathered.clear() }
        guard !table[descriptor].isBroken else { return }
        let sent = attempt(descriptor) { () throws(Errno) in
            try gathered.send(descriptor, endFollows: endFollows)
        }
        guard let sent, sent < gathered.count else { return }
        keepGathered(descriptor, from: sent)
    }

    /// Sends the gathered bytes and then a large body, without copying the body.
    func flush(_ descriptor: Int32, followedBy body: SharedBytes) {
        defer { gathered.clear() }
        guard !table[descriptor].isBroken else { return }
        let sent = attempt(descriptor) { () throws(Errno) in try gathered.send(descriptor, followedBy: body) }
        guard let sent, sent < gathered.count + body.count else { return }
        if sent < gathered.count { keepGathered(descriptor, from: sent) }
        keep(
            descriptor,
            UnsentPiece(bytes: body, offset: max(0, sent - gathered.count), end: body.count))
    }

    private func keepGathered(_ descriptor: Int32, from sent: Int) {
        let rest = SharedBytes(gathered.rest(from: sent))
        keep(descriptor, UnsentPiece(bytes: rest, isOwn: true, offset: 0, end: rest.count))
    }

    /// Keeps a piece until the connection can be written.
    func keep(_ descriptor: Int32, _ piece: UnsentPiece) {
        guard !table[descriptor].isBroken, piece.remaining > 0 else { return }
        table.pendingIO(of: descriptor).unsent.append(piece)
    }

    /// Ends a step: sends the gathered bytes; then closes the connection, waits until it can be written, or makes it
    /// idle.
    ///
    /// - Parameters:
    ///   - descriptor: the connection.
    ///   - isDrained: whether all bytes that arrived were read and used.
    /// - Returns: whether the connection is still open.
    func endStep(_ descriptor: Int32, isDrained: Bool) -> ConnectionStatus {
        flush(descriptor, endFollows: table[descriptor].state.isClosing)
        let phase = table[descriptor].state.phase
        // While a worker has the request, its answer refers to the slot; the connection is closed when the answer comes.
        if table[descriptor].isBroken { return phase == .working ? .open : connections.close(descriptor) }
        if hasUnsent(descriptor) {
            switch phase {
            case .fresh, .idle, .head: connections.enter(.writing, descriptor)
            default: break
            }
            return watchForWriting(descriptor)
        }
        if table[descriptor].state.isClosing { return finish(descriptor, isDrained: isDrained) }
        // An idle connection has no pending I/O.
        if let io = table[descriptor].io, phase == .idle, io.isDone, !io.mayBeReadable {
            memory.update(io)
            table[descriptor].io = nil
        }
        return .open
    }

    /// Sends more of the waiting bytes when the connection can be written or is broken.
    ///
    /// - Returns: whether the connection is still open; it is idle if everything was sent.
    func continueSending(_ descriptor: Int32) -> ConnectionStatus {
        guard let io = table[descriptor].io, !io.unsent.isEmpty else { return .open }
        sendUnsent(descriptor, io)
        if io.file != nil { files.advance(descriptor, io) }
        memory.update(io)
        let phase = table[descriptor].state.phase
        if table[descriptor].isBroken { return phase == .working ? .open : connections.close(descriptor) }
        guard phase == .writing else { return .open }
        // Each piece that the peer takes renews the deadline.
        connections.enter(.writing, descriptor)
        guard !io.hasUnsent else { return .open }
        guard !table[descriptor].state.isClosing else { return finish(descriptor, isDrained: false) }
        connections.enter(.idle, descriptor)
        return .open
    }

    private func sendUnsent(_ descriptor: Int32, _ io: PendingIO) {
        while var piece = io.unsent.first, !table[descriptor].isBroken {
            let sent = attempt(descriptor) { () throws(Errno) in
                try piece.bytes.send(descriptor, piece.offset..<piece.end)
            }
            guard let sent else { break }
            let isFull = sent < piece.remaining
            piece.offset += sent
            if piece.remaining > 0 { io.unsent[0] = piece } else { io.unsent.removeFirst() }
            // epoll(7): fewer bytes than requested means that the buffer is full. The next report comes when it is not;
            // another attempt now would only return EAGAIN.
            if isFull { return }
        }
    }

    /// Makes a sending call: bytes sent, 0 if the kernel takes nothing now, nil if the connection broke.
    private func attempt(_ descriptor: Int32, _ call: () throws(Errno) -> Int) -> Int? {
        do throws(Errno) {
            let sent = try call()
            counters.bytesSent.raise(sent)
            return sent
        } catch {
            if error == .wouldBlock { return 0 }
            table[descriptor].isBroken = true
            table[descriptor].io?.unsent = []
            return nil
        }
    }

    /// Registers a connection with epoll, if it is not yet.
    func watch(_ descriptor: Int32) -> ConnectionStatus {
        guard !table[descriptor].isWatched else { return .open }
        table[descriptor].isWatched = true
        do throws(Errno) { try poller.watchArrivals(descriptor) } catch { return connections.close(descriptor) }
        return .open
    }

    private func watchForWriting(_ descriptor: Int32) -> ConnectionStatus {
        guard !table[descriptor].isWatchedForWriting else { return .open }
        guard watch(descriptor) == .open else { return .closed }
        table[descriptor].isWatchedForWriting = true
        do throws(Errno) { try poller.watchWriting(descriptor) } catch { return connections.close(descriptor) }
        return .open
    }

    /// Ends a connection after its last answer so that the peer can read it: closing with unread bytes would send a reset
    /// that discards the answer (RFC 9112 section 9.6).
    private func finish(_ descriptor: Int32, isDrained: Bool) -> ConnectionStatus {
        // First: this sends the answer that waits for the end (MSG_MORE); closing with unread bytes would drop it.
        Sockets.finishSending(descriptor)
        if isDrained, !table[descriptor].state.expectsUnwantedBytes { return connections.close(descriptor) }
        if let io = table[descriptor].io { memory.release(io) }
        table[descriptor].io = nil
        connections.enter(.lingering, descriptor)
        return receiver.discard(descriptor)
    }
}
