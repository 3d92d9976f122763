#if DEBUG
import HTTPServing
import Synchronization

/// An access log that counts answers and reads every field of each, so that a range out of bounds traps.
final class RecordCount: AnswerLog {
    let isEnabled = SharedFlag()
    private let records = Mutex(0)

    init() { isEnabled.value = true }

    /// The number of answers so far.
    var count: Int { records.withLock { $0 } }

    func record(_ request: RecordedRequest, _ answer: RecordedAnswer, loop: Int) {
        precondition(request.method.isEmpty == request.target.isEmpty, "a method without a target")
        precondition(request.received.isEmpty || request.method.isEmpty, "a parsed request has unparsed bytes")
        precondition(!request.received.contains(0x0A), "more than the first line")
        precondition(answer.bodyBytes >= 0 && answer.microseconds >= 0)
        for field in RecordedRequest.Field.allCases {
            precondition(request.value(field) == nil || request.values(field).count == 1)
        }
        records.withLock { $0 += 1 }
    }
}
#endif
