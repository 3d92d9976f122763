/// The limits of one request, each with its reason.
package struct WireLimits: Sendable, Hashable {
    /// Bytes of a head: nginx and Apache accept lines of 8 KB; cookies and long addresses in `resolve` fit.
    package var headBytesMax = 32 * 1024
    /// Bytes of a target: the longest address of `resolve` has 8 KB, with every byte percent-encoded.
    package var targetBytesMax = 25 * 1024
    /// Fields of a head: browsers send twenty, a chain of proxies adds ten.
    package var fieldsMax = 100
    /// Bytes of a method; the longest registered one has 17 (UPDATEREDIRECTREF).
    var methodBytesMax = 32
    /// Empty lines before a request line: RFC 9112 section 2.2 asks for one, old clients send it after a body.
    var emptyLinesMax = 2
    /// Bytes of a chunk's size line: extensions are read and ignored.
    var chunkLineBytesMax = 256
    /// Bytes of all size lines that exceed the bytes of content: a chunk of one byte has a size line and ends of six bytes.
    package var chunkOverheadBytesMax = 256 * 1024
    /// Bytes of a trailer section, which is read and ignored.
    package var trailerBytesMax = 8 * 1024

    /// Makes the standard limits.
    package init() {}

    /// The standard limits.
    package static let standard = WireLimits()
}

/// The limits of one answer's head and framing, each with its reason; the caller limits the content.
package struct ResponseLimits: Sendable, Hashable {
    /// Bytes of a head: twice the limit of usual servers and proxies.
    package var headBytesMax = 64 * 1024
    /// Fields of a head: a server behind three caches sends forty.
    package var fieldsMax = 200
    /// Interim answers (1xx) before the final one: a few 103 are usual, more are an attack.
    var interimMax = 16
    /// Limits of the chunked coding: an event stream may last for years with a small chunk for each event.
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
