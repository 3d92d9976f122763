import RouteModel

extension EndpointTable {
    static let data: [Endpoint] = [
        Endpoint(
            id: .currentRules, method: .get, path: PathTemplate("/v1/apps/{app}/rules"), access: .data,
            summary: "The current body of a channel, whole.",
            query: [
                channelQuery,
                QueryParameter(
                    "format", "`cnrouter`: the same release as the legacy table", .words(["cnrouter"])),
            ],
            success: .init(200, .either([.reference("Body"), .reference("PatternTable")]))),
        Endpoint(
            id: .head, method: .get, path: PathTemplate("/v1/apps/{app}/head"), access: .data,
            summary: "Which release a channel is at, in at most 400 bytes.", query: [channelQuery],
            success: .init(200, .reference("Head"))),
        Endpoint(
            id: .body, method: .get, path: PathTemplate("/v1/apps/{app}/bodies/{digest}"), access: .data,
            summary: "A body by its SHA-256; it can never mean anything else.",
            success: .init(200, .reference("Body"))),
        Endpoint(
            id: .releaseRules, method: .get, path: PathTemplate("/v1/apps/{app}/releases/{version}/rules"),
            access: .data, summary: "A body by its release's number.", success: .init(200, .reference("Body"))),
        Endpoint(
            id: .events, method: .get, path: PathTemplate("/v1/apps/{app}/events"), access: .data,
            summary: "The current head and each new one, as Server-Sent Events.", query: [channelQuery],
            success: .init(200, .reference("HeadEvent"), mediaType: "text/event-stream")),
        Endpoint(
            id: .resolve, method: .get, path: PathTemplate("/v1/apps/{app}/resolve"), access: .data,
            summary: "Where an address leads, by the code that the client runs; context members as parameters.",
            query: resolveQuery, success: .init(200, .reference("Resolution"))),
        Endpoint(
            id: .resolveWithContext, method: .post, path: PathTemplate("/v1/apps/{app}/resolve"), access: .data,
            summary: "Where an address leads, with a JSON context.", query: resolveOptions,
            request: .reference("ResolveRequest"), success: .init(200, .reference("Resolution"))),
    ]

    static let operations: [Endpoint] = [
        Endpoint(
            id: .health, method: .get, path: PathTemplate("/healthz"), access: .open,
            summary: "Whether the process lives.", success: .init(200, .reference("Health"))),
        Endpoint(
            id: .ready, method: .get, path: PathTemplate("/readyz"), access: .open,
            summary: "Whether traffic may come: releases loaded and database writable, as separate facts.",
            success: .init(200, .reference("Readiness"))),
        Endpoint(
            id: .metrics, method: .get, path: PathTemplate("/metrics"), access: .open,
            summary: "Counters and gauges in Prometheus' text format.",
            success: .init(200, .text(), mediaType: "text/plain; version=0.0.4")),
        Endpoint(
            id: .contract, method: .get, path: PathTemplate("/openapi.json"), access: .open,
            summary: "This document.", success: .init(200, .object([:], open: true))),
    ]

    private static let resolveOptions = [
        channelQuery,
        QueryParameter("at", "the instant to judge by (RFC 3339), now when left out", OpenAPISchemas.instant),
        QueryParameter("release", "a release's number instead of a channel", OpenAPISchemas.version),
        QueryParameter.flag("explain", "1: say why, candidate by candidate"),
    ]

    private static let resolveQuery =
        [QueryParameter("url", "the address", .text(count: 1...ServerLimits.bodyBytesMax), isRequired: true)]
        + resolveOptions
        + Context.keys.map { key in
            QueryParameter(key, "the context's `\(key)`", key == "signedIn" ? .words(["true", "false"]) : .text())
        }
        + [QueryParameter("attributes.*", "one attribute of the context each, e.g. `attributes.abGroup=B`")]
}
