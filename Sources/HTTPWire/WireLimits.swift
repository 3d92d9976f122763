/// Bounds of one message, each with its reason.
package struct WireLimits: Sendable, Hashable {
    /// Bytes of a head: nginx and Apache take 8 KB lines; cookies and long addresses in `resolve` fit.
    package var headBytesMax = 32 * 1024
    /// Bytes of a target: an address of 8 KB, every byte percent-encoded, is the longest that `resolve` is asked.
    package var targetBytesMax = 25 * 1024
    /// Fields of a head: browsers send twenty.
    package var fieldsMax = 100
    /// Bytes of a method; the longest registered one has 16.
    package var methodBytesMax = 32
    /// Bytes of a chunk's size line: extensions are allowed and ignored.
    package var chunkLineBytesMax = 256
    /// Bytes of a trailer section.
    package var trailerBytesMax = 8 * 1024

    /// Makes the standard limits.
    package init() {}

    /// The standard limits.
    package static let standard = WireLimits()
}
