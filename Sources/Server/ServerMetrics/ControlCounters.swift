import Synchronization
import SystemIO

/// Times of checks and publishes.
package final class ControlCounters: Sendable {
    private let state = Mutex(State())

    private struct State {
        var checks = Histogram(Histogram.workSeconds)
        var publishes = Histogram(Histogram.workSeconds)
    }

    /// Makes counters that are zero.
    package init() {}

    /// Counts a check of a draft.
    package func countCheck(since start: ContinuousClock.Instant) {
        state.withLock { $0.checks.add(ContinuousClock.now - start) }
    }

    /// Counts a publish or a restore.
    package func countPublish(since start: ContinuousClock.Instant) {
        state.withLock { $0.publishes.add(ContinuousClock.now - start) }
    }

    /// Writes the families.
    package func write(into text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.histograms(
            "waymark_check_seconds", "Duration of checks of a draft that clients requested.", [([:], state.checks)])
        text.histograms(
            "waymark_publish_seconds", "Time until a publish or restore is visible on every event loop.",
            [([:], state.publishes)])
    }
}
