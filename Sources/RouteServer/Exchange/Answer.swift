import CanonicalJSON
import HTTPWire

/// What a worker answers: status, fields and bytes, before the wire adds what belongs to the connection.
struct Answer: Sendable {
    /// The HTTP status.
    var status: Int
    /// Header fields but those of the connection and the length.
    var fields: [ProblemField]
    /// The body.
    var body: Body
    /// What is known of the request, for logs and journals.
    var origin: AnswerOrigin

    /// Where the bytes come from.
    enum Body: Sendable {
        /// No body at all: 204 and 304.
        case none
        /// Bytes in memory.
        case bytes([UInt8])
        /// Bytes in memory that many answers carry.
        case shared(SharedBytes)
        /// A refusal, not yet written, so that it can be named after its request.
        case problem(Problem)
        /// A file that is sent and then deleted.
        case temporaryFile(path: String, byteCount: Int)
    }

    init(_ status: Int, fields: [ProblemField] = [], body: Body = .none, origin: AnswerOrigin = AnswerOrigin()) {
        self.status = status
        self.origin = origin
        self.fields = fields
        self.body = body
    }

    /// JSON that no cache keeps: every answer of the control plane.
    static func json(_ status: Int, _ value: JSONValue, fields: [ProblemField] = []) -> Answer {
        let own = [ProblemField("Content-Type", JSONText.mediaType), ProblemField("Cache-Control", "no-store")]
        return Answer(status, fields: own + fields, body: .bytes(JSONText.bytes(value)))
    }

    /// A refusal.
    static func problem(_ problem: Problem) -> Answer {
        let own = [ProblemField("Content-Type", JSONText.problemMediaType), ProblemField("Cache-Control", "no-store")]
        return Answer(problem.status, fields: own + problem.fields, body: .problem(problem))
    }

    /// 204 without anything but fields.
    static func done(fields: [ProblemField] = []) -> Answer {
        Answer(204, fields: [ProblemField("Cache-Control", "no-store")] + fields)
    }

    /// The refusal, if it is one.
    var problem: Problem? {
        if case .problem(let problem) = body { problem } else { nil }
    }

    /// How many bytes the body has.
    var byteCount: Int {
        if case .temporaryFile(_, let count) = body { count } else { bytes.count }
    }

    /// The same with the release that it tells of.
    func telling(of mark: ReleaseMark) -> Answer {
        var answer = self
        answer.origin.mark = mark
        return answer
    }

    /// The bytes, where they are in memory.
    var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .shared(let shared): shared.bytes
        case .problem(let problem): problem.document
        case .none, .temporaryFile: []
        }
    }
}

extension ProblemField {
    /// `ETag` of a numbered thing.
    static func tag(_ kind: EntityTag.Kind, _ number: Int) -> ProblemField {
        ProblemField("ETag", EntityTag.numbered(kind, number).description)
    }
}
