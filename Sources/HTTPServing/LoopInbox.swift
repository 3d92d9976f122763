import HTTPWire
import Synchronization
import SystemIO

/// What other threads have for a loop.
enum LoopMessage: Sendable {
    /// A worker's answer for the connection that had this slot at that time.
    case completed(descriptor: Int32, generation: UInt32, Response)
    /// Bytes for all watchers of a topic.
    case broadcast(topic: Int, SharedBytes)
    /// Finish what is under way; peers get until a moment of the monotonic clock.
    case drain(until: Int64)
    /// Another loop has no descriptor to turn a connection away with.
    case makeRoom
}

/// The letter box of a loop; bounded by the connections, by whoever broadcasts, and by the
/// sweeps of the other loops.
final class LoopInbox: Sendable {
    private let messages = Mutex<[LoopMessage]>([])
    private let wakeUp: WakeUp
    private let isAsked = Atomic(false)

    init() throws(Errno) { wakeUp = try WakeUp() }

    /// What the loop waits on.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Leaves a message; wakes the loop if it is the first.
    func post(_ message: LoopMessage) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { wakeUp.signal() }
    }

    /// Wakes the loop; false where it has not looked since the last time.
    func ask() -> Bool {
        let isStillAsked = isAsked.exchange(true, ordering: .relaxed)
        wakeUp.signal()
        return !isStillAsked
    }

    /// Takes all.
    func takeAll() -> [LoopMessage] {
        wakeUp.clear()
        isAsked.store(false, ordering: .relaxed)
        return messages.withLock { messages in
            let all = messages
            messages = []
            return all
        }
    }
}
