import RouteModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads the system's wall clock.
enum WallClock {
    /// The current time, in milliseconds since 1970.
    @Sendable static func now() -> Instant {
        var time = timespec()
        // clock_gettime(2) fills the struct that it is given; with CLOCK_REALTIME and a valid pointer it cannot fail.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
