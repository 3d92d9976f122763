import ReleaseStore

/// One kind of refusal, with its meaning and what to do.
struct ProblemKind: Sendable, Hashable {
    /// The code behind `urn:waymark:problem:`.
    let code: String
    /// The statuses it comes with.
    let statuses: [Int]
    /// What happened.
    let meaning: String
    /// What to do.
    let remedy: String

    init(_ code: String, _ statuses: Int..., meaning: String, remedy: String) {
        self.code = code
        self.statuses = statuses
        self.meaning = meaning
        self.remedy = remedy
    }

    /// The `type` member of its documents (RFC 9457 section 3.1.1).
    var type: String { "urn:waymark:problem:\(code)" }
}

/// Every kind of refusal that the server has.
///
/// A test compares it with the sources in both directions.
enum ProblemCatalogue {
    /// All of them, by cause.
    static let all: [ProblemKind] = request + rights + state + content + store + wire

    private static let request = [
        ProblemKind(
            "bad-request", 400, meaning: "a parameter, a field or the JSON of the body cannot be understood",
            remedy: "`detail` names it, and the nearest known name; `errors` has line and column in the body"),
        ProblemKind(
            "not-found", 404, meaning: "nothing is at this address, or nothing that the caller may know of",
            remedy: "look for a misspelt name; a channel is there once it points at a release"),
        ProblemKind(
            "method-not-allowed", 405, meaning: "the address has no such method",
            remedy: "take one of those in `Allow`"),
        ProblemKind(
            "too-large", 413, meaning: "the body is longer than the limit", remedy: "`detail` has the limit"),
        ProblemKind(
            "unsupported-media-type", 415, meaning: "the body has another type than the operation takes",
            remedy: "send the type in `Accept`, `application/json` nearly everywhere"),
    ]

    private static let rights = [
        ProblemKind(
            "unauthorized", 401, meaning: "a token is needed, or this one is unknown, revoked or past its end",
            remedy: "send `Authorization: Bearer wmk_…`"),
        ProblemKind(
            "forbidden", 403, meaning: "the token's role or its list of apps does not cover this",
            remedy: "ask `/v1/whoami` what it may do; let an admin make one that may"),
        ProblemKind(
            "too-many-attempts", 429, meaning: "this source address sent too many wrong tokens",
            remedy: "wait `Retry-After` seconds"),
    ]

    private static let state = [
        ProblemKind(
            "precondition-required", 428, meaning: "a write without `If-Match` could overwrite somebody's work",
            remedy: "send the `ETag` that was read, or `*`"),
        ProblemKind(
            "revision-mismatch", 412, meaning: "somebody else changed it since it was read",
            remedy: "`current` and `resource` have what is there now: decide anew, send again"),
        ProblemKind("exists", 409, meaning: "the name is taken", remedy: "take another, or replace with PUT"),
        ProblemKind(
            "name-retired", 409, meaning: "an app of this name was deleted, and devices may still ask for it",
            remedy: "take another name"),
        ProblemKind(
            "unpublished-edits", 409, meaning: "a restore would lose edits of the draft that nobody published",
            remedy: "publish them, or repeat with `?force=1`"),
        ProblemKind(
            "version-mismatch", 409, meaning: "another publish took the number while this one was prepared",
            remedy: "send the request again"),
        ProblemKind(
            "last-admin", 409, meaning: "nobody could administer the server any more",
            remedy: "make another admin's token first"),
        ProblemKind(
            "key-running", 409, meaning: "the first request with this `Idempotency-Key` is not finished",
            remedy: "send it again in a moment"),
        ProblemKind(
            "already-made", 409, meaning: "this `Idempotency-Key` has made a token, whose secret is not kept",
            remedy: "use what the first answer said, or revoke the token `id` and make another"),
        ProblemKind(
            "key-reused", 422, meaning: "this `Idempotency-Key` came with another body before",
            remedy: "a new request takes a new key"),
    ]

    private static let content = [
        ProblemKind(
            "invalid-content", 422, meaning: "members are missing, unknown or wrong",
            remedy: "`errors` has each with pointer, line, column and hint"),
        ProblemKind(
            "invalid-value", 422, meaning: "a name in the path is none", remedy: "`detail` says what it may be"),
        ProblemKind("wrong-type", 422, meaning: "the body is no JSON object", remedy: "`detail` has its members"),
        ProblemKind(
            "invalid", 422, meaning: "the database refuses what the content says as a whole, such as an id twice",
            remedy: "`detail` says what"),
        ProblemKind(
            "findings-block", 422, meaning: "the check found errors, and no release was made",
            remedy: "mend what `errors` lists: the table of findings below"),
        ProblemKind(
            "cannot-compare", 422, meaning: "one of the two sides could not become a release",
            remedy: "mend what the check finds, or compare others"),
        ProblemKind(
            "cannot-freeze", 422, meaning: "the draft cannot become a release", remedy: "`detail` says why"),
    ]

    /// Errors of the database; published releases are served meanwhile.
    private static let store = [
        ProblemKind(
            "store-busy", 503, meaning: "another program holds the database's lock, or too many writes wait",
            remedy: "try again after `Retry-After`; look for what else writes to the file"),
        ProblemKind("store-closed", 503, meaning: "the server is stopping", remedy: "try again after `Retry-After`"),
        ProblemKind(
            "store-locked", 503, meaning: "another server has this database", remedy: "stop one of the two"),
        ProblemKind(
            "store-read-only", 503, meaning: "the database's file cannot be written",
            remedy: "mend its owner, mode or mount"),
        ProblemKind("store-disk-full", 503, meaning: "the disk is full", remedy: "make room; no restart is needed"),
        ProblemKind("store-corrupt", 503, meaning: "a page is damaged", remedy: "put the latest backup back"),
        ProblemKind(
            "store-newer", 503, meaning: "a newer Waymark wrote the file", remedy: "run that version or a later one"),
        ProblemKind(
            "store-foreign", 503, meaning: "the file is no database of Waymark's", remedy: "name the right one"),
        ProblemKind("store-storage", 503, meaning: "reading or writing failed", remedy: "check the disk and the log"),
        ProblemKind(
            "server-fault", 500, meaning: "a fault of the server's own", remedy: "report it with the log's lines"),
    ]

    /// Refusals of the HTTP layer, after which the connection is closed.
    private static let wire = [
        ProblemKind(
            "malformed-request", 400, meaning: "these bytes are no HTTP request",
            remedy: "`detail` names what is wrong (RFC 9112)"),
        ProblemKind("timeout", 408, meaning: "the request came too slowly", remedy: "send it again"),
        ProblemKind("target-too-long", 414, meaning: "path and query are too long", remedy: "resolve by POST"),
        ProblemKind(
            "expectation-failed", 417, meaning: "`Expect` is something else than `100-continue`", remedy: "leave it out"
        ),
        ProblemKind("head-too-large", 431, meaning: "the header fields are too long or too many", remedy: "send fewer"),
        ProblemKind(
            "not-implemented", 501, meaning: "a transfer coding or a method that is not served",
            remedy: "`detail` names it"),
        ProblemKind(
            "busy", 503, meaning: "too many connections, or too much work at once", remedy: "wait `Retry-After`"),
        ProblemKind("version-not-supported", 505, meaning: "no HTTP/1.0 or 1.1", remedy: "speak HTTP/1.1"),
    ]
}
