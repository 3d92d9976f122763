import SystemIO

/// Limits how many pieces of heavy work run at once; the others wait.
package final class WorkSlots: Sendable {
    private let free: BlockingQueue<Void>

    /// Makes slots.
    package init(count: Int) {
        free = BlockingQueue(countMax: count)
        for _ in 0..<count { _ = free.push(()) }
    }

    /// Runs `body` in a free slot, and waits for one before.
    package func use<Value>(_ body: () throws -> Value) rethrows -> Value {
        _ = free.pop()
        defer { _ = free.push(()) }
        return try body()
    }
}
