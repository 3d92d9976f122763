package import CanonicalJSON
package import HTTPWire
package import ServerLog
package import StoreRecords

/// The answer of a handler: status, fields and body, without the fields of the connection.
package struct Answer: Sendable {
    /// The HTTP status.
    package var status: Int
    /// Header fields except those of the connection and the length.
    package var fields: [HeaderField]
    var body: Body
    /// Facts about the request for logs and metrics; they are not sent.
    package var origin: Origin

    /// The body of an answer.
    package enum Body: Sendable {
        /// No body: 204 and 304.
        case none
        /// Bytes in memory.
        case bytes([UInt8])
        /// Bytes in memory that many answers share.
        case shared(SharedBytes)
        /// A refusal; it is encoded after the request id was added.
        case problem(Problem)
        /// A file.
        case file(AnswerFile)
    }

    /// Facts about the request that an answer belongs to.
    package struct Origin: Sendable, Hashable {
        /// The request id; nil until it is set.
        var id: RequestID?
        /// The `id` of the endpoint; nil if the address has none.
        package var endpoint: String?
        /// Whether the endpoint is of the control plane.
        package var isControl = false
        /// The name of the token that was sent and accepted.
        package var principal: String?
        var release: Int?
        /// Whether the endpoint changes what is stored.
        package var isChange = false
        /// A position of the store that has the change of a replayed answer; nil for all other answers.
        package var position: StorePosition?

        /// Facts of an answer that may contain a release.
        package init(release: Int? = nil) { self.release = release }

        /// The same facts for the access log.
        var remark: AnswerRemark { AnswerRemark(requestID: id?.text, principal: principal, release: release) }
    }

    /// Makes an answer.
    package init(_ status: Int, fields: [HeaderField] = [], body: Body = .none, origin: Origin = Origin()) {
        self.status = status
        self.origin = origin
        self.fields = fields
        self.body = body
    }

    /// JSON with `no-store`, as the control plane answers.
    package static func json(_ status: Int, _ value: JSONValue, fields: [HeaderField] = []) -> Answer {
        json(status, bytes: JSONText.bytes(value), fields: fields)
    }

    /// The same from encoded JSON that ends with a newline.
    package static func json(_ status: Int, bytes: [UInt8], fields: [HeaderField] = []) -> Answer {
        let own = [
            HeaderField("Content-Type", JSONText.mediaType), HeaderField("Cache-Control", CachePolicy.noStore.field),
        ]
        return Answer(status, fields: own + fields, body: .bytes(bytes))
    }

    /// A refusal.
    package static func problem(_ problem: Problem) -> Answer {
        let own = [
            HeaderField("Content-Type", JSONText.problemMediaType),
            HeaderField("Cache-Control", CachePolicy.noStore.field),
        ]
        return Answer(problem.status, fields: own + problem.fields, body: .problem(problem))
    }

    /// 204 without a body.
    package static func done(fields: [HeaderField] = []) -> Answer {
        Answer(204, fields: [HeaderField("Cache-Control", CachePolicy.noStore.field)] + fields)
    }

    /// Tells browsers that the answer is no page and belongs to no other site.
    ///
    /// Not for answers that every web page may read, nor for pages, which have their own policy.
    package mutating func isolate() {
        let others = ["Access-Control-Allow-Origin", "Content-Security-Policy"]
        guard !fields.contains(where: { others.contains($0.name) }) else { return }
        fields += Self.isolation
    }

    private static let isolation = [
        HeaderField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        HeaderField("Cross-Origin-Resource-Policy", "same-origin"), HeaderField("Referrer-Policy", "no-referrer"),
    ]

    /// The value of its `ETag`, if it has one.
    package var tag: String? { fields.first { $0.name == "ETag" }?.value }

    /// Whether it has a body in memory that is no refusal.
    package var isInMemory: Bool {
        switch body {
        case .bytes, .shared: true
        case .none, .problem, .file: false
        }
    }

    /// Its body, if many answers share it.
    package var shared: SharedBytes? {
        if case .shared(let bytes) = body { bytes } else { nil }
    }

    /// 304 in its place: the same fields without those of the content (RFC 9110 section 15.4.5).
    package var unchanged: Answer {
        var answer = self
        (answer.status, answer.body) = (304, .none)
        answer.fields.removeAll { $0.name == "Content-Type" }
        return answer
    }

    /// The same answer in the coding gzip.
    ///
    /// The tag of a numbered state becomes weak, that of content another one, because the bytes differ (section 8.8.3.3).
    package func coded(_ gzip: SharedBytes) -> Answer {
        var answer = self
        answer.body = .shared(gzip)
        answer.fields.append(HeaderField("Content-Encoding", "gzip"))
        guard let place = fields.firstIndex(where: { $0.name == "ETag" }),
            let tag = EntityTag.list(fields[place].value)?.first
        else { return answer }
        let isDigest = tag.opaque.utf8.count == 64
        let coded = isDigest ? EntityTag("\(tag.opaque)-gzip") : EntityTag(tag.opaque, isWeak: true)
        answer.fields[place] = HeaderField("ETag", coded.description)
        return answer
    }

    /// The refusal, if the answer is one.
    package var problem: Problem? {
        if case .problem(let problem) = body { problem } else { nil }
    }

    /// The length of the body in bytes.
    package var byteCount: Int {
        if case .file(let file) = body { file.byteCount } else { bytes.count }
    }

    /// The body's bytes if they are in memory, else empty.
    package var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .shared(let shared): shared.bytes
        case .problem(let problem): problem.document
        case .none, .file: []
        }
    }

    /// Adds the request id to the facts for the log, to `X-Request-Id` and to the `instance` of a refusal.
    ///
    /// Successful answers of the data plane have no such field, because caches send the same answer to other clients.
    package mutating func setRequestID(_ id: RequestID) {
        if case .problem(var problem) = body {
            problem.instance = id.uri
            body = .problem(problem)
        } else if !origin.isControl {
            return
        }
        origin.id = id
        fields.append(HeaderField(RequestID.field, id.text))
    }
}

/// JSON as this server sends it: canonical bytes and one newline, so that a terminal's prompt starts on its own line.
package enum JSONText {
    /// Encodes a value.
    package static func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes = value.canonicalBytes
        bytes.append(0x0A)
        return bytes
    }

    /// `application/json`, which has no charset parameter (RFC 8259 section 11).
    package static let mediaType = "application/json"
    /// RFC 9457 section 3.
    static let problemMediaType = "application/problem+json"
}

extension HeaderField {
    /// `ETag` of a numbered resource, such as `"r12"` for a draft.
    ///
    /// Weak for an answer whose bytes may differ under the same number.
    package static func tag(_ kind: EntityTag.Kind, _ number: Int, isWeak: Bool = false) -> HeaderField {
        var tag = EntityTag.numbered(kind, number)
        tag.isWeak = isWeak
        return HeaderField("ETag", tag.description)
    }
}

extension Response {
    /// The answer of a worker in the form that the connection sends.
    package init(_ answer: Answer) {
        let body: Body =
            switch answer.body {
            case .none: .none
            case .bytes(let bytes): .bytes(SharedBytes(bytes))
            case .shared(let shared): .shared(shared)
            case .problem(let problem): .bytes(SharedBytes(problem.document))
            case .file(let file): .file(file)
            }
        self.init(answer.status, answer.fields, body: body, remark: answer.origin.remark)
    }
}

extension PreparedResponse {
    /// The same for an event loop.
    package convenience init(_ answer: Answer) {
        self.init(answer.status, answer.fields, body: SharedBytes(answer.bytes), remark: answer.origin.remark)
    }
}
