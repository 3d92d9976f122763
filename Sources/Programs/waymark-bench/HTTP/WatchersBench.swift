import Synchronization
import SystemIO

/// `waymark-bench watchers`: when thousands of open event streams receive a publish, and the memory of an idle stream.
enum WatchersBench {
    /// Measures and prints.
    static func run(count: Int, publishes: Int) throws {
        Report.print(Report.machine())
        let (table, goals) = try measure(count: count, publishes: publishes)
        Report.print(table)
        Report.print(Report.goals(goals))
    }

    /// Measures with a new server.
    ///
    /// - Parameters:
    ///   - count: the number of streams, from many loopback addresses.
    ///   - publishes: the number of publishes.
    /// - Returns: the table and the goals.
    /// - Throws: the first error of the server or a stream.
    static func measure(count: Int, publishes: Int) throws -> (table: String, goals: [FigureGoal]) {
        let folder = try ScratchFolder("waymark-watchers")
        let waymark = try WaymarkServer(folder)
        defer { waymark.server.stop() }
        _ = try waymark.publish(app, rules: rules)
        // One stream first, so that memory that is allocated only once is not counted.
        let first = try WatcherConnections(1, waymark.server.address, target)
        let before = try ProcessMemory.proportional(waymark.server.worker)
        let crowd = try WatcherConnections(count, waymark.server.address, target)
        let bytes = Double(try ProcessMemory.proportional(waymark.server.worker) - before) / Double(count)
        var rows = [["publish", "streams reached", "p50 ms", "p99 ms", "max ms", "answer ms"]]
        var worst: [Double] = []
        for number in 1...publishes {
            let (times, answered) = try publish(waymark, crowd, number)
            _ = try first.waitForAll(since: MonotonicClock.nanoseconds)
            worst.append(at(times, percent: 99))
            let figures = [at(times, percent: 50), at(times, percent: 99), times.last ?? 0, answered]
            rows.append(["\(number)", Report.grouped(Double(times.count))] + figures.map { Report.decimal($0, 1) })
        }
        let reached = "\(Report.grouped(Double(count))) streams reached, p99, the slowest publish"
        let goals: [FigureGoal] = [
            .atMost(250, .milliseconds, reached, worst.max() ?? 0), .atMost(512, .bytes, "an idle watcher", bytes),
        ]
        return ("\n\(title)\n" + Report.aligned(rows), goals)
    }

    /// The line above the table.
    static let title =
        "event streams: from sending a publish to each watcher's first byte of it (check, commit and gzip included)"

    /// Publishes on another thread while this one reads the streams; returns when all streams and the publisher are
    /// done.
    private static func publish(
        _ waymark: WaymarkServer, _ crowd: WatcherConnections, _ number: Int
    ) throws -> (times: [Double], answered: Double) {
        let control = waymark.control
        let answer = Answer()
        let began = MonotonicClock.nanoseconds
        let thread = try Threads.start { answer.set(Result { try control.publish(app, rules: rules, mark: number) }) }
        let times = Result { try crowd.waitForAll(since: began) }
        thread.join()
        let answered = try answer.get()
        return (try times.get(), Double(answered - began) / 1_000_000)
    }

    /// When the publish was answered, or its error.
    private final class Answer: Sendable {
        private let outcome = Mutex<Result<Int64, any Error>?>(nil)

        func set(_ result: Result<Void, any Error>) {
            let now = MonotonicClock.nanoseconds
            outcome.withLock { $0 = result.map { now } }
        }

        func get() throws -> Int64 {
            guard let outcome = outcome.withLock({ $0 }) else { throw BenchError("nothing was published") }
            return try outcome.get()
        }
    }

    private static func at(_ sorted: [Double], percent: Int) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }

    private static let app = "watched"
    private static let target = "/v1/apps/watched/events"
    private static let rules = 10
}
