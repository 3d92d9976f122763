import Synchronization

/// Counts refusals whose reason lasts, such as a database that is away: the first one has a line of the server log, and
/// those after it one line a minute together.
final class LastingRefusals: Sendable {
    /// Refusals of one kind since the last line.
    struct Count: Sendable, Hashable {
        /// The code of the problem.
        var problem: String
        /// How many there were.
        var refusals: Int
    }

    private struct Since: Sendable {
        var milliseconds: Int64
        var refusals = 0
    }

    /// The codes whose reason is that of a state of the server, and not of the request.
    private static let problems: Set<String> = ["store-away", "store-read-only", "store-disk-full", "access-stale"]

    private let milliseconds: @Sendable () -> Int64
    private let counts = Mutex<[String: Since]>([:])

    /// Counts by a monotonic clock.
    init(milliseconds: @escaping @Sendable () -> Int64) { self.milliseconds = milliseconds }

    /// Counts a refusal with a problem's code; returns whether it gets a line of its own.
    func isFirst(_ problem: String?) -> Bool {
        guard let problem, Self.problems.contains(problem) else { return true }
        let now = milliseconds()
        return counts.withLock { counts in
            counts[problem]?.refusals += 1
            guard counts[problem] == nil else { return false }
            counts[problem] = Since(milliseconds: now)
            return true
        }
    }

    /// What is to be written now: the counts of a whole minute, of each code in order.
    func takeDue() -> [Count] {
        let now = milliseconds()
        return counts.withLock { counts in
            let due = counts.filter { now - $0.value.milliseconds >= ServerLimits.refusalLineMilliseconds }
            for (problem, since) in due {
                // A minute without one ends the state.
                counts[problem] = since.refusals > 0 ? Since(milliseconds: now) : nil
            }
            return due.filter { $0.value.refusals > 0 }.sorted { $0.key < $1.key }
                .map { Count(problem: $0.key, refusals: $0.value.refusals) }
        }
    }
}
