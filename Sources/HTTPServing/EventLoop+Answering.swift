import HTTPWire
import Synchronization
import SystemIO

extension EventLoop {
    /// Writes an answer made beforehand; it leaves with the others of the same read.
    @inline(__always)
    func write(_ descriptor: Int32, _ response: PreparedResponse, _ manner: AnswerManner) {
        counters.noteResponse(response.status)
        // Told apart here, so that what the response holds is lent as it lies and not counted.
        if manner.isHead || response.body == nil {
            write(descriptor, head: response.head, nil, manner)
        } else {
            write(descriptor, head: response.head, response.body, manner)
        }
    }

    /// Writes an answer that a worker made.
    func write(_ descriptor: Int32, _ response: Response, _ manner: AnswerManner) {
        counters.noteResponse(response.status)
        let hasBody = !manner.isHead && response.status != 204 && response.status != 304
        switch response.body {
        case .none: write(descriptor, head: SharedBytes(response.head), nil, manner)
        case .bytes(let bytes): write(descriptor, head: SharedBytes(response.head), hasBody ? bytes : nil, manner)
        case .temporaryFile(let path, let byteCount):
            let file = try? ReadableFile(path)
            // The open file outlives its name.
            Files.remove(path)
            guard let file else {
                return write(descriptor, shared.handler.page(for: RequestRefusal(500, "the answer was lost")), manner)
            }
            write(descriptor, head: SharedBytes(response.head), nil, manner)
            guard hasBody, byteCount > 0 else { return }
            flush(descriptor)
            append(descriptor, PendingPiece(source: .file(file), offset: 0, end: byteCount))
            // Room is reported when it comes (epoll(7), EPOLLET); there may be room already since an answer before.
            table[descriptor].watchesRoom = false
        }
    }

    private func write(_ descriptor: Int32, head: SharedBytes, _ body: SharedBytes?, _ manner: AnswerManner) {
        let isOpen = manner.keepsAlive && drain == nil
        if !isOpen { table[descriptor].state.isClosing = true }
        let ending: DateLines.Ending = !isOpen ? .closing : manner.isVersion10 ? .open10 : .open
        let headCount = head.count + dateLines.value.byteCount(ending)
        let bodyCount = body?.count ?? 0
        let isSmall = headCount + bodyCount <= ServingLimits.smallAnswerBytesMax
        let needed = isSmall ? headCount + bodyCount : headCount
        if !output.fits(needed) { flush(descriptor) }
        guard !hasPending(descriptor), output.fits(needed) else {
            let whole = SharedBytes(head.bytes + dateLines.value.bytes(ending))
            append(descriptor, PendingPiece(source: .memory(whole), isOwn: true, offset: 0, end: headCount))
            if let body { append(descriptor, PendingPiece(source: .memory(body), offset: 0, end: bodyCount)) }
            return
        }
        output.append(head.bytes)
        dateLines.value.append(ending, to: output)
        guard let body else { return }
        if isSmall { output.append(body.bytes) } else { flush(descriptor, followedBy: body) }
    }

    /// `100 Continue`, ahead of the answer (RFC 9110 section 15.2.1).
    func sayContinue(_ descriptor: Int32) {
        let line = Self.continueLine
        if !output.fits(line.count) { flush(descriptor) }
        guard !hasPending(descriptor), output.fits(line.count) else {
            return append(descriptor, PendingPiece(source: .memory(SharedBytes(line)), offset: 0, end: line.count))
        }
        output.append(line)
    }

    /// A worker's answer has come.
    func complete(_ descriptor: Int32, _ generation: UInt32, _ response: Response) {
        guard table[descriptor].generation == generation, table[descriptor].state.phase == .working else {
            // The connection is gone; its file would stay for ever.
            if case .temporaryFile(let path, _) = response.body { Files.remove(path) }
            return
        }
        lastClosed = -1
        drain?.noteAnswer(at: now, limits)
        answerWork(descriptor, business(descriptor), response)
        settle(descriptor, isDrained: false)
        resume(descriptor)
        reckon(descriptor)
    }

    /// Writes the answer to a request that was handed on.
    func answerWork(_ descriptor: Int32, _ business: UnfinishedBusiness, _ response: Response) {
        shared.bodyBytes.subtract(business.reservedBytes, ordering: .relaxed)
        business.reservedBytes = 0
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        write(descriptor, response, business.manner)
        keep(business.note, response, isHead: business.manner.isHead)
        business.note = nil
    }

    /// Goes on with what arrived behind a request that is answered now.
    func resume(_ descriptor: Int32) {
        guard lastClosed != descriptor, table[descriptor].state.phase == .idle,
            let business = table[descriptor].business
        else { return }
        if !business.carry.isEmpty { processCarry(descriptor, isDrained: false, news: business.carry.count) }
        guard lastClosed != descriptor, business.mayBeReadable else { return }
        business.mayBeReadable = false
        readable(descriptor)
    }

    private static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
}
