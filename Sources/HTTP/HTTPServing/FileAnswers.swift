import HTTPWire
import SystemIO

/// The answers of one loop whose bodies are files: asks for the parts of each file as its client takes them.
///
/// A connection holds at most two parts: one is sent while the next one is read.
final class FileAnswers {
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let reader: FileReader
    private let inbox: LoopInbox
    private let handler: any HTTPHandler
    private let clock: LoopClock
    private let counters: LoopCounters
    private let limits: ServingLimits
    private let partBytes: Int

    init(
        _ connections: LoopConnections, shared: SharedState, inbox: LoopInbox, memory: MemoryBudget, clock: LoopClock,
        counters: LoopCounters
    ) {
        self.connections = connections
        self.inbox = inbox
        self.clock = clock
        self.counters = counters
        reader = shared.files
        handler = shared.handler
        limits = shared.limits
        table = connections.table
        partBytes = memory.filePartBytes
    }

    /// Begins to send a file, after everything that the connection has to send.
    func begin(_ descriptor: Int32, _ file: AnswerFile) {
        guard !table[descriptor].isBroken else { return drop(file) }
        // So that the loop sees each step of a slow client.
        Sockets.limitUnsent(descriptor, bytes: ServingLimits.downloadKernelBytes)
        let io = table.pendingIO(of: descriptor)
        io.file = FileProgress(file: file, startedAt: clock.now, pace: DownloadPace(at: clock.now, limits))
        advance(descriptor, io)
    }

    /// Ends a file that is not sent.
    func drop(_ file: AnswerFile) { reader.finish(file) }

    /// Adds a part that was read to what the connection has to send.
    ///
    /// - Parameters:
    ///   - descriptor: the connection.
    ///   - generation: the generation of the connection that asked for the part.
    ///   - bytes: nil if the file cannot be read, or is shorter than the Content-Length that was sent: then only closing
    ///     the connection shows this to the peer.
    /// - Returns: whether there is more to send; false if the connection is closed now, or was closed before.
    func add(_ descriptor: Int32, _ generation: UInt32, _ bytes: [UInt8]?) -> Bool {
        guard table[descriptor].generation == generation, let io = table[descriptor].io, let progress = io.file,
            progress.isReading
        else { return false }
        guard let bytes, bytes.count == progress.readingBytes else {
            report(.unreadable, descriptor, io, progress)
            connections.close(descriptor)
            return false
        }
        io.file?.readingBytes = 0
        let part = SharedBytes(bytes)
        io.unsent.append(UnsentPiece(bytes: part, isOwn: true, offset: 0, end: part.count))
        return true
    }

    /// Closes a connection whose client takes its file too slowly; called by each sweep.
    func review(_ descriptor: Int32) -> ConnectionStatus {
        guard let io = table[descriptor].io, var progress = io.file else { return .open }
        let keepsUp = progress.pace.keepsUp(
            takenBytes: progress.takenBytes(io), isWaiting: !io.unsent.isEmpty, at: clock.now, limits)
        io.file = progress
        guard !keepsUp else { return .open }
        counters.downloadsDropped.raise()
        report(.slowClient, descriptor, io, progress)
        return connections.close(descriptor)
    }

    /// Reports a connection that is closed because its client has taken nothing; does nothing if it sends no file.
    func noteTimeout(_ descriptor: Int32) {
        guard let io = table[descriptor].io, let progress = io.file else { return }
        report(.slowClient, descriptor, io, progress)
    }

    private func report(
        _ reason: DroppedDownload.Reason, _ descriptor: Int32, _ io: PendingIO, _ progress: FileProgress
    ) {
        handler.dropped(
            DroppedDownload(
                reason: reason, peer: table[descriptor].peer, takenBytes: progress.takenBytes(io),
                byteCount: progress.file.byteCount, milliseconds: clock.now - progress.startedAt))
    }

    /// Asks for the next part if the connection has room for it; ends the answer when all of it was sent.
    func advance(_ descriptor: Int32, _ io: PendingIO) {
        guard let progress = io.file, !progress.isReading else { return }
        let rest = progress.file.byteCount - progress.requestedBytes
        if rest == 0 {
            if io.unsent.isEmpty { io.file = nil }
            return
        }
        guard io.unsent.count < ServingLimits.filePartsMax else { return }
        let part = FileReader.Part(
            file: progress.file, offset: progress.requestedBytes, count: min(rest, partBytes), inbox: inbox,
            descriptor: descriptor, generation: table[descriptor].generation)
        guard reader.read(part) else {
            // The rest of the answer cannot be sent; closing the connection shows it.
            table[descriptor].isBroken = true
            return
        }
        io.file?.requestedBytes += part.count
        io.file?.readingBytes = part.count
    }
}

/// How much of a file a connection has sent; exists until all of the answer is sent.
struct FileProgress {
    let file: AnswerFile
    /// When the answer began, on the monotonic clock in milliseconds.
    let startedAt: Int64
    /// Whether the client takes it fast enough.
    var pace: DownloadPace
    /// Bytes that were read or are being read.
    var requestedBytes = 0
    /// Bytes of the part that is being read; 0 if none is.
    var readingBytes = 0

    /// Whether a part is being read.
    var isReading: Bool { readingBytes > 0 }

    /// Bytes that the client, or the kernel for it, has taken.
    func takenBytes(_ io: PendingIO) -> Int { max(0, requestedBytes - readingBytes - io.unsentBytes) }
}
