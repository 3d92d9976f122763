import Glibc

/// CLOCK_MONOTONIC, unaffected by changes of the wall clock.
package enum MonotonicClock {
    /// Milliseconds since an unspecified moment (clock_gettime(2)).
    package static var milliseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) / 1_000_000 }

    /// The same in microseconds.
    package static var microseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) / 1000 }

    /// The same in nanoseconds.
    package static var nanoseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) }
}

/// CLOCK_REALTIME, the time of day.
package enum WallClock {
    /// Milliseconds since 1970, UTC (clock_gettime(2), CLOCK_REALTIME).
    package static var milliseconds: Int64 { SystemCall.nanoseconds(CLOCK_REALTIME) / 1_000_000 }
}
