/// Time and size limits of a client; each caller may set its own.
package struct FetchLimits: Sendable, Hashable {
    /// The time for connecting, over all addresses of the host; including the TLS handshake.
    package var connecting: Duration = .seconds(10)
    /// The longest time without new bytes.
    package var silence: Duration = .seconds(15)
    /// The time for the whole exchange; does not apply to streams.
    package var whole: Duration = .seconds(120)
    /// The most bytes of the status line and the fields of an answer.
    var headBytesMax = 64 * 1024
    /// The most bytes of the content of an answer.
    package var contentBytesMax = 64 * 1024 * 1024

    /// A connection idle for longer is not used again: few servers keep one open that long.
    package var idle: Duration = .seconds(30)

    /// Makes the usual limits.
    package init() {}
}

/// Limits that callers cannot change.
enum Limits {
    /// The most bytes of one read; larger reads are not faster on a socket.
    static let readBytes = 64 * 1024
    /// Asynchronous exchanges at the same time, each with its own thread.
    static let threadsMax = 64
    /// The most addresses of one host that are tried.
    static let addressesMax = 8
    /// Pieces of a stream that wait for its reader; with more the stream fails, and its reader can open a new one.
    static let streamChunksMax = 64
}
