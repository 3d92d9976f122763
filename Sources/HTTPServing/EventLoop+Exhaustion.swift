import HTTPWire
import SystemIO

extension EventLoop {
    /// No descriptors: one that waits is taken with the spare one and closed at once, or it would be reported for ever.
    ///
    /// Another loop may have been faster and have the spare one by now. Then an idle connection makes room, as a server
    /// may close those at any time (RFC 9112 section 9.5); where there is none, the listener rests until the next sweep.
    func turnAway(_ listener: Int32) {
        counters.connectionsRefused.raise()
        spare.refill()
        if !spare.isThere, let idle = connections.last(where: { table[$0].state.phase == .idle }) { close(idle) }
        guard spare.isThere else { return rest(listener) }
        spare.lend {
            do throws(Errno) { try Sockets.accept(listener).close() } catch { return }
        }
    }

    private func rest(_ listener: Int32) {
        poller.forget(listener)
        restingListeners.append(listener)
        nextSweep = min(nextSweep, now + Int64(limits.sweepMilliseconds))
    }

    /// Listeners that rested are looked at again.
    func wakeListeners() {
        guard !restingListeners.isEmpty else { return }
        let rested = restingListeners
        restingListeners = []
        for listener in rested where listeners.contains(where: { $0.descriptor == listener }) {
            do throws(Errno) { try poller.watch(listener) } catch { rest(listener) }
        }
    }
}
