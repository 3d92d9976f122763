import CanonicalJSON
import HTTPWire
import RouteModel

extension RequestHandler {
    /// The request's name: the one that a proxy of ours gave it, or a new one.
    func name(_ request: Request, at now: Instant) -> RequestID {
        let given = request.values(named: RequestID.field.lowercased())
        if given.count == 1, let id = RequestID(given[0]), isFromProxy(request.peer) { return id }
        return .make(at: now)
    }

    /// Changes and failures are lines for the operator; what merely reads is not.
    func note(_ request: Request, _ incoming: IncomingRequest, _ answer: Answer, _ id: RequestID, microseconds: Int64) {
        let trace = TraceParent(request.values(named: "traceparent"))
        let origin = answer.origin
        let values: KeyValuePairs<String, JSONValue> = [
            "method": .string(incoming.method), "path": .string(incoming.path),
            "status": .integer(Int64(answer.status)), "ms": .number(Double(microseconds) / 1000),
            "bytes": .integer(Int64(answer.byteCount)), "from": .string(incoming.address),
            "by": Self.value(origin.principal), "route": Self.value(origin.endpoint?.rawValue),
            "app": Self.value(PathApp.name(in: incoming.path)), "problem": Self.value(answer.problem?.code),
            "reason": Self.value(Self.reason(answer)),
            "id": .string(id.text), "trace": Self.value(trace?.traceID), "parent": Self.value(trace?.parentID),
        ]
        switch answer.status {
        case 500... where origin.endpoint == .ready:
            log.warning(
                "not ready, balancers send nobody",
                [
                    "checks": (try? JSONValue(parsing: answer.bytes))?["checks"] ?? .null,
                    "from": .string(incoming.address), "id": .string(id.text),
                ])
        case 500...: log.error("request failed", values)
        case 401, 403, 429: log.warning("request refused", values)
        default:
            let isReading = incoming.method == "GET" || incoming.method == "HEAD" || incoming.method == "OPTIONS"
            if isReading { log.debug("request", values) } else { log.info("request", values) }
        }
    }

    /// What went wrong inside, and what to do: of no use to the client alone.
    private static func reason(_ answer: Answer) -> String? { answer.status >= 500 ? answer.problem?.detail : nil }

    private static func value(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
