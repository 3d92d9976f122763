import HTTPWire
import SystemIO

extension EventLoop {
    /// Takes what waits at a listener.
    func accept(_ listener: Int32, tag: Int) {
        for _ in 0..<Limits.acceptsPerTurn {
            do throws(Errno) {
                let (descriptor, peer) = try Sockets.accept(listener)
                open(descriptor, peer, tag: tag)
            } catch .processExhausted, .systemExhausted {
                giveUpOne(listener)
                return
            } catch {
                // Nobody waits, or somebody went away before being taken (accept(2)).
                return
            }
        }
    }

    private func open(_ descriptor: Int32, _ peer: SocketAddress, tag: Int) {
        let host = peer.host
        counters.accepted.raise(by: 1)
        guard limits.enter(host) else {
            counters.refused.raise(by: 1)
            refuse(descriptor)
            return
        }
        let connection = Connection(
            descriptor: descriptor, serial: nextSerial(), peer: peer.hostText, host: host, listener: tag)
        connection.deadline = now + configuration.headMilliseconds
        do throws(Errno) { try poller.add(descriptor) } catch {
            limits.leave(host)
            Sockets.close(descriptor)
            return
        }
        while connections.count <= Int(descriptor) { connections.append(nil) }
        connections[Int(descriptor)] = connection
        openCount += 1
        counters.open.raise(by: 1)
        // The request is often there already: one turn of the poller saved for connections of one request.
        read(connection)
    }

    /// Says why in one write, if there is room for it, and closes.
    private func refuse(_ descriptor: Int32) {
        let page = handler.page(for: RequestRefusal(503, "too many connections"))
        let bytes = page.head.bytes + Array("Connection: close\r\n\r\n".utf8) + (page.body?.bytes ?? [])
        _ = try? Sockets.send(descriptor, bytes, from: 0)
        Sockets.close(descriptor)
        counters.note(status: 503)
    }

    /// No descriptors are left: the oldest idle connection makes room, so that the listener does not spin.
    private func giveUpOne(_ listener: Int32) {
        counters.refused.raise(by: 1)
        let idle = connections.compactMap(\.self).filter { connection in
            if case .head = connection.state { connection.input.isEmpty && connection.isFlushed } else { false }
        }
        if let oldest = idle.min(by: { $0.deadline < $1.deadline }) { close(oldest) }
    }
}
