import CanonicalJSON
package import HTTPServing
import HTTPWire
package import RouteModel
import Synchronization
import SystemIO

/// The access log's file and format.
package struct AccessLogSettings: Sendable, Hashable {
    /// The format of the lines.
    package enum Format: String, Sendable, Hashable {
        case combined
        case json
    }

    /// The file; `-` is the standard output, nil is off.
    package var path: String?
    var format: Format

    /// Makes settings.
    package init(path: String?, format: Format) {
        self.path = path
        self.format = format
    }
}

/// The access log: one line for each answer, made on the event loop that sent it, written by a separate thread.
///
/// A loop never waits: it has a ring buffer of fixed size, and a line that does not fit is dropped and counted.
package final class AccessLog: AnswerLog {
    /// Whether lines are written.
    package let isEnabled = SharedFlag()
    let buffers: [LoopLineBuffer]
    private let writer: AccessLogWriter
    private let proxies: any ClientAddressing
    private let now: @Sendable () -> Instant
    private let log: ServerLogger
    private let isJSON = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        /// The current file; nil while the log is off.
        var path: String?
        /// The number of dropped lines at the last warning, and its time in milliseconds.
        var reported = 0
        var reportedAt: Int64?
    }

    /// Opens the file, if the settings name one.
    package init(
        _ settings: AccessLogSettings, loops: Int, proxies: any ClientAddressing,
        now: @escaping @Sendable () -> Instant,
        log: ServerLogger
    ) throws(LogFileError) {
        var file: AppendedFile?
        if let path = settings.path {
            do throws(Errno) { file = try Self.open(path) } catch {
                throw LogFileError("the access log \(path) cannot be opened: \(error)", hint: Self.hint)
            }
        }
        do throws(Errno) {
            var buffers: [LoopLineBuffer] = []
            for _ in 0..<loops { buffers.append(try LoopLineBuffer()) }
            self.buffers = buffers
            writer = try AccessLogWriter(buffers: buffers, log: log)
        } catch {
            throw LogFileError("the access log cannot be started: \(error)")
        }
        self.proxies = proxies
        self.now = now
        self.log = log
        state = Mutex(State())
        if let file, let path = settings.path { start(file, path, settings.format) }
    }

    /// Applies reloaded settings and opens the file again, because it may have been renamed.
    ///
    /// If the file cannot be opened, nothing changes and the result is false.
    package func use(_ settings: AccessLogSettings) -> Bool {
        let before = state.withLock { $0.path }
        guard let path = settings.path else {
            isEnabled.value = false
            state.withLock { $0.path = nil }
            if before != nil { writer.signals.change(.close) }
            return true
        }
        do throws(Errno) {
            start(try Self.open(path), path, settings.format)
            return true
        } catch {
            log.error(
                before == nil
                    ? "access log not opened, it stays off" : "access log not reopened, the old file stays in use",
                [
                    "file": .string(path), "reason": .string("\(error)"),
                    "hint": .string("\(Self.hint), then send SIGHUP"),
                ])
            return false
        }
    }

    /// Writes the remaining lines and ends the writer; called after the last answer.
    package func stop() {
        isEnabled.value = false
        writer.stop()
    }

    /// Adds a line to the buffer of a loop; called on that loop.
    package func record(_ request: RecordedRequest, _ answer: RecordedAnswer, loop: Int) {
        let buffer = buffers[loop]
        let given = request.value(.requestID).flatMap { RequestID(String(decoding: $0, as: UTF8.self)) }
        let isNamed =
            given != nil && answer.remark?.requestID == nil && proxies.isTrusted(buffer.text(of: request.peer))
        let line = AccessLine(
            at: now(), client: client(of: request, buffer), principal: answer.remark?.principal, method: request.method,
            target: request.target, isVersion10: request.isVersion10, received: request.received,
            status: answer.status, bodyBytes: answer.bodyBytes, microseconds: answer.microseconds,
            referer: request.value(.referer), userAgent: request.value(.userAgent),
            id: answer.remark?.requestID ?? (isNamed ? given?.text : nil),
            trace: request.value(.traceparent).flatMap { TraceParent(String(decoding: $0, as: UTF8.self)) },
            app: AppPath.range(in: request.path).map { request.path[$0] }, release: answer.remark?.release)
        guard buffer.add(line, isJSON: isJSON.load(ordering: .relaxed)) else { return }
        writer.signals.lineAdded(in: buffer)
    }

    /// Warns of dropped lines, at most once a minute.
    package func report(atMilliseconds now: Int64) {
        let count = dropped
        let fresh = state.withLock { state -> Int in
            let isDue = state.reportedAt.map { now - $0 >= LogLimits.accessReportMilliseconds } ?? true
            guard count > state.reported, isDue else { return 0 }
            defer { (state.reported, state.reportedAt) = (count, now) }
            return count - state.reported
        }
        guard fresh > 0 else { return }
        log.warning(
            "access log lines were dropped, because they came faster than the file could be written",
            ["lines": .integer(Int64(fresh)), "sinceStart": .integer(Int64(count))])
    }

    /// Lines and bytes since the start, for the metrics.
    package var counters: AccessLogCounters {
        AccessLogCounters(
            lines: buffers.reduce(0) { $0 + $1.lines.load(ordering: .relaxed) }, dropped: dropped,
            bytesWritten: writer.bytesWritten)
    }

    private var dropped: Int { buffers.reduce(0) { $0 + $1.dropped.load(ordering: .relaxed) } }

    private func start(_ file: AppendedFile, _ path: String, _ format: AccessLogSettings.Format) {
        isJSON.store(format == .json, ordering: .relaxed)
        state.withLock { $0.path = path }
        writer.signals.change(.open(file, name: path))
        isEnabled.value = true
    }

    private func client(of request: RecordedRequest, _ buffer: LoopLineBuffer) -> String {
        let joined = { (field: RecordedRequest.Field) -> String? in
            let values = request.values(field).map { String(decoding: $0, as: UTF8.self) }
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        let peer = buffer.text(of: request.peer)
        return proxies.client(peer: peer, forwarded: joined(.forwarded), forwardedFor: joined(.xForwardedFor))
    }

    private static func open(_ path: String) throws(Errno) -> AppendedFile {
        path == "-" ? .standardOutput : try AppendedFile(path, mode: 0o640)
    }

    private static let hint = "create its directory, and give the server's account the right to write there"
}

/// Lines and bytes of the access log since the start.
package struct AccessLogCounters: Sendable {
    /// Lines that were made.
    package let lines: Int
    /// Lines that were dropped because the buffer was full.
    package let dropped: Int
    /// Bytes that were written to files.
    package let bytesWritten: Int
}

/// Determines a client's address if there are trusted proxies in front of the server.
package protocol ClientAddressing: Sendable {
    /// Whether the peer is a trusted proxy.
    func isTrusted(_ peer: String) -> Bool
    /// The client's address, from the peer's and the values of `Forwarded` (RFC 7239) and `X-Forwarded-For`.
    func client(peer: String, forwarded: String?, forwardedFor: String?) -> String
}
