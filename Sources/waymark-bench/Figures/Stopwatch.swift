import Glibc

/// Times work until it has lasted long enough to be timed.
///
/// What counts is this process's processor time (clock(3)): all that is timed here runs on one thread and waits for
/// nothing, and on a shared machine the clock on the wall would time the neighbours, too.
struct Stopwatch {
    /// How long one round of a short thing lasts at least.
    let budget: Duration

    /// Nanoseconds an element that `body` takes; goes over all elements until the budget is used up.
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

    /// Milliseconds that `body` takes; repeats short ones until the budget is used up.
    func milliseconds(_ body: () throws -> Int) rethrows -> Double {
        try nanosecondsEach([()]) { _ in try body() } / 1_000_000
    }

    /// Processor time that this process has used, to the microsecond.
    static var now: Duration { .microseconds(Int64(clock()) * 1_000_000 / Int64(CLOCKS_PER_SEC)) }

    /// Keeps the optimiser from dropping work whose outcome nobody reads.
    @inline(never)
    private static func keep(_ outcome: Int) {
        if outcome == .min { print("") }
    }
}
