import HTTPWire
import SystemIO

/// Writes answers into the buffer that `ConnectionSender` sends: head, date, body.
final class AnswerWriter {
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let sender: ConnectionSender
    private let gathered: GatherBuffer
    private let clock: LoopClock
    private let shutdown: Shutdown
    private let handler: any HTTPHandler

    init(
        _ connections: LoopConnections, sender: ConnectionSender, clock: LoopClock, shutdown: Shutdown,
        handler: any HTTPHandler
    ) {
        self.connections = connections
        self.sender = sender
        self.clock = clock
        self.shutdown = shutdown
        self.handler = handler
        table = connections.table
        gathered = sender.gathered
    }

    /// Writes a prepared answer; it is sent together with the other answers of the same read.
    @inline(__always)
    func write(_ descriptor: Int32, _ response: PreparedResponse, _ options: AnswerOptions) {
        // Two calls: avoids retain/release of the body.
        if options.isHead || response.body == nil {
            write(descriptor, head: response.head, nil, options)
        } else {
            write(descriptor, head: response.head, response.body, options)
        }
    }

    /// Writes the beginning of an event stream in the client's framing.
    func begin(_ descriptor: Int32, _ response: PreparedResponse, isHead: Bool, isChunked: Bool) {
        let first = isChunked ? response.chunk : response.body
        write(descriptor, head: response.head, isHead ? nil : first, isChunked ? .chunked : .closing)
    }

    /// Writes an answer that a worker made.
    func write(_ descriptor: Int32, _ response: Response, _ options: AnswerOptions) {
        let hasBody = !options.isHead && response.status != 204 && response.status != 304
        switch response.body {
        case .none: write(descriptor, head: SharedBytes(response.head), nil, options)
        case .bytes(let bytes), .shared(let bytes):
            write(descriptor, head: SharedBytes(response.head), hasBody ? bytes : nil, options)
        case .file(let file):
            write(descriptor, head: SharedBytes(response.head), nil, options)
            guard hasBody, file.byteCount > 0 else { return sender.files.drop(file) }
            sender.flush(descriptor)
            sender.files.begin(descriptor, file)
        }
    }

    private func write(_ descriptor: Int32, head: SharedBytes, _ body: SharedBytes?, _ options: AnswerOptions) {
        let staysOpen = options.keepsAlive && !shutdown.hasBegun
        if !staysOpen { table[descriptor].state.isClosing = true }
        write(descriptor, head: head, body, !staysOpen ? .closing : options.isVersion10 ? .open10 : .open)
    }

    @inline(__always)
    private func write(_ descriptor: Int32, head: SharedBytes, _ body: SharedBytes?, _ ending: DateLines.Ending) {
        let headCount = head.count + clock.dateLines.value.byteCount(ending)
        let bodyCount = body?.count ?? 0
        let isSmall = headCount + bodyCount <= ServingLimits.smallAnswerBytesMax
        let needed = isSmall ? headCount + bodyCount : headCount
        if !gathered.fits(needed) { sender.flush(descriptor) }
        guard !sender.hasUnsent(descriptor), gathered.fits(needed) else {
            let whole = SharedBytes(head.bytes + clock.dateLines.value.bytes(ending))
            sender.keep(descriptor, UnsentPiece(bytes: whole, isOwn: true, offset: 0, end: headCount))
            if let body { sender.keep(descriptor, UnsentPiece(bytes: body, offset: 0, end: bodyCount)) }
            return
        }
        gathered.append(head.bytes)
        clock.dateLines.value.append(ending, to: gathered)
        guard let body else { return }
        if isSmall { gathered.append(body.bytes) } else { sender.flush(descriptor, followedBy: body) }
    }

    /// Writes `100 Continue`, before the answer (RFC 9110 section 15.2.1).
    func writeContinue(_ descriptor: Int32) {
        let line = Self.continueLine
        if !gathered.fits(line.count) { sender.flush(descriptor) }
        guard !sender.hasUnsent(descriptor), gathered.fits(line.count) else {
            let piece = UnsentPiece(bytes: SharedBytes(line), offset: 0, end: line.count)
            return sender.keep(descriptor, piece)
        }
        gathered.append(line)
    }

    /// Writes the refusal of a request, after which the connection closes, and returns it.
    ///
    /// After a malformed request, the beginning of the next one is unknown.
    func refuse(_ descriptor: Int32, _ refusal: RequestRefusal, _ options: AnswerOptions) -> PreparedResponse {
        var options = options
        options.keepsAlive = false
        connections.enter(.idle, descriptor)
        let page = handler.page(for: refusal)
        write(descriptor, page, options)
        return page
    }

    /// Refuses a socket that did not become a connection, because there are too many, and closes it; returns the
    /// answer.
    func refuseSocket(_ descriptor: Int32, _ refusal: RequestRefusal) -> PreparedResponse {
        let page = handler.page(for: refusal)
        gathered.clear()
        gathered.append(page.head.bytes)
        clock.dateLines.value.append(.closing, to: gathered)
        if let body = page.body, gathered.fits(body.count) { gathered.append(body.bytes) }
        // Bytes that the kernel does not take at once are dropped with the socket; errors are ignored.
        _ = try? gathered.send(descriptor, endFollows: true)
        gathered.clear()
        Sockets.finishSending(descriptor)
        Sockets.close(descriptor)
        return page
    }

    private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
