/// Limits of logs, each with its reason.
package enum LogLimits {
    /// Longest request id from a trusted proxy, in bytes: a UUID has 36.
    package static let requestIDBytesMax = 64

    /// Room for a line of the server log in bytes, so that it is allocated once.
    static let usualLineBytes = 512

    /// Lines of the server log that wait for the thread that writes; a thread with one more waits for it, so that a slow
    /// disk slows requests instead of filling memory.
    static let linesWaitingMax = 1024

    /// Access-log lines of one event loop that wait for the writer, in bytes: about 5,000 lines, which a loop makes in
    /// 50 ms at full load; the writer needs less time to write them.
    static let accessBufferBytes = 1 << 20

    /// Bytes of one write to the access log: larger writes are not faster; a quarter of a loop's buffer.
    static let accessWriteBytesMax = 256 << 10

    /// Longest address, agent or other text of a client in an access-log line, in bytes.
    ///
    /// A line with all of them escaped is shorter than `accessWriteBytesMax`.
    static let accessTextBytesMax = 2048

    /// How long the writer collects lines before it writes: a reader of the file sees a line after 50 ms.
    static let accessGatherMilliseconds: Int32 = 50

    /// How long the writer waits before it tries a full disk again.
    static let accessRetryMilliseconds: Int32 = 1000

    /// How long a stopping server waits for a log file that accepts no data, such as a pipe without a reader.
    static let accessStopMilliseconds: Int32 = 5000

    /// The least time between two warnings of dropped lines.
    static let accessReportMilliseconds: Int64 = 60_000
}
