import HTTPWire

/// The state of a connection while a request or an answer is incomplete; an idle connection has none.
final class PendingIO {
    /// Bytes received and not parsed: the beginning of a head, or requests after the current one.
    var unparsedBytes: [UInt8] = []
    /// The current request while its body arrives; nil while a body is read only to be discarded.
    var request: Request?
    /// The body that is arriving.
    var body: BodyReader?
    /// The requirements of the current request on its answer.
    var options = AnswerOptions()
    /// The log's copy of the current request; nil if the log is off.
    var recorded: RecordedRequest?
    /// The lane that runs the current request and counts its body; nil before the first request for a worker.
    var lane: Lane?
    /// Whether the current request's caller is known.
    var isKnown = false
    /// The tick at which its body must have arrived, however fast it arrives.
    var bodyEndsAt = UInt32.max
    /// Bytes of its body that are counted in the lane's `BodyBudget`.
    var reservedBytes = 0
    /// Whether the connection is an administrator's.
    var isAdmin = false
    /// Bytes of `ownBytes` that are counted in the loop's `MemoryBudget`, and whether as an administrator's.
    var held = (bytes: 0, isAdmin: false)
    /// Bytes received and discarded since the connection is an event stream.
    var discardedBytes = 0
    /// Pieces of answers that are not sent yet, oldest first.
    var unsent: [UnsentPiece] = []
    /// The file whose parts follow `unsent`; nil if the answer is not a file.
    var file: FileProgress?
    /// Whether bytes may have arrived that were not read because the connection was not reading.
    var mayBeReadable = false

    /// Whether nothing is incomplete any more.
    var isDone: Bool {
        unparsedBytes.isEmpty && request == nil && body == nil && !hasUnsent && reservedBytes == 0
    }

    /// Keeps the reservation of the answer that was written last until all of it is sent.
    func hold(_ reservation: AnswerReservation, since moment: Int64) {
        guard !unsent.isEmpty else { return }
        unsent[unsent.count - 1].reservation = reservation
        unsent[unsent.count - 1].roomSince = moment
    }

    /// Bytes that wait to be sent.
    var unsentBytes: Int { unsent.reduce(0) { $0 + $1.remaining } }

    /// Whether an answer is not sent completely.
    var hasUnsent: Bool { !unsent.isEmpty || file != nil }

    /// Whether the connection has nothing to send until a part of a file is read.
    var waitsForDisk: Bool { unsent.isEmpty && file?.isReading == true }

    /// Bytes in memory that only this connection uses.
    var ownBytes: Int {
        unsent.reduce(unparsedBytes.count + (file?.readingBytes ?? 0)) { $0 + ($1.isOwn ? $1.remaining : 0) }
    }
}

/// The requirements of a request on its answer.
struct AnswerOptions {
    /// The method was HEAD: the answer has no body.
    var isHead = false
    /// HTTP/1.0: an answer says explicitly that the connection stays open.
    var isVersion10 = false
    /// Whether the client wants the connection to stay open.
    var keepsAlive = true

    init() {}

    init(_ view: borrowing RequestView) {
        isHead = view.head.isHead
        isVersion10 = view.head.isVersion10
        keepsAlive = view.head.keepsAlive
    }
}

/// A piece of an answer that is not sent yet.
struct UnsentPiece {
    /// Its bytes, possibly shared with other connections.
    let bytes: SharedBytes
    /// Whether its bytes are a copy made for this connection.
    var isOwn = false
    /// The reservation of the answer whose last piece this is; nil if the answer is small or shared.
    var reservation: AnswerReservation?
    /// When it was made, on the monotonic clock in milliseconds.
    var roomSince: Int64 = 0
    /// Where the unsent part begins.
    var offset: Int
    /// The offset after the last byte.
    let end: Int

    /// Bytes not sent yet.
    var remaining: Int { end - offset }
}
