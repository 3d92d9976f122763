import Glibc

/// The clock that never goes back.
package enum MonotonicClock {
    /// Milliseconds since some fixed moment (clock_gettime(2), CLOCK_MONOTONIC).
    package static var milliseconds: Int64 { read(CLOCK_MONOTONIC) / 1_000_000 }

    /// The same in nanoseconds.
    package static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }
}

/// The clock on the wall.
package enum WallClock {
    /// Milliseconds since 1970, UTC (clock_gettime(2), CLOCK_REALTIME).
    package static var milliseconds: Int64 { read(CLOCK_REALTIME) / 1_000_000 }
}

/// A clock in nanoseconds: 63 bits hold 292 years of them.
private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    // The struct is this function's own; both clocks exist on every Linux, so the call cannot fail.
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
