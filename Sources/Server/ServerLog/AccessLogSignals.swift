import Synchronization
import SystemIO

/// Requests to the access log's writer thread, and the signal that wakes it.
final class AccessLogSignals: Sendable {
    /// A change of file.
    enum FileChange: Sendable {
        /// Write to this file from now on; the name is for log lines.
        case open(AppendedFile, name: String)
        /// Write to no file.
        case close
    }

    /// What the writer does in its next turn.
    struct Pending: Sendable {
        /// The change of file, if there is one.
        var change: FileChange?
        /// Whether to write the remaining lines and end.
        var isStopping = false
    }

    private let signals = Mutex(Pending())
    private let isAsleep = Atomic(false)
    private let wakeUp: WakeUp

    init() throws(Errno) { wakeUp = try WakeUp() }

    /// The descriptor that becomes readable when there is work.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Requests a change of file.
    func change(_ change: FileChange) {
        signals.withLock { $0.change = change }
        wakeUp.signal()
    }

    /// Requests the writer's end.
    func stop() {
        signals.withLock { $0.isStopping = true }
        wakeUp.signal()
    }

    /// Called after a loop has added a line: wakes a sleeping writer, and an active one only when the ring is half full.
    func lineAdded(in buffer: LoopLineBuffer) {
        if isAsleep.load(ordering: .sequentiallyConsistent) {
            if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { wakeUp.signal() }
        } else if buffer.ring.count > buffer.ring.capacity / 2 {
            if !buffer.isUrgent.exchange(true, ordering: .relaxed) { wakeUp.signal() }
        }
    }

    /// Takes the requests; later ones are for the next turn.
    func take() -> Pending {
        wakeUp.clear()
        return signals.withLock { signals in
            let taken = signals
            signals.change = nil
            return taken
        }
    }

    /// Marks the writer as asleep; false if lines have come in the meantime, so that it must not sleep.
    func fallAsleep(unless hasLines: () -> Bool) -> Bool {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        guard hasLines() else { return true }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// Marks the writer as awake.
    func awake() { isAsleep.store(false, ordering: .sequentiallyConsistent) }
}
