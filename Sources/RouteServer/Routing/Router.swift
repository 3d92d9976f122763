import RouteModel
import WebAddress

/// From a request on a worker to its answer: finds the endpoint, knows the caller, hands over, counts.
struct Router: Sendable {
    let control: ControlPlane
    let data: DataPlane
    let operations: ServerOperations
    let gatekeeper: Gatekeeper
    let ledger: TrafficLedger

    /// Answers; whatever goes wrong is a problem document.
    func answer(_ incoming: IncomingRequest) -> Answer {
        if incoming.path == "*" { return Self.asterisk(incoming) }
        guard let match = Self.find(incoming) else {
            return .problem(.notFound("there is nothing at \(incoming.path)"))
        }
        let isData = match.endpoints.contains { $0.access == .data }
        if incoming.method == "OPTIONS" {
            return isData ? DataAnswer.preflight(match) : .done(fields: [ProblemField("Allow", match.allow)])
        }
        var answer: Answer
        do throws(Problem) {
            let endpoint = try match.endpoint(for: incoming.method)
            var caller: Caller?
            do throws(Problem) {
                answer = try self.answer(incoming, match, endpoint, &caller)
            } catch {
                answer = .problem(error)
            }
            answer.origin.endpoint = endpoint.id
            answer.origin.isControl = endpoint.isControl
            answer.origin.principal = caller?.name
        } catch {
            answer = .problem(error)
        }
        if isData, answer.status >= 400 { answer.fields += DataAnswer.crossOrigin }
        return answer
    }

    /// Counts an answer of a worker as it goes out.
    func count(_ answer: Answer, _ incoming: IncomingRequest, seconds: Double) {
        let isHead = incoming.method == "HEAD"
        let takesBody = ["POST", "PUT", "PATCH"].contains(incoming.method)
        ledger.note(
            answer.origin.endpoint, answer.status, bodyBytes: isHead ? 0 : answer.byteCount, seconds: seconds,
            requestBytes: takesBody ? incoming.body.count : nil)
        guard !isHead, let mark = answer.origin.mark else { return }
        data.note(mark, answer, incoming.fields.ifNoneMatch, isHead: answer.origin.endpoint == .head)
    }

    private func answer(
        _ incoming: IncomingRequest, _ match: EndpointMatch, _ endpoint: Endpoint, _ known: inout Caller?
    ) throws(Problem) -> Answer {
        if case .open = endpoint.access { return try operations.answer(endpoint.id) }
        let caller = try gatekeeper.identify(
            incoming.fields.authorization, from: incoming.address, now: incoming.now, seconds: incoming.seconds)
        known = caller
        if case .data = endpoint.access {
            return try data.answer(DataRequest(incoming, endpoint.id, match.values, caller: caller))
        }
        guard let caller else { throw .unauthorized("send Authorization: Bearer wmk_…") }
        return try control.answer(incoming, match, endpoint, caller: caller)
    }

    /// What is at a path, on this listener; nil for a path whose percent-encoding does not decode.
    static func find(_ incoming: IncomingRequest) -> EndpointMatch? {
        guard incoming.path.hasPrefix("/") else { return nil }
        let raw = incoming.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var segments: [String] = []
        for segment in raw {
            guard let text = PercentEncoding.decodeText(segment) else { return nil }
            segments.append(text)
        }
        let isPublicOnly = incoming.listener == .publicOnly
        // Metrics move to the admin listener together with the control plane.
        if isPublicOnly, segments == ["metrics"] { return nil }
        return EndpointTable.find(segments, includingControl: !isPublicOnly)
    }

    /// `OPTIONS *` asks about the server as a whole (RFC 9110 section 9.3.7).
    private static func asterisk(_ incoming: IncomingRequest) -> Answer {
        guard incoming.method == "OPTIONS" else { return .problem(.badRequest("* is only for OPTIONS")) }
        let methods = Endpoint.Method.allCases.map(\.rawValue) + ["HEAD", "OPTIONS"]
        return .done(fields: [ProblemField("Allow", methods.joined(separator: ", "))])
    }
}

extension DataRequest {
    init(_ incoming: IncomingRequest, _ endpoint: EndpointID, _ values: [String: String], caller: Caller?) {
        self.init(
            endpoint: endpoint, values: values, query: QueryItems(incoming.query),
            ifNoneMatch: incoming.fields.ifNoneMatch, acceptEncoding: incoming.fields.acceptEncoding,
            contentType: incoming.fields.contentType, body: incoming.body, caller: caller, now: incoming.now)
    }
}
