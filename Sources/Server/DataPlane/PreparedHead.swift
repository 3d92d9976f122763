import HTTPExchange
package import HTTPWire
import RouteDocuments
import RouteModel
import ServerMetrics

/// A head in the form that loops send: as an answer, and as an event.
package final class PreparedHead: Sendable {
    /// The answer to `head`.
    let answer: PreparedResponse
    /// The beginning of an event stream, with the head as its first event.
    let stream: PreparedResponse
    /// The event without the beginning of the stream.
    package let event: StreamBytes
    /// The cell in which loops count answers.
    let answerCell: Int
    /// The same for HEAD.
    let bodilessCell = RequestMetrics.bodiless(LoopEndpoint.head.route)
    /// The cell in which loops count the requests of a turn.
    let turnCell = RequestMetrics.turn(LoopEndpoint.head.route)
    /// The cell in which loops count streams that begin.
    let streamCell: Int
    private let block: CounterBlock?

    init(_ head: Head, isPublic: Bool, _ metrics: RequestMetrics) {
        let bytes = head.canonicalBytes
        let remark = AnswerRemark(release: head.version)
        answer = PreparedResponse(
            200, DataFields.json(isPublic ? .brief : .withheld), body: SharedBytes(bytes), remark: remark)
        let labels = ReleaseLabels(app: head.app, channel: head.channel, version: head.version)
        let (route, streamRoute) = (LoopEndpoint.head.route, LoopEndpoint.events.route)
        block = metrics.block(.head(route, stream: streamRoute, bytes: bytes.count), labels)
        answerCell = block?.first ?? RequestMetrics.bodiless(route)
        streamCell = block.map { $0.first + 1 } ?? RequestMetrics.bodiless(streamRoute)
        // An event is fields and an empty line (HTML standard, section 9.2.5).
        let text = "event: head\nid: \(head.position)\ndata: \(String(decoding: bytes, as: UTF8.self))\n\n"
        event = StreamBytes(Array(text.utf8))
        stream = PreparedResponse(streaming: DataFields.eventStream, first: event, remark: remark)
    }
}
