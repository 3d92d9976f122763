import Synchronization
import SystemIO

/// Who may change an app's draft now: everybody side by side, until a publisher that was overtaken asks to be alone.
///
/// First come, first served: whoever waits for a publisher goes before the next one, so that nobody waits for ever.
final class WriteTurns: Sendable {
    /// How a change is made.
    enum Turn: Sendable {
        /// While others change the same draft too.
        case beside
        /// While all others wait.
        case alone
    }

    private struct Waiting {
        let turn: Turn
        /// One element tells its owner to go on.
        let call: BlockingQueue<Void>

        func waitForCall() { _ = call.pop() }
    }

    private struct Queue {
        var writing = 0
        var isHeld = false
        var waiting: [Waiting] = []

        var isIdle: Bool { writing == 0 && !isHeld && waiting.isEmpty }

        func admits(_ turn: Turn) -> Bool { !isHeld && (turn == .beside || writing == 0) }

        mutating func begin(_ turn: Turn) {
            if turn == .alone { isHeld = true } else { writing += 1 }
        }

        mutating func end(_ turn: Turn) {
            if turn == .alone { isHeld = false } else { writing -= 1 }
        }
    }

    private let queues = Mutex<[String: Queue]>([:])

    /// Runs `body` in a turn of an app's draft.
    func take<Value>(_ turn: Turn, of app: String, _ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        begin(turn, app)?.waitForCall()
        defer { end(turn, app) }
        return try body()
    }

    /// How many wait for their turn.
    func waitingCount(_ app: String) -> Int { queues.withLock { $0[app]?.waiting.count ?? 0 } }

    /// Begins at once, or returns whom to wait with.
    private func begin(_ turn: Turn, _ app: String) -> Waiting? {
        queues.withLock { queues in
            var queue = queues[app] ?? Queue()
            defer { queues[app] = queue }
            guard !queue.waiting.isEmpty || !queue.admits(turn) else {
                queue.begin(turn)
                return nil
            }
            let waiting = Waiting(turn: turn, call: BlockingQueue(countMax: 1))
            queue.waiting.append(waiting)
            return waiting
        }
    }

    private func end(_ turn: Turn, _ app: String) {
        let called: [Waiting] = queues.withLock { queues in
            guard var queue = queues[app] else { preconditionFailure("a turn ended that never began") }
            queue.end(turn)
            var called: [Waiting] = []
            while let next = queue.waiting.first, queue.admits(next.turn) {
                queue.begin(next.turn)
                called.append(queue.waiting.removeFirst())
            }
            queues[app] = queue.isIdle ? nil : queue
            return called
        }
        for waiting in called { _ = waiting.call.push(()) }
    }
}
