/// Bounds of this module, each with its reason.
enum Limits {
    /// Bytes read at a time: a pipeline of a hundred small requests.
    static let readBytes = 32 * 1024
    /// Bytes of answers that wait for a slow reader before no further request of his is read.
    static let outputBytesMax = 1 << 20
    /// Answers up to this size are copied behind each other and go in one call; larger ones are sent from where they are.
    static let copyBytesMax = 16 * 1024
    /// Bytes of a file read at a time.
    static let filePieceBytes = 256 * 1024
    /// Requests that wait for a worker; beyond it the answer is 503 at once.
    static let workWaitingMax = 1024
    /// Connections accepted before the loop looks at the others again.
    static let acceptsPerTurn = 64
    /// Milliseconds that a closed connection is still read, so that the last answer is not lost (RFC 9112 section 9.6).
    static let lingerMilliseconds: Int64 = 1000
    /// Milliseconds between two looks at the deadlines.
    static let sweepMilliseconds: Int64 = 500
    /// Milliseconds between comment lines on a stream.
    static let heartbeatMilliseconds: Int64 = 20_000
    /// Bytes that wait for a listener of a stream; a slower one is closed and comes again.
    static let streamBytesMax = 64 * 1024
}
