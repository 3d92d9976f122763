/// How long and how much a client waits for and takes; each caller may give its own.
package struct FetchLimits: Sendable, Hashable {
    /// For one connection to stand, handshake included, over all addresses of the host.
    package var connecting: Duration = .seconds(10)
    /// Between two arrivals of bytes; a server that says nothing longer is gone.
    package var silence: Duration = .seconds(15)
    /// For the whole exchange; streams have none.
    package var whole: Duration = .seconds(120)
    /// The status line and the fields of an answer.
    package var headBytesMax = 64 * 1024
    /// The content of an answer.
    package var contentBytesMax = 64 * 1024 * 1024

    /// A connection idle for longer is not tried again: few servers keep one that long.
    package var idle: Duration = .seconds(30)

    /// Makes the usual limits.
    package init() {}
}

/// Bounds that no caller changes.
enum Limits {
    /// What one read takes at most; larger reads bring nothing over a socket.
    static let readBytes = 64 * 1024
    /// Exchanges at the same time, each with its thread; a client that needs more has a bug.
    static let threadsMax = 64
    /// Addresses of one host that are tried.
    static let addressesMax = 8
    /// Chunks of a stream that its reader may fall behind; then the stream fails, because heads of long ago help nobody.
    static let streamChunksMax = 64
}
