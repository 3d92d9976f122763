package import HTTPExchange
package import HTTPWire

/// Header fields of the data plane's answers, for loops and workers alike.
package enum DataFields {
    /// The fields of a 200 with a part of a release.
    static func body(_ part: ReleasePart.Facts, _ coding: ContentCoding, _ caching: CachePolicy) -> [HeaderField] {
        [tagField(part.digest, coding)] + Form(coding, caching, part.mediaType).fields
    }

    /// The fields of the corresponding 304 (RFC 9110 section 15.4.5).
    static func unchanged(_ digest: String, _ coding: ContentCoding, _ caching: CachePolicy) -> [HeaderField] {
        [tagField(digest, coding)] + Form(coding, caching, nil).fields
    }

    /// What the fields of an answer with a part of a release depend on, besides its tag.
    struct Form: Sendable, Hashable {
        private let coding: ContentCoding
        private let caching: CachePolicy
        private let mediaType: String?

        /// The form of a 200, or without a media type that of a 304.
        init(_ coding: ContentCoding, _ caching: CachePolicy, _ mediaType: String?) {
            (self.coding, self.caching, self.mediaType) = (coding, caching, mediaType)
        }

        /// The fields after the tag.
        fileprivate var fields: [HeaderField] {
            let fields = shared(caching) + [HeaderField("Vary", "Accept-Encoding")]
            guard let mediaType else { return fields }
            let coding = coding == .gzip ? [HeaderField("Content-Encoding", "gzip")] : []
            return fields + [HeaderField("Content-Type", mediaType), noRanges] + coding
        }

        /// The same as lines: each publish makes twenty heads, and writing them field by field was a thirtieth of its work.
        var lines: HeaderLines { Self.made[self] ?? HeaderLines(fields) }

        private static let made: [Form: HeaderLines] = {
            var made: [Form: HeaderLines] = [:]
            for coding in [ContentCoding.identity, .gzip] {
                for caching in [CachePolicy.brief, .immutable, .withheld] {
                    for mediaType in [nil, JSONText.mediaType, ReleasePart.indexMediaType] {
                        let form = Form(coding, caching, mediaType)
                        made[form] = HeaderLines(form.fields)
                    }
                }
            }
            return made
        }()
    }

    /// The field with the tag of a body in a coding; each coding has its own (RFC 9110 section 8.8.3.3).
    static func tagField(_ digest: String, _ coding: ContentCoding) -> HeaderField {
        HeaderField("ETag", coding == .gzip ? "\"\(digest)-gzip\"" : "\"\(digest)\"")
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
