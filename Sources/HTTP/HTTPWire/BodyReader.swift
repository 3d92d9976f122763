/// Collects or discards the body of one request; the framing in the head defines its end.
package struct BodyReader: Sendable {
    /// The bytes kept so far.
    package private(set) var body: [UInt8] = []
    /// Whether the whole body has been read.
    package var isComplete: Bool { chunks?.isComplete ?? (remaining == 0) }
    /// Whether the bytes are kept, or only counted.
    let isKept: Bool

    private var remaining = 0
    private var chunks: ChunkedDecoder?

    /// Makes a reader; throws 413 if the Content-Length is too large (RFC 9110 section 15.5.14).
    ///
    /// - Parameters:
    ///   - framing: the framing that the head declares.
    ///   - bytesMax: bytes of content that are allowed.
    ///   - isKept: false to discard the body.
    ///   - limits: limits on the chunked coding.
    /// - Throws: 413.
    package init(
        _ framing: RequestHead.Framing, bytesMax: Int, isKept: Bool = true, limits: WireLimits = .standard
    ) throws(RequestRefusal) {
        self.isKept = isKept
        switch framing {
        case .none: break
        case .length(let length):
            guard length <= bytesMax else { throw RequestRefusal(413, "the body is larger than \(bytesMax) bytes") }
            remaining = length
        case .chunked: chunks = ChunkedDecoder(bytesMax: bytesMax, limits: limits)
        }
    }

    /// Reads bytes from a position on; returns the end of the body, or the region's end.
    package mutating func feed(_ region: WireBytes, from start: Int) throws(RequestRefusal) -> Int {
        guard chunks != nil else {
            let end = start + min(remaining, region.count - start)
            if isKept { region.append(start..<end, to: &body) }
            remaining -= end - start
            return end
        }
        // Moved out during the call, so that the closure may write to `body`.
        var kept = body
        body = []
        let isKept = isKept
        defer { body = kept }
        return try chunks?.feed(region, from: start) { region, range in
            if isKept { region.append(range, to: &kept) }
        } ?? start
    }
}
