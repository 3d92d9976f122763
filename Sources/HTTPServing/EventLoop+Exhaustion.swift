import HTTPWire
import SystemIO

extension EventLoop {
    /// No descriptors: one that waits is taken with the spare one and closed at once, or it would be reported for ever.
    ///
    /// Another loop may have been faster and have the spare one by now; then the listener rests until there is room.
    func turnAway(_ listener: Int32) {
        counters.connectionsRefused.raise()
        spare.refill()
        guard spare.isThere else {
            needsRoom = true
            return rest(listener)
        }
        spare.lend {
            do throws(Errno) { try Sockets.accept(listener).close() } catch { return }
        }
    }

    /// After the events of a turn in which there was no spare descriptor: gets one, here or with another loop.
    ///
    /// Not earlier, because events of the connection that goes may lie behind in the same turn, when its number may be
    /// another loop's already.
    func findRoom() {
        needsRoom = false
        spare.refill()
        if !spare.isThere, !makeRoom() {
            // All descriptors may be with the other loops, and what they keep could be kept for ever.
            for inbox in shared.inboxes where inbox !== self.inbox { inbox.post(.makeRoom) }
        } else {
            wakeListeners()
        }
    }

    /// Closes the youngest connection that waits for nothing but its peer's next wish, as a server may at any time
    /// (RFC 9112 section 9.5): an idle one, or else a watcher, who comes back; false where there is none.
    @discardableResult
    func makeRoom() -> Bool {
        let leaving =
            connections.last { table[$0].state.phase == .idle }
            ?? connections.last { table[$0].state.phase == .streaming }
        guard let leaving else { return false }
        if table[leaving].state.phase == .streaming { counters.watchersDropped.raise() }
        close(leaving)
        return true
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
