import RouteModel

@testable import ControlPlane
@testable import ServerMetrics

extension HTTPReference {
    /// What the page begins with.
    static let introduction = """
        # HTTP reference

        Every request that the server takes, with an answer that it gave. This page is made from the contract, which a
        running server has at `/openapi.json`; a test compares the two, and CI types every request below in this order.
        (`WAYMARK_RENEW=1 swift test --filter HTTPReferenceTests` writes the page anew.) The tutorial is
        [administrators.md](administrators.md), the language of rules is in [rules.md](rules.md).

        The examples need `make demo` in another terminal, and these three lines in yours:

        ```sh
        server=http://127.0.0.1:8080
        auth="Authorization: Bearer $(cat demo/waymark.db-admin-token)"
        json='Content-Type: application/json'
        ```

        ## What holds everywhere

        **Two planes.** Clients read releases from the *data plane*: no token for what a public channel points at, or has
        pointed at; every HTTP cache may keep it; web pages of any origin may read it. Admins write on the *control plane*:
        always a token, never cached, and on a listener of its own where `adminListen` is set.

        **Who may.** A token has one role, `viewer` < `editor` < `publisher` < `admin`, and a list of apps or all of them.
        In the tables, ¹ means that a release which was never public needs a token that may read the app, and ² a token that
        is not limited to apps.

        **Names.** `{app}` and `{channel}` are a-z, 0-9, dot, hyphen and underscore, a letter or digit first, at most 32;
        `{id}` of a rule the same, at most \(ModelLimits.ruleIDBytesMax). `{version}` counts a release from 1; of screens it is an app's, such as
        `5.2.0`. `{digest}` is 64 hexadecimal digits. Times are RFC 3339 in UTC.

        **No lost update.** What can be edited has an `ETag`: `"r7"` a draft's revision, `"a2"` an app's, `"e3"` its
        expectations', `"s9"` a channel's sequence. A write names in `If-Match` what was read. Without it the answer is 428;
        when somebody was faster it is 412, and shows in `current` and `resource` what is there now. `If-Match: *` means
        whatever is there, and is what the examples below say. Adding a rule needs none.

        **Once.** A POST that changes something takes an `Idempotency-Key`, 1 to 255 printable letters, such as a UUID.
        The same key with the same body gets the first answer again for 24 hours, with `Idempotency-Replayed: true`.

        **Pages.** Lists take `limit` (100, at most 1000) and `after`, which is what the page before called `next`; `null`
        there means that this was the last one.

        **Caching.** Every answer has `Cache-Control`. What a channel points at may be 5 seconds old, is used for 30 more
        while a cache fetches the next, and for seven days where the server does not answer. A body under its digest never
        changes and is kept for ever. Bodies have a strong `ETag` for each coding, gzip is sent to whoever asks for it, and
        `If-None-Match` gets 304. Nothing else is kept: `no-store`.

        **Names of requests.** Answers of the control plane, and every refusal, have an `X-Request-Id`: the server's log has
        it, too. A problem repeats it as `instance`.

        **Limits.** A body may have 1 MiB, a whole draft 64 MiB, a path with its query 25 KiB. Unknown members and unknown
        parameters are errors, because a misspelt one would silently do something else.

        **HEAD and OPTIONS.** HEAD comes with every GET. OPTIONS answers with `Allow`, and on the data plane to a
        browser's preflight.
        """

    /// What stands under a chapter's heading.
    static let prose = [
        "Apps": "An app is a namespace of rules: one draft, numbered releases, channels that point at releases.",
        "The draft":
            "The draft is what people edit. Each write raises its revision, and nothing of it is served before it is published.",
        "Proving it":
            "What must stay true of a release: test addresses, and the screens that builds of the app have. Every check, "
            + "publish and restore looks at both.",
        "Releases": "A release is immutable: numbered, with the SHA-256 of its bytes.",
        "Channels": "Clients follow a channel. Moving it, also back, is at once and asks no check.",
        "What clients read":
            "A client fetches the head, then the body that it names when it is new, and resolves addresses itself. Where it "
            + "listens, it hears of the next head; `resolve` is for tools and for platforms without the library.",
        "Tokens, audit, backup": "A token's secret is shown once; the server keeps its digest.",
        "Operations":
            "For balancers, Prometheus and tools. With an admin listener, `/metrics` is there and not on the public one.",
    ]

    static let problems = """
        Every refusal is a problem document (RFC 9457, `application/problem+json`); one with a 4xx has changed nothing.
        `type` is `urn:waymark:problem:` and a word that never changes; compare that and not the texts. `detail` is for the
        person who must act; `errors` lists what is wrong one by one, with `pointer` (RFC 6901), `line` and `column` in
        what was sent, and `hint`.
        """

    static let findings = """
        The codes in `errors`, and in the `findings` of a check, a publish and a dry run. Of findings, `severity` says whether
        they block a release; `witness` is an address, with a context and an instant where they matter, that shows it.
        """
}
