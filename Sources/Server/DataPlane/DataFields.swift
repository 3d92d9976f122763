package import HTTPExchange
package import HTTPWire

/// Header fields of the data plane's answers, for loops and workers alike.
package enum DataFields {
    /// The fields of a 200 with a part of a release.
    static func body(_ part: ReleasePart.Facts, _ coding: ContentCoding, _ caching: CachePolicy) -> [HeaderField] {
        var fields = unchanged(part.digest, coding, caching)
        fields += [HeaderField("Content-Type", part.mediaType), noRanges]
        if coding == .gzip { fields.append(HeaderField("Content-Encoding", "gzip")) }
        return fields
    }

    /// The fields of the corresponding 304 (RFC 9110 section 15.4.5).
    static func unchanged(_ digest: String, _ coding: ContentCoding, _ caching: CachePolicy) -> [HeaderField] {
        [HeaderField("ETag", tag(digest, coding))] + shared(caching) + [HeaderField("Vary", "Accept-Encoding")]
    }

    /// The fields of JSON without a tag.
    static func json(_ caching: CachePolicy) -> [HeaderField] {
        shared(caching) + [HeaderField("Content-Type", JSONText.mediaType)]
    }

    /// The fields of an event stream; the last one makes nginx pass each event on at once.
    static let eventStream =
        [
            HeaderField("Content-Type", "text/event-stream"), HeaderField("Cache-Control", "no-store"),
            HeaderField("X-Accel-Buffering", "no"),
        ] + crossOrigin

    /// The tag of a body in a coding; each coding has its own (RFC 9110 section 8.8.3.3).
    static func tag(_ digest: String, _ coding: ContentCoding) -> String {
        coding == .gzip ? "\"\(digest)-gzip\"" : "\"\(digest)\""
    }

    /// The fields that 200 and 304 have in common.
    static func shared(_ caching: CachePolicy) -> [HeaderField] {
        [HeaderField("Cache-Control", caching.field)] + crossOrigin
    }

    /// Lets every web page read the answer (Fetch standard, CORS protocol).
    package static let crossOrigin = [
        HeaderField("Access-Control-Allow-Origin", "*"),
        HeaderField("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id"),
    ]

    /// Tells a client that asks for the rest of an interrupted download to fetch it again (RFC 9110 section 14.3): a body names its
    /// digest and is small, so that nothing is kept for a part.
    static let noRanges = HeaderField("Accept-Ranges", "none")

    /// What scripts may send: validators, types, and what tracing adds to requests of pages (<https://www.w3.org/TR/trace-context/>).
    private static let sendable = "If-None-Match, Content-Type, traceparent, tracestate, baggage"

    /// The answer to a preflight.
    package static func preflight(_ match: EndpointMatch) -> Answer {
        var fields = [HeaderField("Allow", match.allow)]
        fields += crossOrigin
        fields.append(HeaderField("Access-Control-Allow-Methods", match.allow))
        fields.append(HeaderField("Access-Control-Allow-Headers", Self.sendable))
        fields.append(HeaderField("Access-Control-Max-Age", "86400"))
        return Answer(204, fields: fields)
    }
}
