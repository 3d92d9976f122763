package import HTTPWire
import Synchronization

/// Takes down every answer of a server, whoever made it: handlers, workers, or the wire itself.
package protocol AnswerJournal: Sendable {
    /// Whether it is kept at the moment.
    var valve: JournalValve { get }

    /// Takes down an answer; called on the event loop that gave it, so it neither blocks nor waits.
    func note(_ request: RequestNote, _ answer: AnswerNote, loop: Int)
}

/// Opened and closed by any thread, looked at by event loops once a turn.
package final class JournalValve: Sendable {
    private let open = Atomic(false)

    /// Closed.
    package init() {}

    /// Whether answers are noted.
    package var isOpen: Bool {
        get { open.load(ordering: .relaxed) }
        set { open.store(newValue, ordering: .relaxed) }
    }
}

/// What was answered, for a journal.
package struct AnswerNote: Sendable {
    /// The status.
    package let status: Int
    /// Bytes of the body; of a stream those of its first event.
    package let bodyBytes: Int
    /// From when the loop had the request's head, or the end of its patience, to when the answer went out of its hands.
    package let microseconds: Int64
    /// What the answer's maker says about it.
    package let remark: AnswerRemark?

    /// Makes a note.
    package init(status: Int, bodyBytes: Int, microseconds: Int64, remark: AnswerRemark?) {
        self.status = status
        self.bodyBytes = bodyBytes
        self.microseconds = microseconds
        self.remark = remark
    }
}
