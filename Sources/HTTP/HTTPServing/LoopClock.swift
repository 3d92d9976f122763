import SystemIO

/// The time of one loop, read once a turn: all that happens in a turn happens at the same moment.
final class LoopClock {
    /// The monotonic clock in milliseconds.
    private(set) var now: Int64 = 0
    /// The same in ticks of 64 milliseconds since the server was made, as `ConnectionState` counts.
    private(set) var tick: UInt32 = 0
    /// The same in microseconds, for the durations in logs and metrics.
    private(set) var turnStartedAt: Int64 = 0
    /// The ends of answer heads, with the date of the current second.
    let dateLines = LoopVariable(DateLines())
    private let startedAt: Int64
    private var nextDateAt: Int64 = 0

    /// Counts ticks from a moment of the monotonic clock in milliseconds.
    init(startedAt: Int64) {
        self.startedAt = startedAt
        read()
    }

    /// Reads the monotonic clock, and once a second the wall clock.
    func read() {
        set(microseconds: MonotonicClock.microseconds)
        guard now >= nextDateAt else { return }
        let wall = WallClock.milliseconds
        dateLines.value.refresh(wall / 1000)
        nextDateAt = now + 1000 - wall % 1000
    }

    /// Sets the monotonic clock; the date stays.
    func set(microseconds: Int64) {
        turnStartedAt = microseconds
        now = microseconds / 1000
        tick = UInt32(truncatingIfNeeded: (now - startedAt) >> 6)
    }
}
