import Synchronization
import SystemIO

/// Orders the writers of each app: usually several write at the same time, but a publisher whose attempts failed writes
/// alone.
///
/// Turns are in the order of arrival, so that no writer waits for ever.
package final class WriteTurns: Sendable {
    /// Whether other writers of the app may write at the same time.
    package enum Turn: Sendable {
        /// Other writers may write at the same time.
        case beside
        /// Other writers wait.
        case alone
    }

    private struct Waiting {
        let turn: Turn
        /// Sent when the turn begins.
        let signal = ThreadSignal()

        func wait() { signal.wait() }
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

    /// Makes an order without writers.
    package init() {}

    /// Waits for a turn of an app and runs `body` in it.
    package func take<Value>(_ turn: Turn, of app: String, _ body: () throws -> Value) rethrows -> Value {
        begin(turn, app)?.wait()
        defer { end(turn, app) }
        return try body()
    }

    /// The number of waiting writers of an app.
    func waitingCount(_ app: String) -> Int { queues.withLock { $0[app]?.waiting.count ?? 0 } }

    /// Begins the turn, or returns the object to wait for.
    private func begin(_ turn: Turn, _ app: String) -> Waiting? {
        queues.withLock { queues in
            var queue = queues[app] ?? Queue()
            defer { queues[app] = queue }
            guard !queue.waiting.isEmpty || !queue.admits(turn) else {
                queue.begin(turn)
                return nil
            }
            let waiting = Waiting(turn: turn)
            queue.waiting.append(waiting)
            return waiting
        }
    }

    private func end(_ turn: Turn, _ app: String) {
        let started: [Waiting] = queues.withLock { queues in
            guard var queue = queues[app] else { preconditionFailure("a turn ended that had not begun") }
            queue.end(turn)
            var started: [Waiting] = []
            while let next = queue.waiting.first, queue.admits(next.turn) {
                queue.begin(next.turn)
                started.append(queue.waiting.removeFirst())
            }
            queues[app] = queue.isIdle ? nil : queue
            return started
        }
        for waiting in started { waiting.signal.send() }
    }
}
