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
            remedy: "`detail` names it and the most similar known name; `errors` has line and column in the body"),
        ProblemKind(
            "not-found", 404,
            meaning:
                "there is no resource at this address, or the caller may not know that it exists; `missing` says of what kind",
            remedy: "check the names for spelling errors; a channel exists when it points at a release"),
        ProblemKind(
            "method-not-allowed", 405, meaning: "the resource does not support the method",
            remedy: "use a method from `Allow`"),
        ProblemKind(
            "wrong-host", 421, meaning: "the console is not served under the host that the browser's address has",
            remedy: "add the name to the setting `consoleHosts`; a proxy must pass `Host` on as the browser sent it"),
        ProblemKind(
            "too-large", 413, meaning: "the body is longer than the limit", remedy: "`detail` has the limit"),
        ProblemKind(
            "unsupported-media-type", 415, meaning: "the operation does not accept the media type of the body",
            remedy: "send the type that the answer has in `Accept`, usually `application/json`"),
        ProblemKind(
            "unsupported-coding", 415, meaning: "the body has a `Content-Encoding` other than gzip",
            remedy: "send the body as it is, or compressed with gzip"),
    ]

    private static let rights = [
        ProblemKind(
            "unauthorized", 401, meaning: "the request needs a token, or its token is unknown, revoked or expired",
            remedy: "send `Authorization: Bearer wmk_…`"),
        ProblemKind(
            "forbidden", 403, meaning: "the token's role or its list of apps does not cover this",
            remedy: "`/v1/whoami` says what the token may do; ask an admin for a token with more rights"),
        ProblemKind(
            "session-ended", 401,
            meaning:
                "the session of the console has ended, by its age, by not being used, or with its token or its person's rights",
            remedy: "sign in again"),
        ProblemKind(
            "cross-site", 403, meaning: "a request with the console's cookie comes from a page of another origin",
            remedy: "programs send a token instead; a proxy must pass `Host` on as the browser sent it"),
        ProblemKind(
            "not-secure", 403, meaning: "the page of the console was loaded over http from another machine",
            remedy: "use https, or localhost: browsers keep the cookie of a session for no other address"),
        ProblemKind(
            "too-many-sign-ins", 429,
            meaning: "this token or person has signed in to the console too often within a minute",
            remedy: "wait `Retry-After` seconds"),
        ProblemKind(
            "too-many-attempts", 429, meaning: "this source address sent too many wrong tokens",
            remedy: "wait `Retry-After` seconds"),
        ProblemKind(
            "too-many-at-once", 429,
            meaning:
                "this token, or this address without a token, has too many expensive requests under way, or another "
                + "backup is being made or sent",
            remedy: "wait `Retry-After` seconds, and send fewer of them at once"),
        ProblemKind(
            "too-many-waiting", 429,
            meaning:
                "this token, or this address without a token, has so many requests under way that too many of them wait, "
                + "or that this one waited too long",
            remedy: "wait `Retry-After` seconds, and send fewer of them at once"),
        ProblemKind(
            "too-many-streams", 429, meaning: "this source address has as many event streams as it may have",
            remedy: "poll `head`, and try again after `Retry-After` seconds"),
    ]

    private static let state = [
        ProblemKind(
            "precondition-required", 428,
            meaning: "the write has no `If-Match`, so it could overwrite the change of another client",
            remedy: "send the `ETag` that was read, or `*`"),
        ProblemKind(
            "last-public-channel", 409,
            meaning: "without this channel, clients that have no token would get 404 for the app",
            remedy: "to delete it, send its `ETag` in `If-Match`, not `*`"),
        ProblemKind(
            "revision-mismatch", 412, meaning: "the resource was changed after it was read",
            remedy: "`current` and `resource` have the current state: apply the change to it and send it again"),
        ProblemKind(
            "exists", 409, 412,
            meaning: "the name is already in use; 412 where `If-None-Match` asks that nothing is there",
            remedy: "use another name, or replace the resource with PUT"),
        ProblemKind(
            "name-retired", 409, meaning: "an app of this name was deleted, and devices may still ask for it",
            remedy: "use another name"),
        ProblemKind(
            "other-session", 409,
            meaning: "a sign-in link would end the session of another token in this browser",
            remedy: "ask the person, and repeat the sign-in with `\"replace\": true`"),
        ProblemKind(
            "unpublished-edits", 409, meaning: "a restore would lose edits of the draft that are not published",
            remedy: "publish them, or repeat with `?discardEdits=1`"),
        ProblemKind(
            "release-removed", 410, 409,
            meaning: "the bytes of this old release were removed; 409 where a channel shall point at it",
            remedy: "use a newer release; clients follow the head of their channel"),
        ProblemKind(
            "unknown-channel", 404,
            meaning: "a publish or a move names a channel that does not exist, and does not say that it shall be made",
            remedy:
                "correct the name; or send `createChannel` and `public` with the publish, or `public` with the move"),
        ProblemKind(
            "channel-visibility", 409,
            meaning:
                "a publish says `public`, and the channel exists and is the opposite; a publish never changes that",
            remedy: "leave `public` out, or change it with PUT of the channel"),
        ProblemKind(
            "channel-moved", 409,
            meaning:
                "the channel was moved since the publish or restore was reviewed; `base` is its position then, `sequence` its "
                + "position now",
            remedy: "compare with what the channel serves now, and send that position as `base`"),
        ProblemKind(
            "shrinks", 409,
            meaning:
                "the publish would leave no rule, or remove more than half of the rules that its channel serves; `removed` "
                + "and `served` have the numbers, unless the draft of that release is damaged",
            remedy: "look at `…/draft/summary`; if this is intended, repeat with `allowShrink`"),
        ProblemKind(
            "nothing-served", 409, meaning: "the channel serves no release that `only` or `discard` could begin with",
            remedy: "publish the whole draft first"),
        ProblemKind(
            "version-mismatch", 409, meaning: "another publish used the number while this one was prepared",
            remedy: "send the request again"),
        ProblemKind(
            "last-admin", 409, meaning: "after this change no token could administer the server",
            remedy: "create another admin token first"),
        ProblemKind(
            "key-running", 409, meaning: "the first request with this `Idempotency-Key` is not finished",
            remedy: "send it again in a moment"),
        ProblemKind(
            "already-made", 409,
            meaning:
                "a request with this `Idempotency-Key` has created a token, and the server does not store its secret",
            remedy: "use the secret of the first answer, or revoke the token `id` and create another"),
        ProblemKind(
            "key-reused", 422, meaning: "this `Idempotency-Key` was used with another body",
            remedy: "use a new key for a new request"),
    ]

    private static let content = [
        ProblemKind(
            "invalid-content", 422, meaning: "members are missing, unknown or wrong",
            remedy: "`errors` lists each with pointer, line, column and hint"),
        ProblemKind(
            "invalid-value", 422,
            meaning: "a name in the path or in a parameter is not valid, or a parameter needs another one",
            remedy: "`detail` says which values are allowed"),
        ProblemKind(
            "wrong-type", 422, meaning: "the body is not a JSON object",
            remedy: "`detail` lists the members of the object"),
        ProblemKind(
            "invalid", 422, meaning: "the content as a whole is not valid, such as an id that occurs twice",
            remedy: "`detail` names the error"),
        ProblemKind(
            "findings-block", 422, meaning: "the check found errors; no release was made",
            remedy: "correct what `errors` lists; the table of findings below explains the codes"),
        ProblemKind(
            "cannot-compare", 422, meaning: "one of the two sides cannot become a release",
            remedy: "correct what the check finds, or compare others"),
        ProblemKind(
            "cannot-freeze", 422, meaning: "the draft cannot become a release", remedy: "`detail` says why"),
    ]

    /// Errors of the database; published releases are served meanwhile.
    private static let store = [
        ProblemKind(
            "store-busy", 503,
            meaning: "another program has locked the database, the draft is being replaced, or too many writes wait",
            remedy: "try again after `Retry-After`; find out which other program writes to the file"),
        ProblemKind("store-closed", 503, meaning: "the server is stopping", remedy: "try again after `Retry-After`"),
        ProblemKind(
            "store-locked", 503, meaning: "another server has this database open", remedy: "stop one of the two"),
        ProblemKind(
            "store-read-only", 503, meaning: "the database's file cannot be written",
            remedy: "correct its owner, mode or mount"),
        ProblemKind(
            "store-disk-full", 503, meaning: "the disk is full", remedy: "free disk space; no restart is needed"),
        ProblemKind(
            "store-corrupt", 503, meaning: "a page of the database is damaged", remedy: "restore the latest backup"),
        ProblemKind(
            "store-newer", 503, meaning: "a newer Waymark wrote the file", remedy: "run that version or a later one"),
        ProblemKind(
            "store-foreign", 503, meaning: "the file is not a database of Waymark",
            remedy: "set `database` to the right file"),
        ProblemKind(
            "outcome-unknown", 503,
            meaning: "a commit was sent to the database server, and it is not known whether the change is stored",
            remedy: "send the same request with the same `Idempotency-Key` again"),
        ProblemKind(
            "store-away", 503, meaning: "the database server cannot be reached; clients are served meanwhile",
            remedy: "try again after `Retry-After`; start the database, or repair the network"),
        ProblemKind(
            "behind", 503, meaning: "this server has not applied the `Waymark-Position` of the request within a second",
            remedy: "send the request again, to any server"),
        ProblemKind(
            "access-stale", 503,
            meaning:
                "this server has not reached its database for `staleAccessSeconds`, and tokens may have been revoked",
            remedy: "start the database, or repair the network; requests without a token are answered"),
        ProblemKind("store-storage", 503, meaning: "reading or writing failed", remedy: "check the disk and the log"),
        ProblemKind(
            "server-fault", 500, meaning: "an error inside the server", remedy: "report it with the lines of the log"),
    ]

    /// Refusals of the HTTP layer, after which the connection is closed.
    private static let wire = [
        ProblemKind(
            "malformed-request", 400, meaning: "the bytes are not an HTTP request",
            remedy: "`detail` names what is wrong (RFC 9112)"),
        ProblemKind("timeout", 408, meaning: "the request came too slowly", remedy: "send it again"),
        ProblemKind("target-too-long", 414, meaning: "path and query are too long", remedy: "for `resolve`, use POST"),
        ProblemKind(
            "expectation-failed", 417, meaning: "`Expect` has a value other than `100-continue`",
            remedy: "send no `Expect`"
        ),
        ProblemKind(
            "head-too-large", 431, meaning: "the header fields are too long or too many",
            remedy: "send fewer or shorter fields"),
        ProblemKind(
            "not-implemented", 501, meaning: "the server does not support the transfer coding or the method",
            remedy: "`detail` names it"),
        ProblemKind(
            "busy", 503, meaning: "there are too many connections, event streams or requests at the same time",
            remedy: "try again after `Retry-After`"),
        ProblemKind(
            "version-not-supported", 505, meaning: "the request is not HTTP/1.0 or HTTP/1.1", remedy: "use HTTP/1.1"),
    ]
}
