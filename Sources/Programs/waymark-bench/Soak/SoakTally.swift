import Synchronization

/// Counts the work and the errors of all clients of a soak; safe to use from any thread.
final class SoakTally: Sendable {
    /// Kinds of work that are counted.
    enum Work: String, CaseIterable, Sendable {
        case bodies, gzip, unchanged, heads, events, writes, publishes, abuses
    }

    /// The counts.
    struct Counts: Sendable {
        /// Number of requests or events by kind of work.
        var done: [Work: Int] = [:]
        /// Number of errors.
        var errors = 0
        /// The first errors.
        var firstErrors: [String] = []
        /// Whether clients must end.
        var isOver = false
    }

    private let counts = Mutex(Counts())

    /// Counts work.
    func count(_ work: Work, _ count: Int = 1) { counts.withLock { $0.done[work, default: 0] += count } }

    /// Counts an error; stores the first ones.
    func fail(_ work: Work, _ reason: String) {
        counts.withLock { counts in
            // A failure after the end of the soak is not an error.
            guard !counts.isOver else { return }
            counts.errors += 1
            if counts.firstErrors.count < Self.errorsMax { counts.firstErrors.append("\(work.rawValue): \(reason)") }
        }
    }

    /// Ends the soak: ``goesOn`` is false from now on.
    func end() { counts.withLock { $0.isOver = true } }

    /// Whether clients must continue.
    var goesOn: Bool { counts.withLock { !$0.isOver } }

    /// The current counts.
    var now: Counts { counts.withLock { $0 } }

    /// The most errors that are stored.
    private static let errorsMax = 10
}
