import CanonicalJSON
import HTTPServing
import HTTPWire
import RouteModel
import Synchronization
import SystemIO

/// Where the access log is and how its lines look.
package struct AccessLogSettings: Sendable, Hashable {
    /// For whom the lines are.
    package enum Format: String, Sendable, Hashable {
        case combined
        case json
    }

    /// The file; `-` is the standard output, nil is off.
    package var path: String?
    /// For whom.
    package var format: Format
}

/// The access log: a line for each answer, made on the loop that gave it, written by a thread of its own.
///
/// A loop never waits for it: each has a ring of fixed size, and a line for which there is no room is counted and dropped.
final class AccessLog: AnswerJournal {
    let valve = JournalValve()
    let lanes: [AccessLane]
    private let writer: AccessLogWriter
    private let proxies: ProxyTrust
    private let now: @Sendable () -> Instant
    private let log: ServerLog
    private let isJSON = Atomic(false)
    private let state: Mutex<State>

    private struct State {
        /// Where lines go; nil where they go nowhere.
        var path: String?
        /// How many lines had been dropped when that was said last, and when.
        var told = 0
        var toldAt: Int64?
    }

    /// Opens the file, where one is asked for.
    init(
        _ settings: AccessLogSettings, loops: Int, proxies: ProxyTrust, now: @escaping @Sendable () -> Instant,
        log: ServerLog
    ) throws(ServerStartError) {
        var file: AppendedFile?
        if let path = settings.path {
            do throws(Errno) { file = try Self.open(path) } catch {
                throw ServerStartError("the access log \(path) cannot be opened: \(error)", hint: Self.hint)
            }
        }
        do throws(Errno) {
            var lanes: [AccessLane] = []
            for _ in 0..<loops { lanes.append(try AccessLane()) }
            self.lanes = lanes
            writer = try AccessLogWriter(lanes: lanes, log: log)
        } catch {
            throw ServerStartError("the system has no room for the access log: \(error)")
        }
        self.proxies = proxies
        self.now = now
        self.log = log
        state = Mutex(State())
        if let file, let path = settings.path { start(file, path, settings.format) }
    }

    /// Takes over reloaded settings, and opens the file anew, which may have been renamed since; false where it cannot be
    /// opened, so that everything stays as it was.
    func use(_ settings: AccessLogSettings) -> Bool {
        let before = state.withLock { $0.path }
        guard let path = settings.path else {
            valve.isOpen = false
            state.withLock { $0.path = nil }
            if before != nil { writer.orders.change(.close) }
            return true
        }
        do throws(Errno) {
            start(try Self.open(path), path, settings.format)
            return true
        } catch {
            log.error(
                before == nil
                    ? "access log not opened, it stays off" : "access log not reopened, lines go on into the old file",
                [
                    "file": .string(path), "reason": .string("\(error)"),
                    "hint": .string("\(Self.hint), then send SIGHUP"),
                ])
            return false
        }
    }

    /// Writes what there is, and ends; after the last answer.
    func stop() {
        valve.isOpen = false
        writer.stop()
    }

    func note(_ request: RequestNote, _ answer: AnswerNote, loop: Int) {
        let lane = lanes[loop]
        let given = request.value(.requestID).flatMap { RequestID(String(decoding: $0, as: UTF8.self)) }
        let isNamed = given != nil && answer.remark?.requestID == nil && proxies.trusts(lane.text(of: request.peer))
        let line = AccessLine(
            at: now(), client: client(of: request, lane), principal: answer.remark?.principal, method: request.method,
            target: request.target, isVersion10: request.isVersion10, received: request.received,
            status: answer.status, bodyBytes: answer.bodyBytes, microseconds: answer.microseconds,
            referer: request.value(.referer), userAgent: request.value(.userAgent),
            id: answer.remark?.requestID ?? (isNamed ? given?.text : nil),
            trace: request.value(.traceparent).flatMap { TraceParent(String(decoding: $0, as: UTF8.self)) },
            app: PathApp.range(in: request.path).map { request.path[$0] }, release: answer.remark?.release)
        guard lane.add(line, isJSON: isJSON.load(ordering: .relaxed)) else { return }
        writer.orders.noteLine(in: lane)
    }

    /// Says at most once a minute how many lines were dropped.
    func report(atMilliseconds now: Int64) {
        let count = dropped
        let fresh = state.withLock { state -> Int in
            guard count > state.told, state.toldAt.map({ now - $0 >= ServerLimits.accessReportMilliseconds }) ?? true
            else {
                return 0
            }
            defer { (state.told, state.toldAt) = (count, now) }
            return count - state.told
        }
        guard fresh > 0 else { return }
        log.warning(
            "access log lines were dropped, because the file did not take them as fast as requests came",
            ["lines": .integer(Int64(fresh)), "sinceStart": .integer(Int64(count))])
    }

    /// Writes its metric families.
    func write(into text: inout MetricsText) {
        let lines = lanes.reduce(0) { $0 + $1.lines.load(ordering: .relaxed) }
        text.single("waymark_access_log_lines_total", .counter, "Lines made for the access log.", Double(lines))
        text.single(
            "waymark_access_log_dropped_total", .counter, "Lines dropped because the file did not take them.",
            Double(dropped))
        text.single(
            "waymark_access_log_bytes_total", .counter, "Bytes written to the access log.",
            Double(writer.bytesWritten))
    }

    private var dropped: Int { lanes.reduce(0) { $0 + $1.dropped.load(ordering: .relaxed) } }

    private func start(_ file: AppendedFile, _ path: String, _ format: AccessLogSettings.Format) {
        isJSON.store(format == .json, ordering: .relaxed)
        state.withLock { $0.path = path }
        writer.orders.change(.open(file, name: path))
        valve.isOpen = true
    }

    private func client(of request: RequestNote, _ lane: AccessLane) -> String {
        let joined = { (field: RequestNote.Field) -> String? in
            let values = request.values(field).map { String(decoding: $0, as: UTF8.self) }
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        let peer = lane.text(of: request.peer)
        return proxies.client(peer: peer, forwarded: joined(.forwarded), forwardedFor: joined(.xForwardedFor))
    }

    private static func open(_ path: String) throws(Errno) -> AppendedFile {
        path == "-" ? .standardOutput : try AppendedFile(path, mode: 0o640)
    }

    private static let hint = "make its folder, let the server's user write there"
}
