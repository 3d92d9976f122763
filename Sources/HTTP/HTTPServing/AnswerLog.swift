package import HTTPWire
import Synchronization

/// Records every answer of a server: of handlers, of workers, and refusals.
package protocol AnswerLog: Sendable {
    /// Whether answers are recorded now; always the same object.
    var isEnabled: SharedFlag { get }

    /// Records an answer; called on the event loop that sent it; must not block.
    func record(_ request: RecordedRequest, _ answer: RecordedAnswer, loop: Int)
}

/// A Boolean value that any thread sets and event loops read once a turn, with a load of one byte.
package final class SharedFlag: Sendable {
    private let flag = Atomic(false)

    /// False.
    package init() {}

    /// The current value.
    package var value: Bool {
        get { flag.load(ordering: .relaxed) }
        set { flag.store(newValue, ordering: .relaxed) }
    }
}

/// The record of an answer.
package struct RecordedAnswer: Sendable {
    /// The status.
    package let status: Int
    /// Bytes of the body; of an event stream those of its first event.
    package let bodyBytes: Int
    /// The time from the turn in which the request head was read, or its deadline passed, until the answer was written.
    package let microseconds: Int64
    /// Facts that the handler adds.
    package let remark: AnswerRemark?
}
