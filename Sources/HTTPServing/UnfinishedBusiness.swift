import HTTPWire
import SystemIO

/// What a connection needs only while something is incomplete: it is made then and forgotten afterwards.
final class UnfinishedBusiness {
    /// Bytes that were received and not yet used: the beginning of a head, or requests behind one under way.
    var carry: [UInt8] = []
    /// The request under way, while its body arrives or a worker has it; nil while a body is only read past.
    var request: Request?
    /// The body that is arriving.
    var body: BodyReader?
    /// What the request under way asks of its answer.
    var manner = AnswerManner()
    /// What a journal notes of the request under way; nil where none is kept.
    var note: RequestNote?
    /// Bytes of body that are counted against the server's memory.
    var reservedBytes = 0
    /// Bytes of its own that are counted against what connections may hold.
    var heldBytes = 0
    /// What a watcher has sent since it watches.
    var discardedBytes = 0
    /// Pieces that the peer has not taken yet, oldest first.
    var pending: [PendingPiece] = []
    /// Whether something may have arrived that was not looked at.
    var mayBeReadable = false

    /// Whether nothing is incomplete any more.
    var isDone: Bool { carry.isEmpty && request == nil && body == nil && pending.isEmpty && reservedBytes == 0 }

    /// Bytes in memory that wait for the peer.
    var pendingBytes: Int { pending.reduce(0) { $0 + $1.remaining } }

    /// Bytes in memory that nobody else has.
    var ownBytes: Int { pending.reduce(carry.count) { $0 + ($1.isOwn ? $1.remaining : 0) } }
}

/// What a request asks of its answer, whatever the answer is.
struct AnswerManner {
    /// No body: the method was HEAD.
    var isHead = false
    /// HTTP/1.0: staying open has to be said.
    var isVersion10 = false
    /// The client would go on.
    var keepsAlive = true

    init() {}

    init(_ view: borrowing RequestView) {
        isHead = view.head.isHead
        isVersion10 = view.head.isVersion10
        keepsAlive = view.head.keepsAlive
    }
}

/// A piece of an answer that waits for the peer.
struct PendingPiece {
    /// Where its bytes are.
    enum Source {
        /// In memory, possibly shared with others.
        case memory(SharedBytes)
        /// In a file.
        case file(ReadableFile)
    }

    let source: Source
    /// Whether its bytes are a copy made for this connection.
    var isOwn = false
    /// How far it has been sent.
    var offset: Int
    /// Where it ends.
    let end: Int

    /// How much is left.
    var remaining: Int { end - offset }

    /// How much of it one call sends at most.
    var countMax: Int {
        if case .file = source { min(remaining, ServingLimits.filePieceBytes) } else { remaining }
    }
}
