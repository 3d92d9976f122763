import HTTPWire

/// One connection's state; only its loop touches it.
final class Connection {
    let descriptor: Int32
    /// Tells this connection from a later one with the same descriptor.
    let serial: UInt64
    let peer: String
    let host: [UInt8]
    let listener: Int

    var state = State.head
    /// What has arrived and was not used yet.
    var input: [UInt8] = []
    /// How much of it has been used.
    var used = 0
    /// What waits to be sent, oldest first.
    var output: [[UInt8]] = []
    /// How much of the oldest has been sent.
    var sent = 0
    /// Bytes in `output`.
    var outputBytes = 0
    /// A file that is sent after `output`.
    var file: OutgoingFile?
    /// When patience ends, by the monotonic clock.
    var deadline: Int64 = 0
    /// Whether the connection ends after what waits to be sent.
    var isLast = false
    /// Whether the poller watches for room to write.
    var isWatchingWrite = false
    /// The request under way answers HEAD: its body stays out.
    var isHead = false
    /// The request under way allows another one after it.
    var keepsAlive = true

    /// What the connection is waiting for.
    enum State {
        /// A request, or the rest of its head.
        case head
        /// The rest of a body.
        case body(PendingBody)
        /// A worker's answer.
        case work
        /// What is broadcast on a topic.
        case stream(topic: Int)
        /// The peer's end of the connection; ours is closed.
        case linger
    }

    init(descriptor: Int32, serial: UInt64, peer: String, host: [UInt8], listener: Int) {
        self.descriptor = descriptor
        self.serial = serial
        self.peer = peer
        self.host = host
        self.listener = listener
    }

    /// Whether everything was sent.
    var isFlushed: Bool { output.isEmpty && file == nil }

    /// Puts small bytes behind what waits.
    func append(_ bytes: [UInt8]) {
        outputBytes += bytes.count
        if let last = output.indices.last, output[last].count + bytes.count <= Limits.copyBytesMax {
            output[last] += bytes
        } else {
            output.append(bytes)
        }
    }

    /// Puts an answer behind what waits: its head, the moment's date, the connection's own line, its body.
    func append(head: [UInt8], date: [UInt8], body: [UInt8]?, isLast: Bool) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(head.count + date.count + 32)
        bytes += head
        bytes += date
        if isLast { bytes += Self.closeLine }
        bytes += Self.lineEnd
        append(bytes)
        guard let body, !body.isEmpty, !isHead else { return }
        if body.count <= Limits.copyBytesMax {
            append(body)
        } else {
            outputBytes += body.count
            output.append(body)
        }
    }

    private static let closeLine = Array("Connection: close\r\n".utf8)
    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
}

/// A request whose body is still arriving.
struct PendingBody {
    /// The request without its body.
    var request: Request
    /// Bytes that the client announced; nil for chunks.
    var length: Int?
    /// What undoes the chunks.
    var decoder: ChunkedDecoder?
}

/// A file on its way out; deleted from the folder already, so that it goes with the last byte or the process.
struct OutgoingFile {
    var descriptor: Int32
    var remaining: Int
}
