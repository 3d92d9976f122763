package import HTTPExchange
import RouteModel
import ServerMetrics

extension DataHandlers {
    /// The endpoints of clients: bodies, heads, events and `resolve`.
    package var endpoints: [Endpoint] {
        [
            endpoint(
                .currentRules, summary: "The whole current body of a channel.",
                query: [
                    .channel,
                    QueryParameter("format", "`cnrouter`: the same release as the legacy table", .words(["cnrouter"])),
                ],
                success: .init(
                    200, .either([.body, .patternTable(least: 0)]), caching: [.brief, .withheld], tag: .digest,
                    fields: Self.bodyFields(isAlwaysCoded: false)),
                handler: .answer(currentRules)),
            endpoint(
                .head, summary: "The current release of a channel, in at most 640 bytes.", query: [.channel],
                success: .init(200, .head, caching: [.brief, .withheld], fields: Self.crossOrigin),
                handler: .answer(head)),
            endpoint(
                .body, summary: "A body by its SHA-256; the answer never changes.",
                success: .init(
                    200, .body, caching: [.immutable, .withheld], tag: .digest,
                    fields: Self.bodyFields(isAlwaysCoded: true)),
                readsReleases: true, handler: .answer(body)),
            endpoint(
                .index, summary: "A compiled index by its SHA-256, which the head names; the answer never changes.",
                success: .init(
                    200, .text(format: "binary"), mediaType: ReleasePart.indexMediaType,
                    caching: [.immutable, .withheld], tag: .digest,
                    fields: Self.bodyFields(isAlwaysCoded: true)),
                readsReleases: true, handler: .answer(index)),
            endpoint(
                .releaseRules, summary: "A body by its release's number.",
                success: .init(
                    200, .body, caching: [.brief, .withheld], tag: .digest,
                    fields: Self.bodyFields(isAlwaysCoded: true)),
                readsReleases: true, handler: .answer(releaseRules)),
            endpoint(
                .events, summary: "The current head and each new one, as Server-Sent Events.", query: [.channel],
                success: .init(
                    200, .headEvent, mediaType: "text/event-stream",
                    fields: Self.crossOrigin + [
                        AnswerField("X-Accel-Buffering", "proxies must not buffer events", .words(["no"]))
                    ]),
                handler: .stream(events)),
            Endpoint(
                "resolve", .get, "/v1/apps/{app}/resolve", access: .data,
                summary: "Where an address leads, by the code that clients run; the context is in parameters.",
                query: Self.resolveQuery, cost: Self.resolveCost,
                success: .init(200, .resolution, fields: Self.crossOrigin), readsReleases: true,
                handler: .answer(resolve)),
            Endpoint(
                "resolveWithContext", .post, "/v1/apps/{app}/resolve", access: .data,
                summary: "Where an address leads, with a JSON context.", query: Self.resolveOptions,
                cost: Self.resolveCost,
                request: .json(
                    .addressQuestion, bytesMax: DataLimits.resolveBodyBytesMax,
                    example: #"""
                        {
                          "url": "https://market.example/i/7",
                          "context": { "platform": "ios", "appVersion": "5.2" },
                          "at": "2026-12-01T08:00:00Z"
                        }
                        """#),
                success: .init(200, .resolution, fields: Self.crossOrigin), readsReleases: true,
                handler: .answer(resolveWithContext)),
        ]
    }

    private func endpoint(
        _ loop: LoopEndpoint, summary: String, query: [QueryParameter] = [], success: Endpoint.Success,
        readsReleases: Bool = false, handler: Endpoint.Handler
    ) -> Endpoint {
        Endpoint(
            loop.route.name, .get, loop.path, access: .data, summary: summary, query: query,
            success: success, readsReleases: readsReleases, handler: handler)
    }

    private static let resolveOptions = [
        .channel,
        QueryParameter("at", "the instant for time conditions (RFC 3339); the default is now", .instant),
        QueryParameter("release", "a release's number instead of a channel", .version),
        QueryParameter.flag("explain", "1: explain the result, candidate by candidate"),
    ]

    /// Expensive, if an old release may have to be compiled, or if an explanation tests every candidate.
    @Sendable private static func resolveCost(_ query: QueryItems) -> Endpoint.Cost {
        let isExplained = query["explain"].map { !["0", "false"].contains($0) } ?? false
        return query["release"] != nil || isExplained ? .expensive : .ordinary
    }

    private static let resolveQuery =
        [QueryParameter("url", "the address", .text(count: 1...DataLimits.addressBytesMax), isRequired: true)]
        + resolveOptions
        + ContextKey.all.map { key in
            QueryParameter(
                key.name, "the context's `\(key.name)`", key.isFlag ? .words(["true", "false"]) : .text())
        }
        + [QueryParameter("attributes.*", "one attribute of the context each, e.g. `attributes.abGroup=B`")]

    /// Fetch standard, CORS protocol.
    static let crossOrigin = AnswerField.crossOrigin(isAlways: true)

    /// The fields of a part of a release and of a file; a legacy table is never coded.
    static func bodyFields(isAlwaysCoded: Bool) -> [AnswerField] {
        let vary = AnswerField(
            "Vary", "caches must store each coding separately", .words(["Accept-Encoding"]), isAlways: isAlwaysCoded)
        return crossOrigin + [
            vary, AnswerField("Content-Encoding", "if the client accepts gzip", .words(["gzip"]), isAlways: false),
            AnswerField("Accept-Ranges", "a download that was interrupted begins anew", .words(["none"])),
        ]
    }
}

extension Schema {
    /// The table format of CNRouter and MGJRouter.
    ///
    /// - Parameter least: The fewest patterns; a pattern has a slash, so that no table with one is also a draft.
    /// - Returns: The schema.
    package static func patternTable(least: Int) -> Schema {
        .component(
            "PatternTable",
            .map(
                .record(
                    "PatternTarget", ["class?": .text(), "redirectUrl?": .text(), "priority?": priority], open: true),
                count: least...ModelLimits.rulesMax, names: "/"))
    }

    /// The body of a release.
    package static let body = Schema.record(
        "Body",
        [
            "format": .integer(1...9), "app": name, "version": count, "publishedAt": instant, "settings": settings,
            "rules": .list(bodyRule), "order": .list(.list(count)),
        ])

    static let head = Schema.record(
        "Head",
        [
            "app": name, "channel": name, "epoch": .integer(0...ModelLimits.epochMax), "sequence": count,
            "version": count, "digest": digest, "body": .text(), "poll": poll,
            "index?": .either([.record("IndexName", indexName), .list(.record("ListedIndexName", indexName))]),
        ])

    private static let indexName = ["format": version, "digest": digest]

    static let headEvent = Schema.record(
        "HeadEvent", ["event": .words(["head"]), "id": .text(), "data": .text()])

    /// The body of a POST to `resolve`.
    package static let addressQuestion = Schema.record(
        "AddressQuestion",
        [
            "url": .text(count: 1...DataLimits.addressBytesMax), "context?": .nullable(context),
            "at?": .nullable(instant),
        ])

    private static let parameter = Schema.either([.text(), texts])
    private static let layer = Schema.list(.record("Parameter", ["name": .text(), "value": parameter]))
    private static let candidate = Schema.record(
        "Candidate",
        [
            "rule": .text(), "alternative": count, "verdict": .words(["won", "failed"]), "component?": .text(),
            "detail?": .text(),
        ])

    /// Where an address leads.
    package static let resolution = Schema.record(
        "Resolution",
        [
            "outcome": .words(["screen", "address", "blocked", "unmatched", "failed"]), "original": .text(),
            "version": count, "screen?": .text(), "transition?": .text(), "address?": .text(), "reason?": .text(),
            "failure?": .record("ResolutionFailure", ["code": .text(), "detail": .text()]),
            "parameters": .map(parameter),
            "layers": .record("Layers", ["path": layer, "query": layer, "constants": layer, "carried": layer]),
            "trail": .list(
                .record("Hop", ["rule": .text(), "alternative": count, "from": .text(), "to?": .text()])),
            "explanation?": .list(
                .record(
                    "HopExplanation",
                    ["address": .text(), "candidates": .list(candidate), "nearestMiss?": candidate])),
        ])
}
