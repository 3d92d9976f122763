import HTTPWire
import SystemIO

extension EventLoop {
    /// Begins to finish: streams end, every answer closes its connection, and who comes until nobody comes any more is
    /// answered still.
    func beginDrain(until moment: Int64) {
        guard drain == nil else { return }
        drain = Drain(at: now, until: moment, limits)
        for index in connections.indices.reversed() where index < connections.count {
            let descriptor = connections[index]
            lastClosed = -1
            if table[descriptor].state.phase == .streaming { endStream(descriptor) }
        }
    }

    /// Takes what waits at the listeners, closes them, and lets go of connections that ask for nothing.
    func stopListening() {
        for listener in listeners {
            accept(listener, countMax: Int(Int32.max))
            poller.forget(listener.descriptor)
            Sockets.close(listener.descriptor)
        }
        listeners = []
        nextSweep = min(nextSweep, drain?.until ?? nextSweep)
        for index in connections.indices.reversed() where index < connections.count {
            let descriptor = connections[index]
            lastClosed = -1
            guard isWaiting(descriptor) else { continue }
            // What has arrived by now is answered still.
            readable(descriptor)
            guard lastClosed != descriptor, isWaiting(descriptor) else { continue }
            table[descriptor].state.isClosing = true
            settle(descriptor, isDrained: true)
        }
    }

    /// Whether nothing of a request has come.
    private func isWaiting(_ descriptor: Int32) -> Bool {
        table[descriptor].state.phase == .idle || table[descriptor].state.phase == .fresh
    }
}
