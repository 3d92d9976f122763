import HTTPWire
import SystemIO

/// Reads the connections of one loop: receives bytes, passes them to `RequestProcessor`, and keeps those that it did
/// not use.
final class ConnectionReader {
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let receiver: ConnectionReceiver
    private let processor: RequestProcessor
    private let sender: ConnectionSender
    private let memory: MemoryBudget
    private let headBytesMax: Int

    init(
        _ connections: LoopConnections, receiver: ConnectionReceiver, processor: RequestProcessor,
        sender: ConnectionSender, memory: MemoryBudget, limits: ServingLimits
    ) {
        self.connections = connections
        self.receiver = receiver
        self.processor = processor
        self.sender = sender
        self.memory = memory
        table = connections.table
        headBytesMax = limits.wire.headBytesMax
    }

    /// Processes bytes that arrived, or the end of the peer's bytes.
    func readable(_ descriptor: Int32, isFinished: Bool = false) -> ConnectionStatus {
        switch table[descriptor].state.phase {
        case .free: return .closed
        case .working, .writing:
            table.pendingIO(of: descriptor).mayBeReadable = true
            return .open
        case .fresh, .idle, .head, .body: return read(descriptor, isFinished: isFinished)
        case .streaming, .lingering: return receiver.discard(descriptor)
        }
    }

    /// Reads the connections that could not be read completely in their last turn; an unfinished one goes to the end of
    /// the queue again.
    func readDeferred() {
        for _ in 0..<connections.deferredReadCount {
            // Closing a connection removes it from the queue.
            guard let descriptor = connections.takeDeferredRead() else { return }
            _ = readable(descriptor)
        }
    }

    /// Continues after an answer: with bytes that arrived after its request, and with bytes not received yet.
    func resume(_ descriptor: Int32) -> ConnectionStatus {
        guard table[descriptor].state.phase == .idle, let io = table[descriptor].io else { return .open }
        if !io.unparsedBytes.isEmpty {
            let count = io.unparsedBytes.count
            guard processUnparsed(descriptor, isDrained: false, news: count) == .open else { return .closed }
        }
        guard io.mayBeReadable else { return .open }
        io.mayBeReadable = false
        return readable(descriptor)
    }

    /// Reads until nothing is left, or the limit of a turn is reached.
    private func read(_ descriptor: Int32, isFinished: Bool) -> ConnectionStatus {
        for _ in 0..<ServingLimits.readsPerTurn {
            let count: Int
            switch receiver.receive(descriptor) {
            case .bytes(let received): count = received
            case .nothing: return .open
            case .closed: return .closed
            }
            // epoll(7): fewer bytes than requested means that there were no more; but an end of the connection after
            // them, which was reported with them, is not read yet.
            let isDrained = count < receiver.buffer.capacity && !isFinished
            guard process(descriptor, received: count, isDrained: isDrained) == .open else { return .closed }
            if let io = table[descriptor].io { memory.update(io) }
            switch table[descriptor].state.phase {
            case .fresh, .idle, .head:
                // A full buffer of requests ends the connection's turn; a full buffer of a body does not.
                if !isDrained { connections.deferRead(descriptor) }
                return .open
            case .body: if isDrained { return .open }
            case .working, .writing:
                if !isDrained { table.pendingIO(of: descriptor).mayBeReadable = true }
                return .open
            case .streaming, .lingering: return receiver.discard(descriptor)
            case .free: return .closed
            }
        }
        connections.deferRead(descriptor)
        return .open
    }

    /// Processes bytes that were received just now, after those that are unparsed.
    private func process(_ descriptor: Int32, received count: Int, isDrained: Bool) -> ConnectionStatus {
        guard table[descriptor].io?.unparsedBytes.isEmpty ?? true else {
            let io = table.pendingIO(of: descriptor)
            receiver.buffer.region(count).append(0..<count, to: &io.unparsedBytes)
            return processUnparsed(descriptor, isDrained: isDrained, news: count)
        }
        let used = processor.process(descriptor, receiver.buffer.region(count))
        guard sender.endStep(descriptor, isDrained: isDrained && used == count) == .open else { return .closed }
        if used < count, keepsUnparsed(descriptor) {
            let io = table.pendingIO(of: descriptor)
            receiver.buffer.region(count).append(used..<count, to: &io.unparsedBytes)
        }
        return .open
    }

    /// Processes unparsed bytes; the last `news` of them have just arrived.
    private func processUnparsed(_ descriptor: Int32, isDrained: Bool, news: Int) -> ConnectionStatus {
        let io = table.pendingIO(of: descriptor)
        // A head is parsed again only when a line has ended or the limit is near: a peer that sends one byte at a time does
        // not make the loop parse the whole head for each.
        if table[descriptor].state.phase == .head, io.unparsedBytes.count < headBytesMax,
            !io.unparsedBytes.suffix(news).contains(0x0A)
        {
            return .open
        }
        var bytes = io.unparsedBytes
        io.unparsedBytes = []
        let used = bytes.withRegion { processor.process(descriptor, $0) }
        let isUsedUp = used >= bytes.count
        guard sender.endStep(descriptor, isDrained: isDrained && isUsedUp) == .open else { return .closed }
        if !isUsedUp, keepsUnparsed(descriptor) {
            bytes.removeFirst(used)
            table.pendingIO(of: descriptor).unparsedBytes = bytes
        }
        return .open
    }

    /// Whether unused bytes are parsed later; those of a stream or after the last answer are dropped.
    private func keepsUnparsed(_ descriptor: Int32) -> Bool {
        switch table[descriptor].state.phase {
        case .free, .lingering, .streaming: false
        case .fresh, .idle, .head, .body, .working, .writing: true
        }
    }
}
