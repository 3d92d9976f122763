package import HTTPWire

/// Bounds of a server, each with its reason.
package struct ServingLimits: Sendable, Hashable {
    /// Bounds of one message.
    package var wire = WireLimits()
    /// Patience with one connection.
    package var timeouts = ConnectionTimeouts()
    /// Connections in all; never more than the process may open less `descriptorsReserved`.
    package var connectionsMax = 65_536
    /// Connections from one address: a company behind one address fits, a single attacker does not take all.
    package var connectionsPerAddressMax = 16_384
    /// Descriptors left for databases, files and logs.
    package var descriptorsReserved = 256
    /// Bytes of bodies being collected or waiting for a worker, in all.
    package var bodyMemoryBytesMax = 256 * 1024 * 1024
    /// Bytes that connections hold in all, bodies apart: two thousand of the longest heads.
    ///
    /// Beginnings of heads, requests behind an answer that is not taken, small answers that are not; beyond that those
    /// who hold most are closed.
    package var heldBytesMax = 64 * 1024 * 1024
    /// Bytes of an unwanted body that are read to keep the connection, and that a watcher may send; beyond that it is
    /// closed.
    package var discardedBodyBytesMax = 256 * 1024
    /// Requests that wait for a worker; more are told to come again (503).
    package var workQueueMax = 1024
    /// Bytes that may wait for one slow watcher of a stream before it is dropped.
    package var watcherBacklogBytesMax = 64 * 1024
    /// Milliseconds between two looks at deadlines.
    package var sweepMilliseconds = 500

    /// Milliseconds without a new connection after which a stopping server closes its listeners: longer than a client's
    /// handshake and first request take.
    package var drainQuietMilliseconds = 100
    /// Milliseconds for which a stopping server accepts at most, while clients keep coming.
    package var drainListenMilliseconds = 1_000
    /// Milliseconds to take an answer that a worker gave when the drain's time was up already.
    package var drainAnswerMilliseconds = 5_000

    /// Makes the standard limits.
    package init() {}

    /// Bytes of what is no request that a journal notes: enough to see what it was.
    static let journalLineBytesMax = 512
    /// Bytes taken from a socket at a time.
    static let receiveBytes = 64 * 1024
    /// Bytes of answers gathered before they are sent: sixteen small bodies with their heads.
    static let gatherBytes = 128 * 1024
    /// Head and body up to this size are copied together; above it they are sent from where they are.
    static let smallAnswerBytesMax = 8 * 1024
    /// Reads of one connection before others get their turn.
    static let readsPerTurn = 8
    /// Connections accepted before others get their turn.
    static let acceptsPerTurn = 128
    /// Bytes held at once after which memory is given back when they are gone: less is used again soon enough.
    static let surgeBytes = 2 * 1024 * 1024
    /// Bytes of a file read at a time.
    static let filePieceBytes = 64 * 1024
}
