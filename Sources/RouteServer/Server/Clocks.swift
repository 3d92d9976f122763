import RouteModel
import SystemIO

/// The two clocks of a server, as parameters of everything that needs one.
struct Clocks: Sendable {
    /// The clock on the wall.
    let now: @Sendable () -> Instant
    /// A monotonic clock in milliseconds.
    let milliseconds: @Sendable () -> Int64

    /// The system's.
    static let system = Clocks(
        now: { Instant(milliseconds: WallClock.milliseconds) }, milliseconds: { MonotonicClock.milliseconds })
}
