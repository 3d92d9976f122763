import HTTPWire
import SystemIO

extension EventLoop {
    /// Whether the peer has not taken everything yet.
    @inline(__always)
    func hasPending(_ descriptor: Int32) -> Bool {
        guard let business = table[descriptor].business else { return false }
        return !business.pending.isEmpty
    }

    /// Sends what was gathered for a connection, in one segment with an end that follows; what does not go waits for room.
    func flush(_ descriptor: Int32, endFollows: Bool = false) {
        guard output.count > 0 else { return }
        defer { output.clear() }
        guard !table[descriptor].isBroken else { return }
        let sent = attempt(descriptor) { () throws(Errno) in try output.send(descriptor, endFollows: endFollows) }
        guard let sent, sent < output.count else { return }
        let rest = SharedBytes(output.rest(from: sent))
        append(descriptor, PendingPiece(source: .memory(rest), isOwn: true, offset: 0, end: rest.count))
    }

    /// Sends what was gathered and a large body behind it, from where it is.
    func flush(_ descriptor: Int32, followedBy body: SharedBytes) {
        defer { output.clear() }
        guard !table[descriptor].isBroken else { return }
        let sent = attempt(descriptor) { () throws(Errno) in try output.send(descriptor, followedBy: body) }
        guard let sent, sent < output.count + body.count else { return }
        if sent < output.count {
            let rest = SharedBytes(output.rest(from: sent))
            append(descriptor, PendingPiece(source: .memory(rest), isOwn: true, offset: 0, end: rest.count))
        }
        let piece = PendingPiece(source: .memory(body), offset: max(0, sent - output.count), end: body.count)
        append(descriptor, piece)
    }

    /// Lets a piece wait; from now on room to write is reported.
    func append(_ descriptor: Int32, _ piece: PendingPiece) {
        guard !table[descriptor].isBroken, piece.remaining > 0 else { return }
        business(descriptor).pending.append(piece)
    }

    /// After every step: sends, and ends, waits or goes on.
    func settle(_ descriptor: Int32, isDrained: Bool) {
        flush(descriptor, endFollows: table[descriptor].state.isClosing)
        let phase = table[descriptor].state.phase
        // A worker still has the slot's number; the connection is closed when its answer comes.
        if table[descriptor].isBroken { return phase == .working ? () : close(descriptor) }
        if hasPending(descriptor) {
            switch phase {
            case .fresh, .idle, .head: table[descriptor].state.enter(.writing, at: tick, limits.timeouts)
            default: break
            }
            return watchRoom(descriptor)
        }
        if table[descriptor].state.isClosing { return finish(descriptor, isDrained: isDrained) }
        // An idle connection keeps nothing.
        if let business = table[descriptor].business, phase == .idle, business.isDone, !business.mayBeReadable {
            reckon(descriptor)
            table[descriptor].business = nil
        }
    }

    /// There is room to write, or the connection is broken.
    func continueWriting(_ descriptor: Int32) {
        guard hasPending(descriptor) else { return }
        sendPending(descriptor)
        defer { reckon(descriptor) }
        let phase = table[descriptor].state.phase
        if table[descriptor].isBroken { return phase == .working ? () : close(descriptor) }
        guard phase == .writing else { return }
        // Each piece that goes buys more time.
        table[descriptor].state.enter(.writing, at: tick, limits.timeouts)
        guard !hasPending(descriptor) else { return }
        guard !table[descriptor].state.isClosing else { return finish(descriptor, isDrained: false) }
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        resume(descriptor)
    }

    private func sendPending(_ descriptor: Int32) {
        guard let business = table[descriptor].business else { return }
        while var piece = business.pending.first, !table[descriptor].isBroken {
            guard let sent = send(descriptor, piece) else { break }
            let isFull = sent < piece.countMax
            piece.offset += sent
            if piece.remaining > 0 { business.pending[0] = piece } else { business.pending.removeFirst() }
            // epoll(7): less than asked for means that the buffer is full; the next report comes when it is not, and
            // asking again would only bring EAGAIN.
            if isFull { return }
        }
    }

    /// Sends a part of a piece; nil where it broke, 0 where there is no room.
    private func send(_ descriptor: Int32, _ piece: PendingPiece) -> Int? {
        switch piece.source {
        case .memory(let bytes):
            return attempt(descriptor) { () throws(Errno) in try bytes.send(descriptor, piece.offset..<piece.end) }
        case .file(let file):
            guard let bytes = try? file.read(at: piece.offset, bytesMax: piece.countMax),
                bytes.count == piece.countMax
            else {
                // The file is shorter than the head says: only closing tells the peer.
                table[descriptor].isBroken = true
                return nil
            }
            let part = SharedBytes(bytes)
            return attempt(descriptor) { () throws(Errno) in try part.send(descriptor, 0..<part.count) }
        }
    }

    /// Runs a sending call: how much went, 0 where there is no room, nil where the connection broke.
    private func attempt(_ descriptor: Int32, _ call: () throws(Errno) -> Int) -> Int? {
        do throws(Errno) {
            let sent = try call()
            counters.bytesSent.raise(sent)
            return sent
        } catch {
            if error == .wouldBlock { return 0 }
            table[descriptor].isBroken = true
            table[descriptor].business?.pending = []
            return nil
        }
    }

    private func watchRoom(_ descriptor: Int32) {
        guard !table[descriptor].watchesRoom else { return }
        watch(descriptor)
        guard lastClosed != descriptor else { return }
        table[descriptor].watchesRoom = true
        do throws(Errno) { try poller.watchRoom(descriptor) } catch { close(descriptor) }
    }

    /// Ends a connection after its last answer, so that the peer gets to read it: closing with unread bytes would send
    /// a reset that overtakes the answer (RFC 9112 section 9.6).
    private func finish(_ descriptor: Int32, isDrained: Bool) {
        // First of all: this takes the answer along, which closing with bytes that came meanwhile would throw away.
        Sockets.finishSending(descriptor)
        if isDrained, !table[descriptor].state.isOwedBytes { return close(descriptor) }
        if let business = table[descriptor].business { release(business) }
        table[descriptor].business = nil
        table[descriptor].state.enter(.lingering, at: tick, limits.timeouts)
        readable(descriptor)
    }
}
