import HTTPWire
import Synchronization
import SystemIO

extension EventLoop {
    /// Looks at every deadline: a scan of a small table costs less than a timer for each request.
    func sweep() {
        nextSweep = now + Int64(limits.sweepMilliseconds)
        wakeListeners()
        var backlog = 0
        for index in connections.indices.reversed() {
            let descriptor = connections[index]
            if table[descriptor].state.phase == .streaming {
                backlog += table[descriptor].business?.pendingBytes ?? 0
            }
            switch table[descriptor].state.timeout(at: tick) {
            case .none: break
            case .close:
                counters.connectionsTimedOut.raise()
                close(descriptor)
            case .refuse: refuseSlow(descriptor)
            case .comment:
                table[descriptor].state.enter(.streaming, at: tick, limits.timeouts)
                remind(descriptor)
            }
        }
        counters.watcherBacklogBytes.store(backlog, ordering: .relaxed)
    }

    private func remind(_ descriptor: Int32) {
        guard hasPending(descriptor) else { return tell(descriptor, Self.comment) }
        // Nothing was taken for as long as there is between two comments.
        counters.watchersDropped.raise()
        close(descriptor)
    }

    private func refuseSlow(_ descriptor: Int32) {
        counters.connectionsTimedOut.raise()
        // What is left of an answered request, or of an answer, is not worth a word.
        if table[descriptor].state.phase == .body, table[descriptor].business?.request == nil {
            return close(descriptor)
        }
        if hasPending(descriptor) { return close(descriptor) }
        var manner = AnswerManner()
        manner.keepsAlive = false
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        lastClosed = -1
        let business = table[descriptor].business
        let note = business?.note ?? self.note(received: business?.carry ?? [], from: table[descriptor].peer)
        let page = shared.handler.page(for: RequestRefusal(408, "the request did not arrive in time"))
        write(descriptor, page, manner)
        keep(note, page)
        settle(descriptor, isDrained: false)
    }
}
