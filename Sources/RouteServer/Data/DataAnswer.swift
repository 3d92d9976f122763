import Digests

/// Answers of the data plane that a worker makes; the loop's own are prepared with the same fields.
enum DataAnswer {
    /// A body in the coding that the client prefers, or 304.
    static func body(_ body: PublishedBody, _ request: DataRequest, caching: CachePolicy) -> Answer {
        let coding = ContentCoding.negotiate(Array((request.acceptEncoding ?? "").utf8))
        let origin = AnswerOrigin(release: body.version)
        var fields = [ProblemField("ETag", tag(body.digest, coding))] + shared(caching)
        fields.append(ProblemField("Vary", "Accept-Encoding"))
        if let field = request.ifNoneMatch,
            Validators.isCurrent(Array(field.utf8), digest: Array(body.digest.utf8))
        {
            return Answer(304, fields: fields, origin: origin)
        }
        fields.append(ProblemField("Content-Type", JSONText.mediaType))
        if coding == .gzip { fields.append(ProblemField("Content-Encoding", "gzip")) }
        return Answer(
            200, fields: fields, body: .shared(coding == .gzip ? body.gzip : body.identity), origin: origin)
    }

    /// A text made from a body, with a tag of its own; never coded.
    static func tagged(_ bytes: [UInt8], _ request: DataRequest, caching: CachePolicy) -> Answer {
        let digest = SHA256.hexDigest(of: bytes)
        let fields = [ProblemField("ETag", tag(digest, .identity))] + shared(caching)
        if let field = request.ifNoneMatch, Validators.isCurrent(Array(field.utf8), digest: Array(digest.utf8)) {
            return Answer(304, fields: fields)
        }
        return Answer(
            200, fields: fields + [ProblemField("Content-Type", JSONText.mediaType)], body: .bytes(bytes))
    }

    /// A whole 200 without a tag.
    static func plain(_ bytes: [UInt8], caching: CachePolicy) -> Answer {
        Answer(
            200, fields: shared(caching) + [ProblemField("Content-Type", JSONText.mediaType)], body: .bytes(bytes))
    }

    /// The tag of a body in a coding (RFC 9110 section 8.8.3.3).
    static func tag(_ digest: String, _ coding: ContentCoding) -> String {
        coding == .gzip ? "\"\(digest)-gzip\"" : "\"\(digest)\""
    }

    /// What 200 and 304 have in common.
    static func shared(_ caching: CachePolicy) -> [ProblemField] {
        [ProblemField("Cache-Control", caching.field)] + crossOrigin
    }

    /// Web pages are clients too (Fetch standard, CORS protocol).
    static let crossOrigin = [
        ProblemField("Access-Control-Allow-Origin", "*"),
        ProblemField("Access-Control-Expose-Headers", "ETag, Retry-After"),
    ]

    /// The answer to a preflight.
    static func preflight(_ match: EndpointMatch) -> Answer {
        var fields = [ProblemField("Allow", match.allow)]
        fields += crossOrigin
        fields.append(ProblemField("Access-Control-Allow-Methods", match.allow))
        fields.append(ProblemField("Access-Control-Allow-Headers", "If-None-Match, Content-Type"))
        fields.append(ProblemField("Access-Control-Max-Age", "86400"))
        return Answer(204, fields: fields)
    }
}
