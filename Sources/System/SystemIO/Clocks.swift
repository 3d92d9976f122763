#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

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

/// The time zone of the process (tzset(3): the variable TZ, else /etc/localtime).
package enum LocalTime {
    /// Seconds that local time is ahead of UTC at an instant in seconds since 1970; 0 if it is unknown.
    package static func offsetSeconds(at seconds: Int64) -> Int { SystemCall.localOffset(Int(seconds)) }
}
