import SystemIO

/// Lets only so many pieces of heavy work run at once; the others wait.
final class WorkSlots: Sendable {
    private let free: BlockingQueue<Void>

    init(count: Int) {
        free = BlockingQueue(countMax: count)
        for _ in 0..<count { _ = free.push(()) }
    }

    /// Runs `body` as soon as there is room for it.
    func use<Value>(_ body: () throws(Problem) -> Value) throws(Problem) -> Value {
        _ = free.pop()
        defer { _ = free.push(()) }
        return try body()
    }
}
