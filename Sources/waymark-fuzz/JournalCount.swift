#if DEBUG
import HTTPServing
import Synchronization

/// Counts what a journal is told of, and reads all of it, so that a wrong place traps.
final class JournalCount: AnswerJournal {
    let valve = JournalValve()
    private let notes = Mutex(0)

    init() { valve.isOpen = true }

    /// Answers that were noted so far.
    var count: Int { notes.withLock { $0 } }

    func note(_ request: RequestNote, _ answer: AnswerNote, loop: Int) {
        precondition(request.method.isEmpty == request.target.isEmpty, "a method without a target")
        precondition(request.received.isEmpty || request.method.isEmpty, "understood and not understood")
        precondition(!request.received.contains(0x0A), "more than the first line")
        precondition(answer.bodyBytes >= 0 && answer.microseconds >= 0)
        for field in RequestNote.Field.allCases {
            precondition(request.value(field) == nil || request.values(field).count == 1)
        }
        notes.withLock { $0 += 1 }
    }
}
#endif
