/// Limits failed attempts by source, so that guessing is slow.
///
/// Attempts that succeed are neither counted nor delayed.
///
/// A value type with the time as a parameter; it must be locked if threads share it.
package struct AttemptLimiter: Sendable {
    /// The number of failures that a source may have within a minute.
    let attemptsPerMinuteMax: Int
    private var sources: [[UInt8]: Window] = [:]

    private struct Window {
        var startSeconds: Int
        var failures: Int
    }

    /// Makes a limiter without failures.
    package init(attemptsPerMinuteMax: Int) {
        self.attemptsPerMinuteMax = attemptsPerMinuteMax
    }

    /// Counts a failure.
    ///
    /// - Parameters:
    ///   - source: The key under which attempts are counted.
    ///   - seconds: The monotonic clock in seconds.
    /// - Returns: The seconds to wait, or nil while attempts are left.
    package mutating func fail(_ source: [UInt8], at seconds: Int) -> Int? {
        var window = sources[source] ?? Window(startSeconds: seconds, failures: 0)
        if seconds - window.startSeconds >= Self.windowSeconds { window = Window(startSeconds: seconds, failures: 0) }
        window.failures += 1
        makeSpace(for: source, at: seconds)
        sources[source] = window
        guard window.failures > attemptsPerMinuteMax else { return nil }
        return max(1, Self.windowSeconds - (seconds - window.startSeconds))
    }

    /// Whether the source has used up its attempts.
    func isSpent(_ source: [UInt8], at seconds: Int) -> Bool {
        guard let window = sources[source], seconds - window.startSeconds < Self.windowSeconds else { return false }
        return window.failures >= attemptsPerMinuteMax
    }

    /// The number of sources with failures.
    var count: Int { sources.count }

    private mutating func makeSpace(for source: [UInt8], at seconds: Int) {
        guard sources.count >= AccessLimits.attemptSourcesMax, sources[source] == nil else { return }
        sources = sources.filter { seconds - $0.value.startSeconds < Self.windowSeconds }
        // Still full, so the attack comes from many addresses. Dropping all entries bounds memory, and allows each
        // source its attempts again.
        if sources.count >= AccessLimits.attemptSourcesMax { sources.removeAll(keepingCapacity: true) }
    }

    private static let windowSeconds = 60
}
