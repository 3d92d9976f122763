/// Counts failed attempts per source, so that guessing is slow; attempts that succeed are never counted or delayed.
///
/// A value with time as a parameter: whoever shares it locks it.
package struct AttemptLimiter: Sendable {
    /// Failures that one source may have within a minute.
    package let attemptsPerMinuteMax: Int
    private var sources: [[UInt8]: Window] = [:]

    private struct Window {
        var startSeconds: Int
        var failures: Int
    }

    package init(attemptsPerMinuteMax: Int) {
        self.attemptsPerMinuteMax = attemptsPerMinuteMax
    }

    /// Notes a failure; returns the seconds to wait when the source has used up its attempts.
    ///
    /// - Parameters:
    ///   - source: what the attempts are counted by.
    ///   - seconds: a monotonic clock.
    /// - Returns: the seconds to wait, or nil while there are attempts left.
    package mutating func fail(_ source: [UInt8], at seconds: Int) -> Int? {
        var window = sources[source] ?? Window(startSeconds: seconds, failures: 0)
        if seconds - window.startSeconds >= Self.windowSeconds { window = Window(startSeconds: seconds, failures: 0) }
        window.failures += 1
        makeRoom(for: source, at: seconds)
        sources[source] = window
        guard window.failures > attemptsPerMinuteMax else { return nil }
        return max(1, Self.windowSeconds - (seconds - window.startSeconds))
    }

    /// Whether the source has used up its attempts, so that nothing more it guesses is looked at.
    package func isSpent(_ source: [UInt8], at seconds: Int) -> Bool {
        guard let window = sources[source], seconds - window.startSeconds < Self.windowSeconds else { return false }
        return window.failures >= attemptsPerMinuteMax
    }

    /// How many sources are remembered.
    package var count: Int { sources.count }

    private mutating func makeRoom(for source: [UInt8], at seconds: Int) {
        guard sources.count >= AccessLimits.attemptSourcesMax, sources[source] == nil else { return }
        sources = sources.filter { seconds - $0.value.startSeconds < Self.windowSeconds }
        // Still full: somebody attacks from everywhere. Forgetting all costs one more minute of guesses, no memory.
        if sources.count >= AccessLimits.attemptSourcesMax { sources.removeAll(keepingCapacity: true) }
    }

    private static let windowSeconds = 60
}
