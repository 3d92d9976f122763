import Synchronization
import SystemIO

/// The thread that writes the lines of all loops to the file, in large writes.
final class AccessLogWriter: Sendable {
    let signals: AccessLogSignals
    private let fileWriter: AccessLogFileWriter
    private let ended: WakeUp
    private let thread: Threads.Running

    init(buffers: [LoopLineBuffer], log: ServerLogger) throws(Errno) {
        let signals = try AccessLogSignals()
        let fileWriter = try AccessLogFileWriter(buffers: buffers, signals: signals, log: log)
        let ended = try WakeUp()
        (self.signals, self.fileWriter, self.ended) = (signals, fileWriter, ended)
        thread = try Threads.start {
            fileWriter.run()
            ended.signal()
        }
    }

    /// Bytes that were written to files.
    var bytesWritten: Int { fileWriter.bytesWritten.load(ordering: .relaxed) }

    /// Writes the remaining lines and ends the thread; call it once.
    ///
    /// The wait is bounded, even if the file accepts no data.
    func stop() {
        signals.stop()
        guard let poller = try? Poller(), (try? poller.watch(ended.descriptor)) != nil,
            let count = try? poller.wait(milliseconds: LogLimits.accessStopMilliseconds), count > 0
        else { return }
        thread.join()
    }
}
