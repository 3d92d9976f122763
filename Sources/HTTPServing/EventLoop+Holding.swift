import HTTPWire
import Synchronization
import SystemIO

extension EventLoop {
    /// Counts what a connection holds after a step.
    ///
    /// That is the beginning of a head, requests that wait for an answer to be taken, and small answers that wait
    /// themselves; bodies are counted apart, and large answers are everybody's.
    func reckon(_ descriptor: Int32) {
        guard lastClosed != descriptor, let business = table[descriptor].business else { return }
        let held = business.ownBytes
        heldBytes += held - business.heldBytes
        business.heldBytes = held
        heldBytesPeak = max(heldBytesPeak, heldBytes)
    }

    /// After the events of a turn in which connections came to hold too much: those that hold most go, as many as leave
    /// a quarter free, so that a crowd of them costs one look at all connections and not one each.
    ///
    /// Who holds a few kilobytes stays, however many attackers hold a hundred. Not earlier, for the reason that
    /// ``findRoom()`` gives.
    func letGo() {
        var holders = connections.filter { (table[$0].business?.heldBytes ?? 0) > 0 }
        holders.sort { (table[$0].business?.heldBytes ?? 0) > (table[$1].business?.heldBytes ?? 0) }
        for descriptor in holders where heldBytes > heldBytesMax / 4 * 3 {
            // What a worker has is answered; its turn comes when it waits for its peer again.
            guard table[descriptor].state.phase != .working else { continue }
            counters.connectionsShed.raise()
            close(descriptor)
        }
    }

    /// When a surge is over, lets the system have the memory that it took.
    ///
    /// The allocator keeps what lies between pieces that are still used, which is nearly all of it. On a thread of its own,
    /// because it takes long where there is much.
    func giveBack() {
        guard heldBytes + shared.bodyBytes.load(ordering: .relaxed) < heldBytesPeak / 4 else { return }
        // What is still held counts for the next time.
        heldBytesPeak = heldBytes
        do throws(Errno) { try Threads.start { ProcessMemory.giveBack() }.detach() } catch {
            // Without a thread it stays for the next time.
        }
    }
}
