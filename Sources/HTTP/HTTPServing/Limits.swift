package import HTTPWire

/// The limits of a server, each with its reason.
package struct ServingLimits: Sendable, Hashable {
    /// Limits of one message.
    package var wire = WireLimits()
    /// Deadlines of one connection.
    package var timeouts = ConnectionTimeouts()
    /// Connections of the server; never more than the descriptor limit of the process minus `descriptorsReserved`.
    package var connectionsMax = 65_536
    /// Connections from one address: enough for a company with one address, too few for one attacker to use up all.
    package var connectionsPerAddressMax = 16_384
    /// Connections on the listeners for administrators, in addition to those of the others: enough for people and
    /// scripts.
    package var adminConnectionsMax = 1024
    /// The last places for connections, in all and of one address, that are only lent; at most a quarter of all.
    ///
    /// A connection loses such a place after `lentMilliseconds`, unless its caller is known.
    package var connectionsLent = 0
    /// Milliseconds for which a place is lent.
    var lentMilliseconds = 2_000
    /// Descriptors left for databases, files and logs.
    var descriptorsReserved = 256
    /// Limits of the requests of administrators, and of those of the others: each has as much.
    package var lanes = LaneLimits()
    /// Bytes that all connections hold, without bodies: two thousand of the longest heads.
    ///
    /// These are beginnings of heads, requests after an answer that is not sent, and copies of small answers. Above
    /// this limit, the connections that hold most are closed. Each loop has an equal part.
    package var heldBytesMax = 64 * 1024 * 1024
    /// Bytes of these that only administrators' connections may hold, at most a quarter: five hundred of the longest heads.
    ///
    /// What strangers hold never closes such a connection.
    var adminHeldBytes = 16 * 1024 * 1024
    /// Bytes of an unwanted body that are read so that the connection can stay open, and bytes that the client of an
    /// event stream may send; a connection that sends more is closed.
    package var discardedBodyBytesMax = 256 * 1024
    /// Milliseconds after which the connection of an unread large answer is closed if other answers have no room.
    package var answerWaitMilliseconds = 5_000
    /// Milliseconds within which the body of a stranger's request must arrive, even if bytes arrive steadily; the body
    /// of a known caller has no such limit.
    package var strangerBodyMilliseconds = 30_000
    /// Bytes that may wait for the slow client of one event stream; over this limit it is disconnected.
    package var watcherBacklogBytesMax = 64 * 1024
    /// Bytes a second that the client of a file must take, or else the connection is closed; 0: no limit.
    ///
    /// An eighth of what a line of 1 Mbit/s carries. The file of a backup and the one place for backups are free again
    /// after its length divided by this, at the latest.
    package var downloadBytesPerSecondMin = 16 * 1024
    /// Milliseconds for which such a client may take nothing: longer than a line needs to be connected again.
    package var downloadGraceMilliseconds = 120_000
    /// Milliseconds between two sweeps of the deadlines.
    package var sweepMilliseconds = 500

    /// Milliseconds without a new connection after which a stopping server closes its listeners: longer than a client's
    /// handshake and first request take.
    package var drainQuietMilliseconds = 100
    /// The maximum time for which a stopping server accepts connections, in milliseconds, while clients continue to
    /// connect.
    package var drainListenMilliseconds = 1_000
    /// The time for which a stopping server accepts connections in any case, in milliseconds, and keeps streams of events:
    /// load balancers need it to notice; with 0, the two limits above decide.
    package var drainDelayMilliseconds = 0
    /// Streams of events that all loops of a stopping server end in one turn, if there is time: 500 a second, so that those
    /// of a full server (8192) come back to others within its 20 seconds.
    package var drainStreamsPerTurn = 50
    /// Milliseconds to read an answer that a worker gives after the time for stopping is over.
    var drainAnswerMilliseconds = 5_000

    /// Makes the standard limits.
    package init() {}

    /// Milliseconds between two turns in which a stopping server ends streams of events.
    static let drainTurnMilliseconds = 100
    /// Minimum of the connections, for a process that may open few descriptors.
    static let connectionsLeast = 16
    /// Bytes of a malformed request that are recorded: enough to recognize its kind.
    static let recordedLineBytesMax = 512
    /// Bytes received with one call.
    static let receiveBytes = 64 * 1024
    /// Bytes of answers gathered before they are sent: sixteen small bodies with their heads.
    static let gatherBytes = 128 * 1024
    /// Bytes of head and body up to which an answer is copied; a larger body is sent without a copy.
    static let smallAnswerBytesMax = 8 * 1024
    /// Reads of one connection in one turn, so that the others are not delayed.
    static let readsPerTurn = 8
    /// Connections accepted in one turn.
    static let acceptsPerTurn = 128
    /// Bytes held at the same time after which free memory is returned to the system; less is soon used again.
    static let surgeBytes = 2 * 1024 * 1024
    /// Bytes of a file read at a time: few enough turns of the loop for a fast client, little memory for a slow one.
    static let filePartBytes = 256 * 1024
    /// The same for a server with little memory for connections: a page.
    static let filePartBytesLeast = 4 * 1024
    /// Bytes of a file that the kernel keeps before it transmits them: a client that takes 16 kB a second is seen every four
    /// seconds, and fast clients do not wait for the loop.
    static let downloadKernelBytes = 128 * 1024
    /// Parts of a file that a connection holds: one is sent while the next one is read.
    static let filePartsMax = 2
    /// Parts of files that wait to be read, one of each connection, and files that wait to be closed; a connection beyond
    /// this is closed.
    static let fileJobsMax = 256
}

/// The limits of one lane, each with its reason.
package struct LaneLimits: Sendable, Hashable {
    /// Bytes of request bodies that are arriving or waiting for a worker: three drafts of the largest size.
    package var bodyMemoryBytesMax = 192 * 1024 * 1024
    /// Bytes of these for the bodies of strangers (callers that are not known): sixty-four of the largest that they may
    /// send.
    package var strangerBodyBytesMax = 64 * 1024 * 1024
    /// Bytes of large answers of workers that wait for their peers.
    ///
    /// Without room, the caller that holds most loses its oldest one; the answer of a request that has changed something is
    /// not lost for others. In the test with unread drafts, these answers and the drafts that are being read stay under 64 MB.
    package var answerMemoryBytesMax = 16 * 1024 * 1024
    /// Requests that wait for a worker; more are refused with 503.
    package var workQueueMax = 1024
}
