import CanonicalJSON
import ReleaseStore

/// A header field of an answer, as the contract describes it.
struct AnswerField: Sendable, Hashable {
    /// Its name as it is sent.
    let name: String
    /// What it says, one clause.
    let meaning: String
    /// What it may be.
    let schema: Schema
    /// Whether each such answer has it.
    let isAlways: Bool

    init(_ name: String, _ meaning: String, _ schema: Schema = .text(), isAlways: Bool = true) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.isAlways = isAlways
    }
}

/// The header fields of answers beside those that every HTTP message has: `Date`, `Server`, `Connection`,
/// `Content-Length` and `Content-Type`.
enum OpenAPIHeaders {
    /// The fields of an operation's success.
    static func success(_ endpoint: Endpoint) -> [AnswerField] {
        var fields = [caching(endpoint)]
        if endpoint.isControl { fields.append(requestID) }
        if let tag = tag(endpoint) { fields.append(tag) }
        if endpoint.access == .data { fields += crossOrigin(isAlways: true) }
        if endpoint.isConditional { fields += [vary(isAlways: endpoint.id != .currentRules), coding] }
        if endpoint.success.status == 201 {
            fields.append(AnswerField("Location", "where it is", .text(pattern: "^/v1/")))
        }
        // A token's secret is shown once: the same key gets 409.
        if endpoint.isIdempotent, endpoint.id != .createToken { fields.append(replayed) }
        switch endpoint.id {
        case .events: fields.append(AnswerField("X-Accel-Buffering", "proxies pass each event on", .words(["no"])))
        case .backup:
            fields.append(AnswerField("Content-Disposition", "a name for the file", .text(pattern: "^attachment; ")))
        default: break
        }
        return fields
    }

    /// The fields of a 304: those of the 200 that it stands for.
    static func unchanged(_ endpoint: Endpoint) -> [AnswerField] {
        success(endpoint).filter { $0.name != coding.name }
    }

    /// The fields of a refusal.
    static func refusal(_ status: Int) -> [AnswerField] {
        var fields = [AnswerField("Cache-Control", "no cache keeps a refusal", .words(["no-store"])), requestID]
        if ![409, 412, 413, 414, 415, 428].contains(status) { fields += crossOrigin(isAlways: false) }
        switch status {
        case 401: fields.append(AnswerField("WWW-Authenticate", "how to authenticate (RFC 6750)"))
        case 405: fields.append(allow)
        case 409: fields.append(replayed)
        case 412, 428:
            let meaning = "what is there now; not where nothing is there yet"
            fields.append(AnswerField("ETag", meaning, .text(pattern: "^\"[rsae][0-9]+\"$"), isAlways: status == 412))
        case 415: fields.append(AnswerField("Accept", "the media type that would do (RFC 9110 section 15.5.16)"))
        case 429: fields.append(retryAfter(isAlways: true))
        case 500: fields.append(retryAfter(isAlways: false))
        default: break
        }
        return fields
    }

    /// The fields of the answer to OPTIONS.
    static let preflight =
        [AnswerField("Cache-Control", "always the same", .words(["no-store"]), isAlways: false), allow]
        + crossOrigin(isAlways: false) + [
            AnswerField("Access-Control-Allow-Methods", "the same as `Allow`", isAlways: false),
            AnswerField("Access-Control-Allow-Headers", "what a page's script may send", isAlways: false),
            AnswerField(
                "Access-Control-Max-Age", "how many seconds this holds", .text(pattern: "^[0-9]+$"), isAlways: false),
        ]

    /// The fields as a Header Object each.
    static func json(_ fields: [AnswerField]) -> JSONValue {
        .object(
            fields.reduce(into: [:]) { all, field in
                all[field.name] = [
                    "description": .string(field.meaning), "required": .bool(field.isAlways),
                    "schema": field.schema.json,
                ]
            })
    }

    private static let allow = AnswerField("Allow", "the methods of this address")
    private static let coding = AnswerField(
        "Content-Encoding", "where the client takes gzip", .words(["gzip"]), isAlways: false)
    private static let replayed = AnswerField(
        "Idempotency-Replayed", "the answer that the key's first request got", .words(["true"]), isAlways: false)

    private static let requestID = AnswerField(
        RequestID.field, "the request's name in the server's log; a refusal's `instance` holds it, too",
        .text(pattern: "^[A-Za-z0-9._~-]{1,\(ServerLimits.requestIDBytesMax)}$"))

    private static func vary(isAlways: Bool) -> AnswerField {
        AnswerField("Vary", "caches keep each coding apart", .words(["Accept-Encoding"]), isAlways: isAlways)
    }

    private static func retryAfter(isAlways: Bool) -> AnswerField {
        AnswerField("Retry-After", "seconds to wait", .text(pattern: "^[0-9]+$"), isAlways: isAlways)
    }

    /// Web pages are clients of the data plane (Fetch standard, CORS protocol).
    private static func crossOrigin(isAlways: Bool) -> [AnswerField] {
        let place = isAlways ? "" : ", on the data plane"
        return [
            AnswerField(
                "Access-Control-Allow-Origin", "every page may read it\(place)", .words(["*"]), isAlways: isAlways),
            AnswerField(
                "Access-Control-Expose-Headers", "what a page's script may see\(place)", isAlways: isAlways),
        ]
    }

    /// How long caches keep a success.
    private static func caching(_ endpoint: Endpoint) -> AnswerField {
        let values: [String] =
            switch endpoint.id {
            case .currentRules, .head, .releaseRules: [CachePolicy.brief.field, CachePolicy.withheld.field]
            case .body: [CachePolicy.immutable.field, CachePolicy.withheld.field]
            case .contract: ["public, max-age=300"]
            default: ["no-store"]
            }
        let meaning = values.count > 1 ? "the second where a token was needed" : "how long caches keep it"
        return AnswerField("Cache-Control", meaning, .words(values))
    }

    /// The tag of what a success shows, or of what it changed.
    private static func tag(_ endpoint: Endpoint) -> AnswerField? {
        switch endpoint.id {
        case .currentRules, .body, .releaseRules:
            AnswerField("ETag", "the body's SHA-256, and its coding", .text(pattern: "^\"[0-9a-f]{64}(-gzip)?\"$"))
        case .createApp, .readApp, .updateApp: tag(.app, "the app's revision")
        case .readDraft, .replaceDraft, .readSettings, .replaceSettings, .listRules, .addRule, .readRule, .replaceRule,
            .deleteRule, .checkDraft, .diffDraft, .publish, .restoreRelease:
            tag(.draft, "the draft's revision")
        case .readExpectations, .replaceExpectations: tag(.expectations, "the expectations' revision")
        case .readChannel, .moveChannel: tag(.channel, "the channel's sequence")
        default: nil
        }
    }

    private static func tag(_ kind: EntityTag.Kind, _ meaning: String) -> AnswerField {
        AnswerField("ETag", "\(meaning), for `If-Match`", .text(pattern: "^\"\(kind.rawValue)[0-9]+\"$"))
    }
}
