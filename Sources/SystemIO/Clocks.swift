import Glibc

/// The clock that never goes back.
package enum MonotonicClock {
    /// Milliseconds since some fixed moment (clock_gettime(2), CLOCK_MONOTONIC).
    package static var milliseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) / 1_000_000 }

    /// The same in microseconds.
    package static var microseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) / 1000 }

    /// The same in nanoseconds.
    package static var nanoseconds: Int64 { SystemCall.nanoseconds(CLOCK_MONOTONIC) }
}

/// The clock on the wall.
package enum WallClock {
    /// Milliseconds since 1970, UTC (clock_gettime(2), CLOCK_REALTIME).
    package static var milliseconds: Int64 { SystemCall.nanoseconds(CLOCK_REALTIME) / 1_000_000 }
}
