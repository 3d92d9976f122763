import CanonicalJSON
import Synchronization
import SystemIO

/// The work of the writer thread: the open file, and what was written of each loop's lines.
final class AccessLogFileWriter: @unchecked Sendable {
    // @unchecked: made before the writer's thread, then used by it only.
    private let buffers: [LoopLineBuffer]
    private let signals: AccessLogSignals
    private let log: ServerLogger
    private let poller: Poller
    private var file: AppendedFile?
    private var name = ""
    /// A line that was written in part, and its written bytes: on a full disk, a write may be incomplete.
    private var partialLine: (buffer: Int, byteCount: Int)?
    private var isFailing = false
    /// Bytes that were written.
    let bytesWritten = Atomic(0)

    init(buffers: [LoopLineBuffer], signals: AccessLogSignals, log: ServerLogger) throws(Errno) {
        self.buffers = buffers
        self.signals = signals
        self.log = log
        poller = try Poller()
        try poller.watch(signals.descriptor)
    }

    /// Runs until it is stopped.
    func run() {
        while true {
            let pending = signals.take()
            if let change = pending.change { take(change) }
            let hasWritten = writeAll()
            if pending.isStopping { return finish() }
            rest(hasWritten)
        }
    }

    /// Waits: to collect lines after a write, to retry after a failure, or for the next line.
    private func rest(_ hasWritten: Bool) {
        if isFailing { return wait(LogLimits.accessRetryMilliseconds) }
        if hasWritten { return wait(LogLimits.accessGatherMilliseconds) }
        guard signals.fallAsleep(unless: { file != nil && buffers.contains { $0.ring.count > 0 } }) else { return }
        wait(-1)
        signals.awake()
    }

    private func wait(_ milliseconds: Int32) {
        // If waiting fails, the next turn begins at once and does the same work.
        _ = try? poller.wait(milliseconds: milliseconds)
    }

    /// Changes the file.
    ///
    /// Lines in the ring buffers are written to the old file first, as far as that succeeds.
    private func take(_ change: AccessLogSignals.FileChange) {
        if file != nil { _ = writeAll() }
        // A line that is incomplete in the old file is written completely to the new one.
        partialLine = nil
        isFailing = false
        switch change {
        case .open(let file, let name):
            log.info("access log opened", ["file": .string(name)])
            (self.file, self.name) = (file, name)
        case .close:
            log.info("access log closed", ["file": .string(name)])
            file = nil
        }
    }

    /// Writes all lines; returns whether there were any.
    private func writeAll() -> Bool {
        guard let file else { return false }
        var hasWritten = false
        do throws(Errno) {
            if let partialLine { try write(partialLine.buffer, to: file, &hasWritten) }
            for index in buffers.indices { try write(index, to: file, &hasWritten) }
            if isFailing, hasWritten {
                isFailing = false
                log.info("access log is written again", ["file": .string(name)])
            }
        } catch {
            if !isFailing {
                log.error(
                    "access log cannot be written: free disk space, or set another file and send SIGHUP",
                    [
                        "file": .string(name), "reason": .string("\(error)"),
                        "note": "lines wait in memory; when the buffer is full, they are dropped and counted",
                    ])
            }
            isFailing = true
        }
        return hasWritten
    }

    /// Writes the whole lines of one loop.
    private func write(_ index: Int, to file: AppendedFile, _ hasWritten: inout Bool) throws(Errno) {
        let buffer = buffers[index]
        while buffer.ring.count > 0 {
            var bytes = buffer.ring.copy(bytesMax: LogLimits.accessWriteBytesMax)[...]
            // The ring contains whole lines; only the last one of the copy may be cut.
            bytes = bytes[...(bytes.lastIndex(of: Self.newline) ?? bytes.endIndex - 1)]
            var offset = partialLine?.byteCount ?? 0
            do throws(Errno) {
                while offset < bytes.count {
                    let count = try file.append(bytes[offset...])
                    offset += count
                    bytesWritten.add(count, ordering: .relaxed)
                    hasWritten = true
                }
            } catch {
                let lineStart = bytes[..<offset].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
                buffer.ring.take(lineStart)
                partialLine = offset > lineStart ? (buffer: index, byteCount: offset - lineStart) : nil
                throw error
            }
            partialLine = nil
            buffer.ring.take(bytes.count)
            buffer.isUrgent.store(false, ordering: .relaxed)
        }
    }

    private func finish() {
        let lost = buffers.reduce(0) { $0 + $1.ring.copy(bytesMax: .max).count { $0 == Self.newline } }
        guard file != nil, lost > 0 else { return }
        log.error("access log lost the last lines", ["file": .string(name), "lines": .integer(Int64(lost))])
    }

    private static let newline: UInt8 = 0x0A
}
