import Synchronization

/// What all clients of a soak have done, and what went wrong; safe from any thread.
final class SoakTally: Sendable {
    /// Kinds of work that are counted.
    enum Work: String, CaseIterable, Sendable {
        case bodies, gzip, unchanged, heads, events, writes, publishes, abuses
    }

    /// What was counted.
    struct Counts: Sendable {
        /// How often each kind of work was done.
        var done: [Work: Int] = [:]
        /// How often something went wrong.
        var errors = 0
        /// What went wrong first.
        var firstErrors: [String] = []
        /// Whether clients shall end.
        var isOver = false
    }

    private let counts = Mutex(Counts())

    /// Counts work.
    func note(_ work: Work, _ count: Int = 1) { counts.withLock { $0.done[work, default: 0] += count } }

    /// Counts an error; the first ones are kept.
    func fail(_ work: Work, _ reason: String) {
        counts.withLock { counts in
            // What fails because the soak is over is no error.
            guard !counts.isOver else { return }
            counts.errors += 1
            if counts.firstErrors.count < Self.errorsMax { counts.firstErrors.append("\(work.rawValue): \(reason)") }
        }
    }

    /// Lets all clients end.
    func end() { counts.withLock { $0.isOver = true } }

    /// Whether clients shall go on.
    var goesOn: Bool { counts.withLock { !$0.isOver } }

    /// All counts now.
    var now: Counts { counts.withLock { $0 } }

    /// Enough to see what is wrong.
    private static let errorsMax = 10
}
