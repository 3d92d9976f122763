import AccessControl
import CanonicalJSON
import HTTPExchange
import HTTPServing
import HTTPWire
import RouteModel
import ServerLog

/// Assigns request ids, and writes a line to the server log for each request that a worker answered.
struct RequestLog: Sendable {
    let log: ServerLogger
    let proxies: ProxyTrust
    /// The name of this server among those that share its database; nil with a file.
    let node: String?
    /// What counts refusals whose reason lasts.
    let refusals: LastingRefusals

    /// The request id: the one from a trusted proxy, or a new one.
    func requestID(of request: Request, at now: Instant) -> RequestID {
        let given = request.values(named: RequestID.field.lowercased())
        if given.count == 1, let id = RequestID(given[0]), proxies.isTrusted(request.peer) { return id }
        return .make(at: now)
    }

    /// Writes changes, also refused ones, at `info`, 401, 403, 429 and failures above, everything else at `debug`.
    func write(
        _ request: Request, _ incoming: IncomingRequest, _ answer: Answer, _ id: RequestID, microseconds: Int64
    ) {
        // The values cost more than most answers.
        let (level, event) = Self.line(answer)
        guard log.writes(level), refusals.isFirst(answer.problem?.code) else { return }
        let trace = TraceParent(request.values(named: "traceparent"))
        let origin = answer.origin
        let values: KeyValuePairs<String, JSONValue> = [
            "method": .string(incoming.method), "path": .string(incoming.path),
            "status": .integer(Int64(answer.status)), "ms": .number(Double(microseconds) / 1000),
            "bytes": .integer(Int64(answer.byteCount)), "from": .string(incoming.address),
            "by": Self.value(origin.principal), "route": Self.value(origin.endpoint),
            "app": Self.value(AppPath.name(in: incoming.path)), "problem": Self.value(answer.problem?.code),
            "reason": Self.value(Self.reason(answer)), "node": Self.value(node),
            "id": .string(id.text), "trace": Self.value(trace?.traceID), "parent": Self.value(trace?.parentID),
        ]
        log.log(level, event, values)
    }

    /// The level of the line for an answer, and what it says.
    private static func line(_ answer: Answer) -> (LogLevel, String) {
        switch answer.status {
        case 500...: (.error, "request failed")
        case 401, 403, 429: (.warning, "request refused")
        default: (answer.origin.isChange ? .info : .debug, "request")
        }
    }

    /// Writes that a download was closed before its end.
    func write(_ download: DroppedDownload) {
        let values: KeyValuePairs<String, JSONValue> = [
            "from": .string(download.peer.description), "taken": .integer(Int64(download.takenBytes)),
            "bytes": .integer(Int64(download.byteCount)), "ms": .integer(download.milliseconds),
        ]
        switch download.reason {
        case .slowClient: log.warning("download closed, its client takes too little", values)
        case .unreadable: log.error("download closed, its file cannot be read to its end", values)
        }
    }

    /// The cause of a failure, which only the operator can correct.
    private static func reason(_ answer: Answer) -> String? { answer.status >= 500 ? answer.problem?.detail : nil }

    private static func value(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
