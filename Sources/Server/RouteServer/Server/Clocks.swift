import RouteModel
import SystemIO

/// The two clocks of a server, passed as parameters so that tests can control them.
struct Clocks: Sendable {
    /// The wall clock.
    let now: @Sendable () -> Instant
    /// A monotonic clock in microseconds.
    let microseconds: @Sendable () -> Int64

    /// The same in milliseconds.
    var milliseconds: Int64 { microseconds() / 1000 }

    /// The clocks of the system.
    static let system = Clocks(
        now: { Instant(milliseconds: WallClock.milliseconds) }, microseconds: { MonotonicClock.microseconds })
}
