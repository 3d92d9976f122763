import HTTPWire
import SystemIO

extension EventLoop {
    /// Takes down an answer that was given at once; out of the way of the hot path, which only asks whether to.
    @inline(never)
    func keep(_ view: borrowing RequestView, _ response: PreparedResponse) {
        keep(RequestNote(view, at: turnStartedAt), response, isHead: view.head.isHead)
    }

    /// The same for an answer without a whole request, or after one; nothing where there is no note.
    func keep(_ note: RequestNote?, _ response: PreparedResponse, isHead: Bool = false) {
        keep(
            note, status: response.status, bodyBytes: isHead ? 0 : response.body?.count ?? 0, remark: response.remark)
    }

    /// Takes down a worker's answer.
    func keep(_ note: RequestNote?, _ response: Response, isHead: Bool) {
        let hasBody = !isHead && response.status != 204 && response.status != 304
        keep(
            note, status: response.status, bodyBytes: hasBody ? response.bodyByteCount : 0, remark: response.remark)
    }

    private func keep(_ note: RequestNote?, status: Int, bodyBytes: Int, remark: AnswerRemark?) {
        guard let note, let journal = shared.journal else { return }
        let answer = AnswerNote(
            status: status, bodyBytes: bodyBytes, microseconds: max(0, MonotonicClock.microseconds - note.startedAt),
            remark: remark)
        journal.note(note, answer, loop: index)
    }

    /// What a journal notes of bytes that are no request, or not a whole one; nil where none is kept.
    func note(received bytes: some Sequence<UInt8>, from peer: PeerAddress) -> RequestNote? {
        isJournalKept ? RequestNote(received: bytes, from: peer, at: turnStartedAt) : nil
    }
}
