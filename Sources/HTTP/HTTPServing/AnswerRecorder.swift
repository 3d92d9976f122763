import HTTPWire
import SystemIO

/// Reports the answers of one loop to the server's `AnswerLog`, if there is one and it is enabled.
final class AnswerRecorder {
    /// Whether answers are recorded, as of this turn.
    private(set) var isEnabled = false
    private let answerLog: (any AnswerLog)?
    private let flag: SharedFlag?
    private let clock: LoopClock
    private let loop: Int

    init(_ answerLog: (any AnswerLog)?, clock: LoopClock, loop: Int) {
        self.answerLog = answerLog
        self.clock = clock
        self.loop = loop
        flag = answerLog?.isEnabled
        beginTurn()
    }

    /// Reads once a turn whether answers are recorded.
    func beginTurn() { isEnabled = flag?.value ?? false }

    /// The log's copy of a request; nil if answers are not recorded.
    func copy(of view: borrowing RequestView) -> RecordedRequest? {
        isEnabled ? RecordedRequest(view, at: clock.turnStartedAt) : nil
    }

    /// The log's copy of bytes that are not a complete request; nil if answers are not recorded.
    func copy(ofUnparsed bytes: some Sequence<UInt8>, from peer: PeerAddress) -> RecordedRequest? {
        isEnabled ? RecordedRequest(received: bytes, from: peer, at: clock.turnStartedAt) : nil
    }

    /// Records an answer of the event loop; not inlined, because the hot path only tests `isEnabled`.
    @inline(never)
    func record(_ view: borrowing RequestView, _ response: PreparedResponse) {
        record(RecordedRequest(view, at: clock.turnStartedAt), response, isHead: view.head.isHead)
    }

    /// Records an answer; does nothing if there is no copy of the request.
    func record(_ request: RecordedRequest?, _ response: PreparedResponse, isHead: Bool = false) {
        record(
            request, status: response.status, bodyBytes: isHead ? 0 : response.body?.count ?? 0,
            remark: response.remark)
    }

    /// Records a worker's answer.
    func record(_ request: RecordedRequest?, _ response: Response, isHead: Bool) {
        let hasBody = !isHead && response.status != 204 && response.status != 304
        record(
            request, status: response.status, bodyBytes: hasBody ? response.bodyByteCount : 0,
            remark: response.remark)
    }

    private func record(_ request: RecordedRequest?, status: Int, bodyBytes: Int, remark: AnswerRemark?) {
        guard let request, let answerLog else { return }
        let answer = RecordedAnswer(
            status: status, bodyBytes: bodyBytes,
            microseconds: max(0, MonotonicClock.microseconds - request.startedAt), remark: remark)
        answerLog.record(request, answer, loop: loop)
    }
}
