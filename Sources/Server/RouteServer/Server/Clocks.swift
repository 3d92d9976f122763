import RouteModel
import Synchronization
import SystemIO

/// The two clocks of a server, passed as parameters so that tests can control them.
struct Clocks: Sendable {
    /// The wall clock of this machine.
    let machine: @Sendable () -> Instant
    /// A monotonic clock in microseconds.
    let microseconds: @Sendable () -> Int64
    /// What moves ``machine`` to the clock of a database that several servers share.
    let difference = ClockDifference()

    init(now: @escaping @Sendable () -> Instant, microseconds: @escaping @Sendable () -> Int64) {
        (machine, self.microseconds) = (now, microseconds)
    }

    /// The wall clock: that of the database, where servers share one.
    @Sendable func now() -> Instant { Instant(milliseconds: machine().milliseconds + difference.milliseconds) }

    /// The monotonic clock in milliseconds.
    var milliseconds: Int64 { microseconds() / 1000 }

    /// The clocks of the system.
    static var system: Clocks {
        Clocks(
            now: { Instant(milliseconds: WallClock.milliseconds) }, microseconds: { MonotonicClock.microseconds })
    }
}

/// The clock of a shared database minus this machine's.
///
/// What ends by time, and what a repeated request finds, would otherwise depend on which server is asked.
final class ClockDifference: Sendable {
    private let value = Atomic<Int64>(0)

    var milliseconds: Int64 { value.load(ordering: .relaxed) }

    /// Takes a measured difference, unless the last one is as exact as a measurement.
    func note(_ measured: Int64) {
        guard abs(measured - milliseconds) > NodeLimits.clockStepMilliseconds else { return }
        value.store(measured, ordering: .relaxed)
    }
}
