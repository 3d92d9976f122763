import CanonicalJSON
import ServerLog

/// The header fields of answers beside those that every answer has: `Date`, `Server`, `Connection`, `Content-Length`,
/// `Content-Type` and `X-Content-Type-Options`.
enum OpenAPIHeaders {
    /// The fields of an operation's success.
    static func success(_ endpoint: Endpoint) -> [AnswerField] {
        var fields = [caching(endpoint)]
        if endpoint.isControl { fields += [requestID, node] }
        if endpoint.isControl, endpoint.method != .get { fields.append(position) }
        if let tag = endpoint.success.tag { fields.append(self.tag(tag)) }
        if endpoint.query.contains(where: { $0.name == "after" }) { fields.append(next) }
        if endpoint.access != .data, endpoint.success.schema != nil { fields += coding }
        if endpoint.success.status == 201 {
            fields.append(AnswerField("Location", "the address of the new resource", .text(pattern: "^/v1/")))
        }
        if endpoint.takesIdempotencyKey, endpoint.isReplayable { fields.append(replayed) }
        return fields + endpoint.success.fields
    }

    private static let kinds = EntityTag.Kind.allCases.map(\.rawValue).joined()

    /// The fields of a 304: those of the 200 that a cache keeps.
    static func unchanged(_ endpoint: Endpoint) -> [AnswerField] {
        success(endpoint).filter { !["Content-Encoding", "Accept-Ranges"].contains($0.name) }
    }

    static func refusal(_ status: Int) -> [AnswerField] {
        var fields = [
            AnswerField("Cache-Control", "caches must not store refusals", .words(["no-store"])), requestID, node,
        ]
        if ![409, 412, 415, 421, 428].contains(status) { fields += AnswerField.crossOrigin(isAlways: false) }
        switch status {
        case 401:
            fields.append(AnswerField("WWW-Authenticate", "how to authenticate (RFC 6750)"))
            fields.append(AnswerField("Set-Cookie", "removes the cookie of a session that has ended", isAlways: false))
        case 405: fields.append(allow)
        case 409, 412, 428:
            let meaning = "the current state; absent if the resource does not exist yet"
            fields.append(
                AnswerField("ETag", meaning, .text(pattern: "^\"[\(Self.kinds)][0-9]+\"$"), isAlways: status == 412))
            if status == 409 { fields.append(replayed) }
        case 403:
            fields.append(AnswerField("WWW-Authenticate", "what the token lacks (RFC 6750)", isAlways: false))
        case 415:
            let meanings = ["Accept": "the supported media type", "Accept-Encoding": "the supported content coding"]
            fields += meanings.sorted { $0.key < $1.key }.map {
                AnswerField($0.key, "\($0.value) (RFC 9110 section 15.5.16)", isAlways: false)
            }
        case 429: fields.append(retryAfter(isAlways: true))
        case 500: fields.append(retryAfter(isAlways: false))
        default: break
        }
        return fields
    }

    /// The fields of the answer to OPTIONS.
    static let preflight =
        [AnswerField("Cache-Control", "never cached", .words(["no-store"]), isAlways: false), allow]
        + AnswerField.crossOrigin(isAlways: false) + [
            AnswerField("Access-Control-Allow-Methods", "the same as `Allow`", isAlways: false),
            AnswerField("Access-Control-Allow-Headers", "the fields that scripts may send", isAlways: false),
            AnswerField(
                "Access-Control-Max-Age", "how many seconds a browser may use this answer",
                .text(pattern: "^[0-9]+$"), isAlways: false),
        ]

    /// The fields by name, each as a Header Object (OpenAPI 3.1).
    static func json(_ fields: [AnswerField]) -> JSONValue {
        .object(
            fields.reduce(into: [:]) { all, field in
                all[field.name] = [
                    "description": .string(field.meaning), "required": .bool(field.isAlways),
                    "schema": field.schema.json(),
                ]
            })
    }

    private static let allow = AnswerField("Allow", "the methods that the resource supports")
    private static let replayed = AnswerField(
        "Idempotency-Replayed", "the answer to the first request with the key", .words(["true"]), isAlways: false)

    private static let next = AnswerField(
        "Link", "the next page, if there is one (RFC 8288)", .text(pattern: "^</v1/.*>; rel=\"next\"$"), isAlways: false
    )
    private static let coding = [
        AnswerField("Content-Encoding", "of long answers, if the client accepts it", .words(["gzip"]), isAlways: false),
        AnswerField("Vary", "of long answers", .words(["Accept-Encoding"]), isAlways: false),
    ]

    private static let requestID = AnswerField(
        RequestID.field, "the request id, which the server log and the `instance` of a refusal contain, too",
        .text(pattern: "^[A-Za-z0-9._~-]{1,\(LogLimits.requestIDBytesMax)}$"))

    private static let node = AnswerField(
        "Waymark-Node", "the server that answered, if several share a database", .text(), isAlways: false)
    private static let position = AnswerField(
        "Waymark-Position",
        "what a reader sends to see this change on every server; it waits a second at most, then gets 503",
        .text(pattern: "^[0-9]+\\.[0-9]+$"), isAlways: false)

    private static func retryAfter(isAlways: Bool) -> AnswerField {
        AnswerField("Retry-After", "seconds to wait", .text(pattern: "^[0-9]+$"), isAlways: isAlways)
    }

    /// The `Cache-Control` of a success.
    private static func caching(_ endpoint: Endpoint) -> AnswerField {
        let policies = endpoint.success.caching
        let meaning = policies.count > 1 ? "the second if a token was required" : "how long caches may store it"
        return AnswerField("Cache-Control", meaning, .words(policies.map(\.field)))
    }

    private static func tag(_ tag: Endpoint.TagField) -> AnswerField {
        switch tag {
        case .digest:
            AnswerField("ETag", "the SHA-256 of the body, and its coding", .text(pattern: "^\"[0-9a-f]{64}(-gzip)?\"$"))
        case .number(let kind), .part(let kind):
            AnswerField("ETag", "\(kind.meaning), for `If-Match`", .text(pattern: "^(W/)?\"\(kind.rawValue)[0-9]+\"$"))
        }
    }
}
