import HTTPWire
import Synchronization
import SystemIO

extension EventLoop {
    /// Takes the connections that wait at a listener, and reads each at once: with TCP_DEFER_ACCEPT it has sent already.
    func accept(_ listener: (descriptor: Int32, tag: Int), countMax: Int = ServingLimits.acceptsPerTurn) {
        for _ in 0..<countMax {
            do throws(Errno) {
                let accepted = try Sockets.accept(listener.descriptor)
                welcome(accepted, tag: listener.tag)
            } catch .processExhausted {
                return turnAway(listener.descriptor)
            } catch .systemExhausted {
                return turnAway(listener.descriptor)
            } catch .wouldBlock {
                return
            } catch {
                // accept(2): errors of the connection that waited are reported here; the next one may be sound.
                continue
            }
        }
    }

    /// Takes in a connection; from here on its slot in the table owns the descriptor.
    func welcome(_ accepted: consuming Sockets.Accepted, tag: Int) {
        let peer = PeerAddress(high: accepted.peerHigh, low: accepted.peerLow)
        let descriptor = accepted.release()
        guard Int(descriptor) < table.capacity, shared.ledger.admit(peer) else {
            counters.connectionsRefused.raise()
            return sayNo(descriptor, to: peer)
        }
        counters.connectionsAccepted.raise()
        if drain != nil { drain?.noteArrival(at: now, limits) }
        counters.connectionsOpen.raise()
        var connection = Connection()
        connection.generation = table[descriptor].generation &+ 1
        connection.listener = UInt8(tag)
        connection.peer = peer
        connection.listIndex = UInt32(connections.count)
        connection.state.enter(.fresh, at: tick, limits.timeouts)
        table[descriptor] = connection
        connections.append(descriptor)
        lastClosed = -1
        readable(descriptor)
        // A connection for one request is gone by now and never costs a call of epoll_ctl(2).
        guard lastClosed != descriptor else { return }
        watch(descriptor)
    }

    /// Makes sure that the poller knows a connection.
    func watch(_ descriptor: Int32) {
        guard !table[descriptor].isWatched else { return }
        table[descriptor].isWatched = true
        do throws(Errno) { try poller.watchArrivals(descriptor) } catch { close(descriptor) }
    }

    /// 503 to one connection too many, as far as it takes it.
    private func sayNo(_ descriptor: Int32, to peer: PeerAddress) {
        let page = shared.handler.page(for: RequestRefusal(503, "there are too many connections"))
        output.clear()
        output.append(page.head.bytes)
        dateLines.value.append(.closing, to: output)
        if let body = page.body, output.fits(body.count) { output.append(body.bytes) }
        // What does not go at once is lost with the connection, and so is an error.
        _ = try? output.send(descriptor, endFollows: true)
        output.clear()
        Sockets.finishSending(descriptor)
        Sockets.close(descriptor)
        keep(note(received: EmptyCollection(), from: peer), page)
    }

    /// Ends a connection at once.
    func close(_ descriptor: Int32) {
        let connection = table[descriptor]
        guard !connection.state.isFree else { return }
        if connection.state.phase == .streaming { counters.streamsOpen.raise(-1) }
        if let business = connection.business { release(business) }
        counters.connectionsOpen.raise(-1)
        let last = connections.removeLast()
        if last != descriptor {
            connections[Int(connection.listIndex)] = last
            table[last].listIndex = connection.listIndex
        }
        table[descriptor].business = nil
        table[descriptor].state = ConnectionState()
        lastClosed = descriptor
        if !unfinishedReads.isEmpty { unfinishedReads.removeAll { $0 == descriptor } }
        // After everything in the slot: the next owner is admitted under the same lock before it looks at the slot, which
        // orders the two; close(2) and accept(2) do as well, but no memory model says so.
        shared.ledger.release(connection.peer)
        // Last of all: from here on another loop may get the number.
        Sockets.close(descriptor)
        spare.refill()
    }

    /// Counts what nobody wants any more out of what connections hold and out of the memory of all bodies.
    func release(_ business: UnfinishedBusiness) {
        heldBytes -= business.heldBytes
        business.heldBytes = 0
        if business.reservedBytes > 0 {
            shared.bodyBytes.subtract(business.reservedBytes, ordering: .relaxed)
            business.reservedBytes = 0
        }
    }
}
