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
