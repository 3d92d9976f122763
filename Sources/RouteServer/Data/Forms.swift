import HTTPWire
import RouteModel

/// A body in every form that is sent: per coding a 200 and a 304, made once.
///
/// A class, so that whoever looks one up for a request holds one reference and not eight.
final class BodyForms: Sendable {
    /// The digest's letters, for validators.
    let digest: [UInt8]
    private let identity: PreparedResponse
    private let gzip: PreparedResponse
    private let identityUnchanged: PreparedResponse
    private let gzipUnchanged: PreparedResponse
    /// Where loops count answers: 200 and 304 as it is, then 200 and 304 in gzip.
    let cell: Int
    /// The same for requests with HEAD.
    let bodilessCell: Int
    /// Where loops count the requests of a turn.
    let turnCell: Int
    private let block: TallyBlock?

    init(_ body: PublishedBody, _ use: BodyUse, _ ledger: TrafficLedger) {
        digest = Array(body.digest.utf8)
        let caching = use.caching
        turnCell = LoopCells.turn(use.route.rawValue)
        bodilessCell = TrafficLedger.bodiless(use.route)
        block = ledger.block(
            .body(use.route, identityBytes: body.identity.count, gzipBytes: body.gzip.count), use.mark)
        cell = block?.first ?? bodilessCell
        let fields = { (coding: ContentCoding) in
            ([ProblemField("ETag", DataAnswer.tag(body.digest, coding))] + DataAnswer.shared(caching)
                + [ProblemField("Vary", "Accept-Encoding")]).map(HeaderField.init)
        }
        let type = HeaderField("Content-Type", JSONText.mediaType)
        let remark = AnswerRemark(release: body.version)
        identity = PreparedResponse(200, fields(.identity) + [type], body: body.identity, remark: remark)
        gzip = PreparedResponse(
            200, fields(.gzip) + [type, HeaderField("Content-Encoding", "gzip")], body: body.gzip, remark: remark)
        identityUnchanged = PreparedResponse(304, fields(.identity), remark: remark)
        gzipUnchanged = PreparedResponse(304, fields(.gzip), remark: remark)
    }

    /// Which of the four cells counts an answer.
    @inline(__always)
    static func form(_ coding: ContentCoding, isUnchanged: Bool) -> Int {
        (coding == .gzip ? 2 : 0) &+ (isUnchanged ? 1 : 0)
    }

    func answer(_ coding: ContentCoding, isUnchanged: Bool) -> PreparedResponse {
        switch (coding, isUnchanged) {
        case (.identity, false): identity
        case (.identity, true): identityUnchanged
        case (.gzip, false): gzip
        case (.gzip, true): gzipUnchanged
        }
    }
}

/// What a body is prepared for.
struct BodyUse: Sendable, Hashable {
    /// How long caches may keep it.
    let caching: CachePolicy
    /// Where it is asked for.
    let route: LoopRoute
    /// Which release it is to whoever asks there.
    let mark: ReleaseMark
}

/// A head in every form that is sent: as an answer, and as an event.
final class HeadForms: Sendable {
    /// The answer to `head`.
    let answer: PreparedResponse
    /// The beginning of a stream, with the head as its first event.
    let stream: PreparedResponse
    /// The event by itself.
    let event: SharedBytes
    /// Where loops count answers.
    let answerCell: Int
    /// The same for requests with HEAD.
    let bodilessCell = TrafficLedger.bodiless(.head)
    /// Where loops count streams that begin.
    let streamCell: Int
    private let block: TallyBlock?

    init(_ head: Head, isPublic: Bool, _ ledger: TrafficLedger) {
        let bytes = head.canonicalBytes
        let fields =
            DataAnswer.shared(isPublic ? .brief : .withheld)
            + [ProblemField("Content-Type", JSONText.mediaType)]
        let remark = AnswerRemark(release: head.version)
        answer = PreparedResponse(200, fields.map(HeaderField.init), body: SharedBytes(bytes), remark: remark)
        let mark = ReleaseMark(app: head.app, channel: head.channel, version: head.version)
        block = ledger.block(.head(bytes: bytes.count), mark)
        answerCell = block?.first ?? TrafficLedger.bodiless(.head)
        streamCell = block.map { $0.first + 1 } ?? TrafficLedger.bodiless(.events)
        // The event stream format of the HTML standard: fields, then an empty line.
        let text = "event: head\nid: \(head.position)\ndata: \(String(decoding: bytes, as: UTF8.self))\n\n"
        event = SharedBytes(Array(text.utf8))
        let streaming = [
            HeaderField("Content-Type", "text/event-stream"), HeaderField("Cache-Control", "no-store"),
            HeaderField("X-Accel-Buffering", "no"),
        ]
        stream = PreparedResponse(
            streaming: streaming + DataAnswer.crossOrigin.map(HeaderField.init), first: event, remark: remark)
    }
}

extension HeaderField {
    init(_ field: ProblemField) { self.init(field.name, field.value) }
}
