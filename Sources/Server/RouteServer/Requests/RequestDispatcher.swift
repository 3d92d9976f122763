import AccessControl
import ConsoleServing
import DataPlane
import HTTPExchange
import HTTPWire
import ReleaseStore
import RouteModel
import ServerMetrics
import StoreRecords
import WebAddress

/// Dispatches a request: finds the endpoint, identifies the caller, checks the request against the declaration, runs
/// the handler.
struct RequestDispatcher: Sendable {
    let table: EndpointTable
    let store: any RuleStore
    let authenticator: TokenAuthenticator
    let slots: WorkSlots
    /// The console; nil if it is off.
    var console: ConsolePages?
    /// The sessions of the console; nil if it is off.
    var sessions: ConsoleSessions?
    /// What a server on a shared database has applied; nil with a file.
    var node: NodeStatus?
    private let codings = ContentCodings()

    /// The result of the checks of a request.
    enum Preparation: Sendable {
        /// The answer: a refusal, or an answer that needs no handler.
        case answered(Answer)
        /// The request for its handler.
        case ready(EndpointRequest)
    }

    /// Answers a request on a worker, without waiting for a slot.
    func answer(_ incoming: IncomingRequest) -> Answer {
        switch prepare(incoming) {
        case .answered(let answer): answer
        case .ready(let request): answer(request)
        }
    }

    /// Finds the endpoint, identifies the caller, and checks the request against the declaration; every error becomes a
    /// problem document.
    ///
    /// - Parameters:
    ///   - incoming: The request.
    ///   - checkedHead: What a loop found out of its head; nil if none did.
    /// - Returns: The request for its handler, or its answer.
    func prepare(_ incoming: IncomingRequest, _ checkedHead: CheckedHead? = nil) -> Preparation {
        if incoming.path == "*" { return .answered(Self.asterisk(incoming)) }
        guard let match = checkedHead?.match ?? find(incoming) else {
            if incoming.listener.hasControl, let answer = console?.answer(incoming) { return .answered(answer) }
            return .answered(.problem(.notFound(.address, "there is nothing at \(incoming.path); \(hint(incoming))")))
        }
        let isData = match.endpoints.contains { $0.access == .data }
        if incoming.method == "OPTIONS" {
            return .answered(
                isData ? DataFields.preflight(match) : .done(fields: [HeaderField("Allow", match.allow)]))
        }
        let endpoint: Endpoint
        do throws(Problem) {
            endpoint = try match.endpoint(for: incoming.method)
        } catch {
            var answer = Answer.problem(error)
            if isData { answer.fields += DataFields.crossOrigin }
            return .answered(answer)
        }
        var reader: Caller?
        do throws(Problem) {
            reader = endpoint.access.readsToken ? try identify(incoming, endpoint, checkedHead) : nil
            return .ready(try request(incoming, endpoint, match.values, reader))
        } catch {
            return .answered(complete(.problem(error), endpoint, reader))
        }
    }

    /// Runs the handler of a request that was prepared.
    func answer(_ request: EndpointRequest) -> Answer {
        var answer: Answer
        do {
            try waitForPosition(request)
            answer = codings.sent(try codings.answer(to: request, once), to: request)
        } catch { answer = .problem(Self.problem(error, of: request.endpoint)) }
        return complete(answer, request.endpoint, request.reader)
    }

    /// Waits until memory has what the client has seen, so that it reads its own writes on every node.
    private func waitForPosition(_ request: EndpointRequest) throws(Problem) {
        guard let text = request.fields.position, request.endpoint.isControl else { return }
        guard let position = StorePosition(text) else {
            throw .badRequest("Waymark-Position must be the value of an answer to a write, not \(text)")
        }
        if let node {
            return try node.wait(for: position) {
                let head = try? store.read { session in try session.head() }
                return head.map { StorePosition(epoch: $0.epoch, sequence: $0.sequence) }
            }
        }
        guard let own = store.statistics.position, own < position else { return }
        throw .behind(position, own)
    }

    /// The answer to a request that gets no slot.
    func answer(_ request: EndpointRequest, withoutPlace refusal: WorkSlots.Refusal) -> Answer {
        complete(.problem(Self.problem(refusal)), request.endpoint, request.reader)
    }

    private static func problem(_ refusal: WorkSlots.Refusal) -> Problem {
        let seconds = ServerLimits.placeRetrySeconds
        return switch refusal {
        case .caller: .tooManyAtOnce(retryAfter: seconds)
        case .waiting, .time: .tooManyWaiting(retryAfter: seconds)
        case .server: .unavailable("busy", "too many expensive requests wait", retryAfter: seconds)
        }
    }

    /// What the head of a request with a body says of it.
    struct Admission: Sendable {
        /// The refusal, if there is one.
        var refusal: Answer?
        /// What a worker need not find out again; nil unless the caller has shown a token that may do this.
        var checkedHead: CheckedHead?
        /// Whether the caller has shown a token that may do this.
        var isAdmitted: Bool { checkedHead != nil }
        /// The longest body that the endpoint takes, in bytes.
        var bodyBytesMax = ExchangeLimits.bodyBytesMax
    }

    /// What a loop found out of the head of a request, for the worker that gets the request.
    final class CheckedHead: Sendable {
        /// The request without its body.
        let incoming: IncomingRequest
        /// The endpoints at its path.
        let match: EndpointMatch
        /// Its caller, who may use the endpoint.
        let caller: Caller
        /// The revision of the tokens with which the caller was identified.
        let tokens: Int

        init(_ incoming: IncomingRequest, _ match: EndpointMatch, _ caller: Caller, tokens: Int) {
            self.incoming = incoming
            self.match = match
            self.caller = caller
            self.tokens = tokens
        }
    }

    /// Checks the head of a request with a body before the body is read; refuses with 401, 403, 413 or 429, and answers
    /// where there is no endpoint for the method and path.
    ///
    /// Called on an event loop. Tokens are checked only for endpoints of the control plane.
    ///
    /// - Parameters:
    ///   - incoming: The request without its body.
    ///   - length: The length of the body in bytes; nil if it comes in chunks.
    /// - Returns: What a loop needs to know of the request.
    func admit(headOf incoming: IncomingRequest, length: Int?) -> Admission {
        guard let match = find(incoming), let endpoint = try? match.endpoint(for: incoming.method) else {
            // No handler reads this body, so it is not waited for.
            guard case .answered(let answer) = prepare(incoming) else { return Admission() }
            return Admission(refusal: answer)
        }
        guard endpoint.isControl else {
            var admission = Admission()
            admission.bodyBytesMax = endpoint.request?.bytesMax ?? admission.bodyBytesMax
            guard let length, length > admission.bodyBytesMax else { return admission }
            let problem = Problem.tooLarge(
                "the body has \(length) bytes; \(endpoint.id) takes at most \(admission.bodyBytesMax)")
            admission.refusal = complete(.problem(problem), endpoint, nil)
            return admission
        }
        var reader: Caller?
        let tokens = authenticator.revision
        do throws(Problem) {
            let caller = try control(endpoint, match.values, try identify(incoming, endpoint))
            reader = caller
            try ContentCodings.check(incoming.fields.contentEncoding, endpoint)
            let cost = endpoint.cost(QueryItems(incoming.query))
            if let refusal = slots.refusal(for: WorkSlots.Caller(incoming, token: caller.token.id), cost) {
                throw Self.problem(refusal)
            }
            return Admission(checkedHead: CheckedHead(incoming, match, caller, tokens: tokens))
        } catch {
            return Admission(refusal: complete(.problem(error), endpoint, reader))
        }
    }

    /// The event stream that a request asks for, and the request as its handler saw it; on the event loop.
    func stream(_ incoming: IncomingRequest) throws(Problem) -> (stream: EventStream, request: EndpointRequest) {
        guard let match = find(incoming) else { throw .notFound(.address, "there is no resource at \(incoming.path)") }
        let endpoint = try match.endpoint(for: incoming.method)
        guard case .stream(let handler) = endpoint.handler else { throw .fault("\(endpoint.id) is not a stream") }
        let request = try request(incoming, endpoint, match.values, try identify(incoming, endpoint))
        return (try handler(request), request)
    }

    /// The endpoints at the request's path on its listener; nil if there are none or the percent-encoding is wrong.
    ///
    /// DEVIATION: the words of a path count as they are written, so that a proxy which compares paths with `/metrics` sees
    /// every request for it; `/%6detrics` would be equal to it (RFC 3986 section 6.2.2.2).
    func find(_ incoming: IncomingRequest) -> EndpointMatch? {
        // Bytes and not characters, whose boundaries cost more to find than all the rest.
        let path = incoming.path.utf8
        guard path.first == UInt8(ascii: "/") else { return nil }
        var segments: [String] = []
        var encoded: [Int] = []
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let text = PercentEncoding.decodeText(Substring(segment)) else { return nil }
            if text.utf8.count != segment.count { encoded.append(segments.count) }
            segments.append(text)
        }
        let match = table.find(segments) { $0.isServed(on: incoming.listener) }
        guard let template = match?.endpoints.first?.path, encoded.allSatisfy(template.isName) else { return nil }
        return match
    }

    /// What to ask for where there is nothing: the path without slashes too many, if that is one.
    private func hint(_ incoming: IncomingRequest) -> String {
        var other = incoming
        other.path = "/" + incoming.path.split(separator: "/").joined(separator: "/")
        return other.path != incoming.path && find(other) != nil
            ? "did you mean \(other.path)?" : "/openapi.json describes all addresses"
    }

    /// Adds the facts for logs, and to refusals of the data plane the fields for cross-origin reads.
    private func complete(_ answer: Answer, _ endpoint: Endpoint, _ reader: Caller?) -> Answer {
        var answer = answer
        answer.origin.endpoint = endpoint.id
        answer.origin.isControl = endpoint.isControl
        answer.origin.isChange = endpoint.isChange
        answer.origin.principal = reader?.name ?? answer.origin.principal
        if endpoint.access == .data, answer.status >= 400 { answer.fields += DataFields.crossOrigin }
        return answer
    }

    /// The caller of a request; nil for one who shows nothing.
    ///
    /// A head that a loop checked is used while no token has changed since, and for ``ServerLimits/checkedHeadSeconds``, in which a
    /// token may expire: a body can take minutes to arrive.
    private func identify(
        _ incoming: IncomingRequest, _ endpoint: Endpoint, _ checkedHead: CheckedHead? = nil
    ) throws(Problem) -> Caller? {
        // All of the control plane needs a token, a session or a proxy that names a person; public bodies need none.
        if endpoint.isControl || incoming.fields.authorization != nil { try node?.verifyAccess() }
        if let checkedHead, checkedHead.caller.sessionID == nil, checkedHead.tokens == authenticator.revision,
            incoming.seconds - checkedHead.incoming.seconds <= ServerLimits.checkedHeadSeconds
        {
            return checkedHead.caller
        }
        if endpoint.access.takesSession,
            let caller = try sessions?.caller(of: incoming, changes: endpoint.method != .get)
        {
            return caller
        }
        return try authenticator.identify(
            incoming.fields.authorization, from: incoming.address, now: incoming.now, seconds: incoming.seconds)
    }

    /// The caller of an endpoint of the control plane; throws 401 without one, 403 if it may not use the endpoint.
    private func control(
        _ endpoint: Endpoint, _ values: [String: String], _ reader: Caller?
    ) throws(Problem) -> Caller {
        guard let reader else {
            throw .unauthorized("send Authorization: Bearer wmk_…; an admin can create a token with POST /v1/tokens")
        }
        try reader.check(endpoint.access, app: values["app"])
        return reader
    }

    private func request(
        _ incoming: IncomingRequest, _ endpoint: Endpoint, _ values: [String: String], _ reader: Caller?
    ) throws(Problem) -> EndpointRequest {
        let query = QueryItems(incoming.query)
        var (ifMatch, ifNoneMatch) = (TagCondition.missing, TagCondition.missing)
        var recordingKey: RecordingKey?
        try ContentCodings.check(incoming.fields.contentEncoding, endpoint)
        if endpoint.isControl {
            let caller = try control(endpoint, values, reader)
            try endpoint.check(query)
            try endpoint.checkQuery(query)
            try endpoint.check(contentType: incoming.fields.contentType, query)
            if endpoint.takesIdempotencyKey { recordingKey = try RecordingKey(incoming, token: caller.token.id) }
            ifMatch = try TagCondition(incoming.fields.ifMatch, of: "If-Match")
        } else {
            try endpoint.checkNearMisses(query)
            try endpoint.check(contentType: incoming.fields.contentType, query)
        }
        do throws(Problem) {
            ifNoneMatch = try TagCondition(incoming.fields.ifNoneMatch, of: "If-None-Match")
        } catch {
            // A read is answered whatever the client has of it.
            if endpoint.isWriting { throw error }
        }
        return EndpointRequest(
            incoming, endpoint, values: values, query: query, reader: reader, ifMatch: ifMatch,
            ifNoneMatch: ifNoneMatch, recordingKey: recordingKey)
    }

    /// Runs the handler; for requests with the same idempotency key, only for the first one.
    ///
    /// Another node may do the same request at the same time: then this one fails, such as with "it exists", and gets the
    /// answer that the other one has stored.
    private func once(_ request: EndpointRequest) throws -> Answer {
        guard let key = request.recordingKey?.key else { return try run(request) }
        if case .replay(let answer) = try store.claim(key, at: request.now) { return replay(answer) }
        defer { store.endClaim(key) }
        do { return try run(request) } catch {
            guard node != nil, let stored = try? store.storedAnswer(to: key, at: request.now) else { throw error }
            return replay(stored)
        }
    }

    /// A stored answer, with a position that has its change: it may be another node's, and later than the last one of this.
    private func replay(_ stored: StoredAnswer) -> Answer {
        var answer = Answer(stored)
        if node != nil { answer.origin.position = try? store.position() }
        return answer
    }

    /// Runs the handler; a 412 contains the current resource.
    private func run(_ request: EndpointRequest) throws -> Answer {
        try checkNoneMatches(request)
        do {
            switch request.endpoint.handler {
            case .answer(let handler):
                var answer = try handler(request)
                if request.createsOnly, answer.status == 200 { answer.status = 201 }
                return answer
            // Event loops answer these paths.
            case .memory(let handler): return try handler(request.query)
            case .stream:
                throw Problem.notFound(.address, "there is nothing at this spelling of \(request.endpoint.path)")
            }
        } catch {
            var problem = Self.problem(error, of: request.endpoint)
            let isRefusal = problem.status == 412 || problem.code == StoreError.Code.exists.rawValue
            guard let precondition = request.endpoint.precondition, let read = precondition.current else {
                throw problem
            }
            if problem.status == 428, precondition.creates {
                problem.detail += "; If-None-Match: * creates it, or changes nothing"
            }
            guard isRefusal, problem.status == 412 || request.createsOnly else { throw problem }
            // If the resource was deleted or cannot be read now, the 412 has `null`.
            let current = try? read(request)
            if request.createsOnly, let tag = current?.tag { problem = .alreadyExists(current: tag) }
            throw problem.status == 412 ? problem.showing(current) : problem
        }
    }

    /// Throws 412 for a write of a resource whose state `If-None-Match` names, if the write is not one that creates only:
    /// that is checked in its transaction.
    private func checkNoneMatches(_ request: EndpointRequest) throws(Problem) {
        guard request.endpoint.isWriting, !request.createsOnly, request.ifNoneMatch != .missing,
            let read = request.endpoint.precondition?.current, let current = try? read(request),
            let tag = current.tag, request.ifNoneMatch.names(tag)
        else { return }
        throw Problem.alreadyExists(current: tag).showing(current)
    }

    /// Converts all errors of handlers to problems.
    private static func problem(_ error: any Error, of endpoint: Endpoint) -> Problem {
        Problem(thrown: error, counting: endpoint.precondition?.kind) ?? .fault("\(endpoint.id) failed: \(error)")
    }

    /// `OPTIONS *` applies to the server as a whole (RFC 9110 section 9.3.7).
    private static func asterisk(_ incoming: IncomingRequest) -> Answer {
        guard incoming.method == "OPTIONS" else { return .problem(.badRequest("* is only for OPTIONS")) }
        let methods = Endpoint.Method.allCases.map(\.rawValue) + ["HEAD", "OPTIONS"]
        return .done(fields: [HeaderField("Allow", methods.joined(separator: ", "))])
    }
}
