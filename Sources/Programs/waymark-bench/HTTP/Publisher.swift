import Synchronization
import SystemIO

/// Publishes a small app at a fixed rate, on its own thread, until it is stopped.
final class Publisher: Sendable {
    private let control: ControlClient
    private let app: String
    private let perSecond: Int
    private let isStopped = Atomic(false)
    private let count = Atomic(0)
    private let failure = Mutex<String?>(nil)
    private let nanoseconds = Atomic<Int64>(0)

    init(_ control: ControlClient, app: String, perSecond: Int) {
        (self.control, self.app, self.perSecond) = (control, app, perSecond)
    }

    /// Starts publishing; after a publish that takes too long, the next ones follow at once until the rate is reached.
    func start() throws -> Threads.Running {
        isStopped.store(false, ordering: .relaxed)
        return try Threads.start { self.run() }
    }

    /// Stops publishing and waits for the current publish.
    func stop(_ thread: Threads.Running) throws {
        isStopped.store(true, ordering: .relaxed)
        thread.join()
        if let failure = failure.withLock({ $0 }) { throw BenchError(failure) }
    }

    /// Publishes per second so far.
    var rate: Double {
        let seconds = Double(nanoseconds.load(ordering: .relaxed)) / 1_000_000_000
        return seconds > 0 ? Double(count.load(ordering: .relaxed)) / seconds : 0
    }

    private func run() {
        let begin = MonotonicClock.nanoseconds
        let before = nanoseconds.load(ordering: .relaxed)
        var next = begin
        while !isStopped.load(ordering: .relaxed) {
            do {
                let mark = count.add(1, ordering: .relaxed).newValue
                try control.publish(app, rules: Self.rules, mark: mark)
            } catch { return failure.withLock { $0 = "publishing failed: \(error)" } }
            next += 1_000_000_000 / Int64(perSecond)
            let pause = next - MonotonicClock.nanoseconds
            if pause > 0 { Threads.sleep(milliseconds: Int(pause / 1_000_000)) }
            nanoseconds.store(before + MonotonicClock.nanoseconds - begin, ordering: .relaxed)
        }
    }

    private static let rules = 10
}
