import Synchronization
import SystemIO

/// Requests of another client to the control plane while a large draft is published: a read and a durable write in
/// turn, with a pause of one millisecond.
final class BackgroundRequests: Sendable {
    /// The longest response time of each kind, in milliseconds.
    struct Slowest {
        var read = 0.0
        var write = 0.0
    }

    private let slowest = Mutex(Slowest())
    private let isOver = Atomic(false)
    private let failure = FirstFailure()
    private let thread = Mutex<Threads.Running?>(nil)

    /// Starts the requests, to the app `other`.
    init(_ server: StoreServer, round: Int) throws {
        let address = server.address
        let read = server.request("GET", "/v1/apps/other")
        // Enough for a minute. The ids and paths differ, so that the server refuses no rule.
        let writes = (0..<Self.writesMax).map { index in
            let name = "o\(round)-\(index)"
            let rule = #"{"id":"\#(name)","match":["https://www.example.com/other/\#(name)"],"to":{"screen":"O"}}"#
            return server.request("POST", "/v1/apps/other/draft/rules", json: rule)
        }
        let running = try Threads.start { [self] in
            failure.record {
                let connection = try ControlConnection(address)
                for write in writes where !isOver.load(ordering: .relaxed) {
                    let readTime = try Self.milliseconds { try connection.ask(read, expecting: 200) }
                    let writeTime = try Self.milliseconds { try connection.ask(write, expecting: 201) }
                    slowest.withLock {
                        $0.read = max($0.read, readTime)
                        $0.write = max($0.write, writeTime)
                    }
                    Threads.sleep(milliseconds: 1)
                }
            }
        }
        thread.withLock { $0 = running }
    }

    /// Stops the requests; call it once.
    func stop() throws -> Slowest {
        isOver.store(true, ordering: .relaxed)
        thread.withLock { $0 }?.join()
        try failure.rethrow()
        return slowest.withLock { $0 }
    }

    private static func milliseconds(_ body: () throws -> [UInt8]) throws -> Double {
        let start = MonotonicClock.nanoseconds
        _ = try body()
        return Double(MonotonicClock.nanoseconds - start) / 1_000_000
    }

    private static let writesMax = 20_000
}

/// The first error of several threads.
final class FirstFailure: Sendable {
    private let text = Mutex<String?>(nil)

    /// Runs a body; stores its error, unless there is one already.
    func record(_ body: () throws -> Void) {
        do { try body() } catch { text.withLock { $0 = $0 ?? "\(error)" } }
    }

    /// Throws the stored error, if there is one.
    func rethrow() throws {
        if let text = text.withLock({ $0 }) { throw BenchError(text) }
    }
}
