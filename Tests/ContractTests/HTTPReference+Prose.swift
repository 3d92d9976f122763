import RouteModel

@testable import ControlPlane
@testable import ServerMetrics

extension HTTPReference {
    /// The beginning of the page.
    static let introduction = """
        # HTTP reference

        This page shows every request that the server accepts, with an answer of the server. It is made from the
        contract, which a running server has at `/openapi.json`; CI makes clients from that with openapi-python-client and
        openapi-generator. A test compares the two, and CI runs every request
        below in this order. (`WAYMARK_RENEW=1 swift test --filter HTTPReferenceTests` writes the page again.) The
        tutorial is [administrators.md](administrators.md); the language of rules is in [rules.md](rules.md).

        The examples need `make demo` in another terminal, and these three lines in yours:

        ```sh
        server=http://127.0.0.1:8080
        auth="Authorization: Bearer $(cat demo/waymark.db-admin-token)"
        json='Content-Type: application/json'
        ```

        ## What holds everywhere

        **Two planes.** Clients read releases from the *data plane*. A release that a public channel points at, or has
        pointed at, needs no token; every HTTP cache may store it, and web pages of any origin may read it. Admins write
        on the *control plane*. It always needs a token, its answers are never cached, and with `adminListen` it has a
        listener of its own.

        **Access.** A token has one role, `viewer` < `editor` < `publisher` < `admin`, and a list of apps or all apps.
        In the tables, ¹ means that a release which was never public needs a token that may read the app. ² means that
        the token must not be limited to apps. ³ means that without a token the answer has only what is public, and that a
        token adds its apps.

        **Names.** `{app}` and `{channel}` have at most 32 characters: a-z, 0-9, dot, hyphen and underscore; the first
        is a letter or a digit. The `{id}` of a rule has the same form and at most \(ModelLimits.ruleIDBytesMax)
        characters. `{version}` of a release is a number from 1; `{version}` of screens is the version of an app, such
        as `5.2.0`. `{digest}` is 64 hexadecimal digits. Times are RFC 3339 in UTC.

        **No lost update.** Every resource that can be edited has an `ETag`: `"r7"` is the revision of a draft, `"a2"`
        of an app, `"e3"` of its expectations, and `"s9"` is the sequence of a channel. A write sends in `If-Match` the
        tag that was read. Without `If-Match` the answer is 428. If another client changed the resource in the meantime,
        the answer is 412; its `current` and `resource` show the current state. `If-Match: *` accepts every current
        state, and the examples below use it. A request that adds a rule needs no `If-Match`. A PUT of a rule, a channel, the
        screens of a build or a host with `If-None-Match: *` and no `If-Match` creates it: 201, or 412 if it is there. A weak tag,
        such as `W/"r7"` of an answer in gzip, counts as its number.

        **Repeated requests.** A POST that changes something may have an `Idempotency-Key` of 1 to 255 printable
        characters, such as a UUID. For 24 hours, the same key with the same body gets the first answer again, with
        `Idempotency-Replayed: true`.

        **Pages.** Lists have the parameters `limit` (default 100, at most 1000) and `after`, which is the value of
        `next` in the page before. If `next` is `null`, the page is the last one. A page also ends at 1 MB, so that it
        can have fewer items than `limit`. The field `Link` leads to the next page (RFC 8288). Apps, releases and rules
        have `total`, the number of items of all pages together. No parameter may come twice.

        **Caching.** Answers have `Cache-Control`. An answer about the release of a channel may be 5 seconds old. A
        cache may use it for 30 more seconds while it fetches the next one, and for seven days if the server does not
        answer. A body under its digest never changes, so caches may store it without limit. Bodies have a strong `ETag`
        for each coding. A client that accepts gzip and does not prefer an uncompressed body gets gzip; a matching
        `If-None-Match` gets 304. A release that needed a token has `private, no-cache`. `/openapi.json` may be 5
        minutes old. All other answers have `no-store`. A read of the control plane with an `ETag` gets 304 for a matching
        `If-None-Match`, except where its content also depends on other resources; its long answers are gzip for clients that
        accept it. The body of a request may be gzip, with `Content-Encoding`.

        **Request ids.** Answers of the control plane, and every refusal, have an `X-Request-Id`, which is also in the
        server's log. A problem document repeats it as `instance`.

        **Several servers.** Servers that share a database say in `Waymark-Node` which of them answered on the control
        plane. The answer to a change has `Waymark-Position`; a reader that sends the same field to any server sees the
        change there: the server waits for it, a second at most, then it answers 503 `behind`.

        **Media types.** Every answer but 204 and 304 has `X-Content-Type-Options: nosniff`: browsers believe its
        `Content-Type`. Answers of the control plane, and refusals that no other site may read, also have
        `Content-Security-Policy: default-src 'none'; frame-ancestors 'none'`, `Cross-Origin-Resource-Policy: same-origin`
        and `Referrer-Policy: no-referrer`.

        **Limits.** A body may have 1 MiB, a whole draft 64 MiB, a path with its query 25 KiB. Unknown members and
        unknown parameters are errors, because a misspelled name would otherwise be ignored. Clients' reads (bodies,
        heads, events) ignore unknown parameters, except one that is nearly a known one, such as `chanel`.

        **New members.** Answers may get further members in every version, so clients must ignore members that they do not
        know. What a request may have is closed: a member that the server does not know is an error.

        **HEAD and OPTIONS.** Every GET is also available as HEAD. OPTIONS answers with `Allow`, and on the data plane
        also to the preflight request of a browser.
        """

    /// The text below the heading of each chapter.
    static let prose = [
        "Apps":
            "An app is a namespace of rules. It has one draft, numbered releases, and channels that point at releases.",
        "The draft":
            "People edit the draft. Each write raises its revision. Its content is served only after it is published.",
        "Proving it":
            "An app can store test addresses, and the screens that its builds have. Every check, publish and restore "
            + "tests the rules against both. A parameter that a screen can do without has a `?` behind its name.",
        "Releases": "A release never changes. It has a number and the SHA-256 of its bytes.",
        "Channels":
            "Clients follow a channel. Moving a channel, forward or back, takes effect at once and runs no check.",
        "What clients read":
            "A client fetches the head, then the body that the head names if it is new, and resolves addresses itself. A "
            + "client that listens gets each new head as an event. `resolve` is for tools and for platforms without the "
            + "library.",
        "Tokens, audit, backup":
            "The answer that creates a token shows its secret once; the server stores only a digest of it. A token that is "
            + "limited to apps reads the audit of these apps. A page of the audit can be shorter than its limit; `next` is "
            + "null on the last one.",
        "Operations":
            "These requests are for load balancers, Prometheus and tools. With `adminListen`, "
            + "`/metrics` is only on that listener.",
    ]

    static let problems = """
        Every refusal is a problem document (RFC 9457, `application/problem+json`). A refusal with a 4xx status has
        changed nothing. `type` is `urn:waymark:problem:` and a code that never changes; programs should compare it, not
        the texts. `detail` tells a person what to do. `errors` lists each error with `pointer` (RFC 6901), `line` and
        `column` in the request's body, and `hint`.
        """

    static let members = """
        A word means the same wherever it occurs, except where the table names the schema of the contract that it is a
        member of. `/openapi.json` has these sentences with the types and limits of each member.
        """

    static let findings = """
        These codes are in `errors`, and in the `findings` of a check, a publish and a dry run. The `severity` of a
        finding says whether it blocks a release. `witness` is an address that shows the finding, with a context and an
        instant if they matter. Where a code is a kind of mistakes, as `syntax` is, `reason` is the exact one, such as
        `tail-position` or `unknown-key`; the same mistake has the same word everywhere.
        """
}
