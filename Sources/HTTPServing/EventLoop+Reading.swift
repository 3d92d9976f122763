import HTTPWire
import SystemIO

extension EventLoop {
    /// Something has arrived, or the peer has finished.
    func readable(_ descriptor: Int32, isFinished: Bool = false) {
        switch table[descriptor].state.phase {
        case .free: break
        case .working, .writing: business(descriptor).mayBeReadable = true
        case .fresh, .idle, .head, .body: read(descriptor, isFinished: isFinished)
        case .streaming, .lingering: discard(descriptor)
        }
    }

    /// Reads until nothing is left, or others should get their turn.
    private func read(_ descriptor: Int32, isFinished: Bool) {
        lastClosed = -1
        for _ in 0..<ServingLimits.readsPerTurn {
            guard let count = receive(descriptor) else { return }
            // epoll(7): fewer bytes than asked for means that there were no more, but an end behind them is still unread,
            // and was reported with them.
            let isDrained = count < input.capacity && !isFinished
            if table[descriptor].business?.carry.isEmpty ?? true {
                let used = process(descriptor, input.region(count))
                settle(descriptor, isDrained: isDrained && used == count)
                keepRest(descriptor, from: used, of: count)
            } else {
                let business = business(descriptor)
                input.region(count).append(0..<count, to: &business.carry)
                processCarry(descriptor, isDrained: isDrained, news: count)
            }
            reckon(descriptor)
            guard lastClosed != descriptor else { return }
            switch table[descriptor].state.phase {
            case .fresh, .idle, .head:
                // A buffer full of requests is a turn's work; of a body it is not.
                return isDrained ? () : standInLine(descriptor)
            case .body: if isDrained { return }
            case .working, .writing:
                if !isDrained { business(descriptor).mayBeReadable = true }
                return
            case .streaming, .lingering: return discard(descriptor)
            case .free: return
            }
        }
        standInLine(descriptor)
    }

    /// Goes on reading when the others had their turn; once for each connection, however often arrivals are reported.
    private func standInLine(_ descriptor: Int32) {
        guard !table[descriptor].state.isInLine else { return }
        table[descriptor].state.isInLine = true
        unfinishedReads.append(descriptor)
    }

    /// Reads on for those who stand in line; who is not done goes to its end again.
    func readAgain() {
        for _ in 0..<unfinishedReads.count {
            // Closing takes a connection out of the line.
            guard !unfinishedReads.isEmpty else { return }
            let descriptor = unfinishedReads.removeFirst()
            table[descriptor].state.isInLine = false
            readable(descriptor)
        }
    }

    /// Receives into the loop's buffer; nil where there is nothing, or no longer a connection.
    private func receive(_ descriptor: Int32) -> Int? {
        do throws(Errno) {
            let count = try input.receive(descriptor)
            // RFC 9112 section 8: a message that was cut off is no message.
            guard count > 0 else {
                close(descriptor)
                return nil
            }
            counters.bytesReceived.raise(count)
            return count
        } catch {
            if error != .wouldBlock { close(descriptor) }
            return nil
        }
    }

    /// What was not used waits for more.
    private func keepRest(_ descriptor: Int32, from used: Int, of count: Int) {
        guard used < count, lastClosed != descriptor else { return }
        switch table[descriptor].state.phase {
        case .free, .lingering, .streaming: return
        default: input.region(count).append(used..<count, to: &business(descriptor).carry)
        }
    }

    /// Goes on with bytes that were kept; `news` of them have just arrived at the end.
    func processCarry(_ descriptor: Int32, isDrained: Bool, news: Int) {
        let business = business(descriptor)
        let phase = table[descriptor].state.phase
        // A head is read again only when a line has ended or the limit is near: one byte at a time costs one byte.
        if phase == .head, business.carry.count < limits.wire.headBytesMax,
            !business.carry.suffix(news).contains(0x0A)
        {
            return
        }
        var bytes = business.carry
        business.carry = []
        let used = bytes.withRegion { process(descriptor, $0) }
        let isUsedUp = used >= bytes.count
        settle(descriptor, isDrained: isDrained && isUsedUp)
        guard !isUsedUp, lastClosed != descriptor else { return }
        switch table[descriptor].state.phase {
        case .free, .lingering, .streaming: return
        default:
            bytes.removeFirst(used)
            self.business(descriptor).carry = bytes
        }
    }

    /// Throws away what arrives, until the peer has finished, or a watcher has sent more than anybody would by mistake.
    private func discard(_ descriptor: Int32) {
        let isWatcher = table[descriptor].state.phase == .streaming
        for _ in 0..<ServingLimits.readsPerTurn {
            do throws(Errno) {
                let count = try input.receive(descriptor)
                guard count > 0 else { return close(descriptor) }
                counters.bytesReceived.raise(count)
                if isWatcher, !discards(count, of: descriptor) { return close(descriptor) }
            } catch {
                if error != .wouldBlock { close(descriptor) }
                return
            }
        }
        standInLine(descriptor)
    }

    /// Counts what a watcher sends, which nobody reads; false where it is too much.
    private func discards(_ count: Int, of descriptor: Int32) -> Bool {
        let business = business(descriptor)
        business.discardedBytes += count
        return business.discardedBytes <= limits.discardedBodyBytesMax
    }

    /// The connection's unfinished business, made where there is none yet.
    func business(_ descriptor: Int32) -> UnfinishedBusiness {
        if let business = table[descriptor].business { return business }
        let made = UnfinishedBusiness()
        table[descriptor].business = made
        return made
    }
}
