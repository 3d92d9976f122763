import Synchronization

/// How long checks and publishes took.
final class ControlCounters: Sendable {
    private let state = Mutex(State())

    private struct State {
        var checks = Histogram(Histogram.workSeconds)
        var publishes = Histogram(Histogram.workSeconds)
    }

    init() {}

    /// Notes a check of a draft that somebody asked for.
    func noteCheck(since start: ContinuousClock.Instant) {
        let seconds = (ContinuousClock.now - start).inSeconds
        state.withLock { $0.checks.note(seconds) }
    }

    /// Notes a release that was made.
    func notePublish(since start: ContinuousClock.Instant) {
        let seconds = (ContinuousClock.now - start).inSeconds
        state.withLock { $0.publishes.note(seconds) }
    }

    /// Writes the families.
    func write(into text: inout MetricsText) {
        let state = state.withLock { $0 }
        text.histograms(
            "waymark_check_seconds", "Time of checks of a draft that were asked for.", [([:], state.checks)])
        text.histograms(
            "waymark_publish_seconds", "Time from a request that makes a release to its visibility on every loop.",
            [([:], state.publishes)])
    }
}

extension Duration {
    /// The same as a number.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
