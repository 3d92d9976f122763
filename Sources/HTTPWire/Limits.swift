/// Bounds of one message, each with its reason.
package struct WireLimits: Sendable, Hashable {
    /// Bytes of a head: nginx and Apache take 8 KB lines; cookies and long addresses in `resolve` fit.
    package var headBytesMax = 32 * 1024
    /// Bytes of a target: an address of 8 KB, every byte percent-encoded, is the longest that `resolve` is asked.
    package var targetBytesMax = 25 * 1024
    /// Fields of a head: browsers send twenty, a chain of proxies adds ten.
    package var fieldsMax = 100
    /// Bytes of a method; the longest registered one has 17 (UPDATEREDIRECTREF).
    package var methodBytesMax = 32
    /// Empty lines before a request line: RFC 9112 section 2.2 asks for one, old clients send it after a body.
    package var emptyLinesMax = 2
    /// Bytes of a chunk's size line: extensions are read and ignored.
    package var chunkLineBytesMax = 256
    /// Bytes of size lines beyond those of content: chunks of one byte cost six, and no more than this in all.
    package var chunkOverheadBytesMax = 256 * 1024
    /// Bytes of a trailer section, which is read and ignored.
    package var trailerBytesMax = 8 * 1024

    /// Makes the standard limits.
    package init() {}

    /// The standard limits.
    package static let standard = WireLimits()
}

/// Bounds of one answer's head and framing, each with its reason; how much content is too much its reader says.
package struct ResponseLimits: Sendable, Hashable {
    /// Bytes of a head: twice what servers and proxies let through.
    package var headBytesMax = 64 * 1024
    /// Fields of a head: a server behind three caches sends forty.
    package var fieldsMax = 200
    /// Interim answers (1xx) before the final one: 103 may come a few times, more is an attack.
    package var interimMax = 16
    /// Of the chunked coding: a stream may go on for years with a small chunk for each event.
    let chunks: WireLimits = {
        var limits = WireLimits()
        limits.chunkOverheadBytesMax = .max / 2
        return limits
    }()

    /// Makes the standard limits.
    package init() {}

    /// The standard limits.
    package static let standard = ResponseLimits()
}
