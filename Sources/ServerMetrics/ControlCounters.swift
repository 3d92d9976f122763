import Synchronization

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
        let seconds = (ContinuousClock.now - start).inSeconds
        state.withLock { $0.checks.add(seconds) }
    }

    /// Counts a publish or a restore.
    package func countPublish(since start: ContinuousClock.Instant) {
        let seconds = (ContinuousClock.now - start).inSeconds
        state.withLock { $0.publishes.add(seconds) }
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

extension Duration {
    /// The duration in seconds.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
