import Synchronization
import SystemIO

/// What the access log's writer is told, and how it is woken.
final class AccessLogSignals: Sendable {
    /// A change of file.
    enum FileChange: Sendable {
        /// Lines go there from now on; the name is for people.
        case open(AppendedFile, name: String)
        /// Lines go nowhere.
        case close
    }

    /// What is to be done in the writer's next turn.
    struct Pending: Sendable {
        /// The file to go on with, if it changes.
        var change: FileChange?
        /// Whether to write what there is, and end.
        var isStopping = false
    }

    private let signals = Mutex(Pending())
    private let isAsleep = Atomic(false)
    private let wakeUp: WakeUp

    init() throws(Errno) { wakeUp = try WakeUp() }

    /// What the writer waits on.
    var descriptor: Int32 { wakeUp.descriptor }

    /// Lets lines go elsewhere.
    func change(_ change: FileChange) {
        signals.withLock { $0.change = change }
        wakeUp.signal()
    }

    /// Lets the writer end.
    func stop() {
        signals.withLock { $0.isStopping = true }
        wakeUp.signal()
    }

    /// A loop has given a line: one that sleeps is woken, one that writes is told only when the ring fills.
    func noteLine(in buffer: LoopLineBuffer) {
        if isAsleep.load(ordering: .sequentiallyConsistent) {
            if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { wakeUp.signal() }
        } else if buffer.ring.count > buffer.ring.capacity / 2 {
            if !buffer.isUrgent.exchange(true, ordering: .relaxed) { wakeUp.signal() }
        }
    }

    /// Takes the signals; what is signalled from now on is for the next turn.
    func take() -> Pending {
        wakeUp.clear()
        return signals.withLock { signals in
            let taken = signals
            signals.change = nil
            return taken
        }
    }

    /// Says that the writer will sleep until it is woken; false where lines came meanwhile, and it must not.
    func fallAsleep(unless hasLines: () -> Bool) -> Bool {
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        guard hasLines() else { return true }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        return false
    }

    /// Says that it is awake.
    func awake() { isAsleep.store(false, ordering: .sequentiallyConsistent) }
}
