import Glibc

/// Measures processor time; repeats short work until it has used ``budget``.
///
/// It reads the processor time of this process (clock(3)): the measured work runs on one thread and waits for nothing,
/// and on a shared machine wall time would include the work of other programs.
struct Stopwatch {
    /// The least processor time of one measurement.
    let budget: Duration

    /// Nanoseconds per element; passes over all elements until the budget is used.
    func nanosecondsEach<Element>(_ elements: [Element], _ body: (Element) throws -> Int) rethrows -> Double {
        var passes = 0
        let start = Self.now
        var spent = Duration.zero
        repeat {
            for element in elements { Self.keep(try body(element)) }
            passes += 1
            spent = Self.now - start
        } while spent < budget
        return spent / .nanoseconds(1) / Double(passes * max(elements.count, 1))
    }

    /// Milliseconds of `body`; repeats it until the budget is used.
    func milliseconds(_ body: () throws -> Int) rethrows -> Double {
        try nanosecondsEach([()]) { _ in try body() } / 1_000_000
    }

    /// Processor time of this process, with a resolution of one microsecond.
    static var now: Duration { .microseconds(Int64(clock()) * 1_000_000 / Int64(CLOCKS_PER_SEC)) }

    /// Prevents the optimiser from removing work whose result is not used.
    @inline(never)
    private static func keep(_ outcome: Int) {
        if outcome == .min { print("") }
    }
}

/// A fixed reference operation in every run: shows whether the machine itself was slower than in another run.
enum Yardstick {
    static let title = "yardstick: FNV-1a over 1 MiB"

    private static let bytes = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// The row of the reference operation, measured at every size.
    static func measure(_ size: Int, _ stopwatch: Stopwatch) -> Measure {
        Measure(title, size, .milliseconds) {
            stopwatch.milliseconds {
                var hash: UInt32 = 0x811C_9DC5
                for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
                return Int(hash)
            }
        }
    }
}
