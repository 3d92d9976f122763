import AccessControl
import ConsoleServing
import ControlPlane
import DataPlane
import HTTPExchange
import HTTPServing
import HTTPWire
import LinkServing
import ReleaseStore
import ServerLog
import ServerMetrics
import StoreRecords
import SystemIO

/// Receives requests from the HTTP server.
///
/// Event loops answer requests for public releases in memory, workers all others.
final class RequestHandler: HTTPHandler {
    private let loops: LoopResponder
    private let links: LoopLinks
    private let dispatcher: RequestDispatcher
    private let metrics: RequestMetrics
    private let requestLog: RequestLog
    private let clocks: Clocks
    private let proxies: ProxyTrust
    private let hosted: HostedFiles
    private let deferredLines: DeferredLines
    private let streamSlots: StreamSlots
    private let unknown = UnknownApp()
    /// The endpoints that answer from memory, by their paths.
    private let memoryEndpoints:
        [(path: [UInt8], endpoint: Endpoint, answer: @Sendable (QueryItems) throws(Problem) -> Answer)]
    /// The event streams whose paths have no names; those of channels are ``LoopChoice/stream``.
    private let streamPaths: [[UInt8]]

    init(
        loops: LoopResponder, links: LoopLinks, dispatcher: RequestDispatcher, metrics: RequestMetrics,
        requestLog: RequestLog, clocks: Clocks, proxies: ProxyTrust, hosted: HostedFiles, deferredLines: DeferredLines,
        streamSlots: StreamSlots
    ) {
        self.loops = loops
        self.links = links
        self.dispatcher = dispatcher
        self.metrics = metrics
        self.requestLog = requestLog
        self.clocks = clocks
        self.proxies = proxies
        self.hosted = hosted
        self.deferredLines = deferredLines
        self.streamSlots = streamSlots
        memoryEndpoints = dispatcher.table.endpoints.compactMap { endpoint in
            guard case .memory(let answer) = endpoint.handler else { return nil }
            return (Array(endpoint.path.description.utf8), endpoint, answer)
        }
        streamPaths = dispatcher.table.endpoints.compactMap { endpoint in
            guard case .stream = endpoint.handler, !endpoint.path.description.contains("{") else { return nil }
            return Array(endpoint.path.description.utf8)
        }
    }

    func decide(_ view: borrowing RequestView) -> Decision {
        if view.listener == IncomingRequest.Listener.links.rawValue || links.isLink(view) {
            return hosted(view) ?? links.decide(view)
        }
        guard view.head.isGet || view.head.isHead else { return work(view) }
        switch loops.choose(view) {
        case .answer(let answer): return .answer(answer)
        case .stream: return stream(view)
        case .unknownApp:
            if let answer = unknownApp(view) { return .answer(answer) }
        case .other: break
        }
        if let answer = hosted(view) { return answer }
        if let answer = fromMemory(view) { return .answer(answer) }
        for path in streamPaths where view.matches(view.head.path, bytes: path) { return stream(view) }
        // A worker answers; a GET has no draft in its body, so the smaller limit applies.
        return .work(bodyBytesMax: ExchangeLimits.bodyBytesMax)
    }

    /// The answer about an app that is not here; nil where a worker must find the request id or write a line.
    private func unknownApp(_ view: borrowing RequestView) -> PreparedResponse? {
        guard !requestLog.log.writes(.debug), let (app, endpoint) = loops.unknownApp(view) else { return nil }
        if proxies.isInUse {
            for field in view.head.fields where view.matchesFolding(field.name, "x-request-id") { return nil }
        }
        let start = clocks.microseconds()
        let answer = unknown.answer(view.bytes(app), .make(at: clocks.now()))
        metrics.count(
            endpoint.route.name, 404, bodyBytes: view.head.isHead ? 0 : answer.body?.count ?? 0,
            seconds: Double(clocks.microseconds() - start) / 1e6)
        return answer
    }

    /// The link file that a request is for, at a host that has one.
    private func hosted(_ view: borrowing RequestView) -> Decision? {
        guard view.head.isGet || view.head.isHead, let file = hosted.answer(view) else { return nil }
        metrics.count(nil, file.status, bodyBytes: view.head.isHead ? 0 : file.body?.count ?? 0)
        return .answer(file)
    }

    func isKnown(_ view: borrowing RequestView) -> Bool {
        guard let field = view.first(.authorization) else { return hasSession(view) }
        let address = proxies.client(
            peer: view.peer, forwarded: view.value(.forwarded), forwardedFor: view.value(.xForwardedFor))
        return dispatcher.authenticator.recognizes(
            view.text(field), from: address, now: clocks.now(), seconds: Int(clocks.milliseconds / 1000))
    }

    private func hasSession(_ view: borrowing RequestView) -> Bool {
        guard view.first(.cookie) != nil, let sessions = dispatcher.sessions else { return false }
        return sessions.recognizes(incoming(view.request(body: [])))
    }

    func turnEnded(loop: Int, nanoseconds: Int64) { metrics.turnEnded(loop: loop, nanoseconds: nanoseconds) }

    func dropped(_ download: DroppedDownload) { deferredLines.add { [requestLog] in requestLog.write(download) } }

    /// Answers before it returns, or, if the request waits for a slot or a worker, later on a thread of `workers`.
    func perform(
        _ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void
    ) {
        if var response = links.answer(request) {
            response.account = WorkSlots.Caller(incoming(request), token: nil).account
            return reply(response)
        }
        let start = clocks.microseconds()
        let checkedHead = request.checkedHead as? RequestDispatcher.CheckedHead
        let incoming = checkedHead.map { rest(of: $0, request) } ?? incoming(request)
        // Neither the client nor a slot waits for the line of the log.
        let finish = { @Sendable [self] (answer: Answer, caller: WorkSlots.Caller) -> WorkSlots.LogWork in
            let named = named(answer, to: request, incoming, of: caller, since: start)
            reply(named.response)
            return { [requestLog] in
                requestLog.write(request, incoming, named.answer, named.id, microseconds: named.microseconds)
            }
        }
        switch dispatcher.prepare(incoming, checkedHead) {
        case .answered(let answer): finish(answer, WorkSlots.Caller(incoming, token: nil))()
        case .ready(let prepared):
            let caller = WorkSlots.Caller(incoming, token: prepared.reader?.token.id)
            let cost = prepared.endpoint.cost(prepared.query)
            guard cost != .ordinary || prepared.endpoint.isShared else {
                return finish(dispatcher.answer(prepared), caller)()
            }
            dispatcher.slots.run(for: caller, cost, on: workers, atMilliseconds: start / 1000) {
                [dispatcher] refusal in
                guard let refusal else { return finish(dispatcher.answer(prepared), caller) }
                return finish(dispatcher.answer(prepared, withoutPlace: refusal), caller)
            }
        }
    }

    /// An answer with its names, ready to be sent and to be logged.
    private struct NamedAnswer {
        let response: Response
        let answer: Answer
        let id: RequestID
        let microseconds: Int64
    }

    /// Names and counts an answer.
    private func named(
        _ answer: Answer, to request: Request, _ incoming: IncomingRequest, of caller: WorkSlots.Caller,
        since start: Int64
    ) -> NamedAnswer {
        let id = requestLog.requestID(of: request, at: incoming.now)
        var answer = answer
        answer.setRequestID(id)
        answer.isolate()
        addPosition(to: &answer, incoming)
        let microseconds = clocks.microseconds() - start
        let takesBody = ["POST", "PUT", "PATCH"].contains(incoming.method)
        metrics.count(
            answer.origin.endpoint, answer.status, bodyBytes: incoming.method == "HEAD" ? 0 : answer.byteCount,
            seconds: Double(microseconds) / 1e6, requestBytes: takesBody ? incoming.body.count : nil)
        var response = Response(answer)
        // A POST to the data plane changes nothing, so its answer may be refused, too.
        response.isRefusable = !takesBody && incoming.method != "DELETE" || !answer.origin.isControl
        response.account = caller.account
        return NamedAnswer(response: response, answer: answer, id: id, microseconds: microseconds)
    }

    /// Says which node has answered, and what a reader has to wait for who wants to see the change.
    private func addPosition(to answer: inout Answer, _ incoming: IncomingRequest) {
        guard answer.origin.isControl else { return }
        if let node = dispatcher.node { answer.fields.append(HeaderField("Waymark-Node", node.name)) }
        guard incoming.method != "GET", incoming.method != "HEAD", answer.status < 300,
            let position = answer.origin.position ?? dispatcher.store.statistics.position
        else { return }
        answer.fields.append(HeaderField("Waymark-Position", position.description))
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        var answer = Answer.problem(Problem(refusal))
        // The request is not known, so that it may be one of a web page to the data plane.
        answer.fields += DataFields.crossOrigin
        answer.setRequestID(.make(at: clocks.now()))
        metrics.count(nil, answer.status, bodyBytes: answer.byteCount)
        return PreparedResponse(answer)
    }

    /// The answer of an endpoint that needs no worker, such as a probe; nil for other paths.
    private func fromMemory(_ view: borrowing RequestView) -> PreparedResponse? {
        for (path, endpoint, handler) in memoryEndpoints where view.matches(view.head.path, bytes: path) {
            let start = clocks.microseconds()
            let query = QueryItems(view.head.hasQuery ? view.text(view.head.query) : nil)
            let answer: Answer
            do throws(Problem) {
                try endpoint.checkNearMisses(query)
                answer = try handler(query)
            } catch {
                let request = view.request(body: [])
                return refused(.problem(error), request, incoming(request))
            }
            metrics.count(
                endpoint.id, answer.status, bodyBytes: view.head.isHead ? 0 : answer.byteCount,
                seconds: Double(clocks.microseconds() - start) / 1e6)
            return PreparedResponse(answer)
        }
        return nil
    }

    private func work(_ view: borrowing RequestView) -> Decision {
        guard !view.head.framing.isNone else { return .work(bodyBytesMax: 0) }
        var request = view.request(body: [])
        let incoming = incoming(request)
        var length: Int?
        if case .length(let count) = view.head.framing { length = count }
        let admission = dispatcher.admit(headOf: incoming, length: length)
        if let refusal = admission.refusal { return .answer(refused(refusal, request, incoming)) }
        // Drafts are large, so only a caller with a valid token may send one.
        let isDraft = admission.isAdmitted && view.isMethod("PUT")
        let bytesMax = isDraft ? ExchangeLimits.draftBytesMax : admission.bodyBytesMax
        guard let checkedHead = admission.checkedHead else { return .work(bodyBytesMax: bytesMax) }
        request.checkedHead = checkedHead
        return .admitted(request, bodyBytesMax: bytesMax)
    }

    /// A request whose head was judged, with its body and the time of its arrival at a worker.
    private func rest(of checkedHead: RequestDispatcher.CheckedHead, _ request: Request) -> IncomingRequest {
        var incoming = checkedHead.incoming
        incoming.body = request.body
        incoming.now = clocks.now()
        incoming.seconds = Int(clocks.milliseconds / 1000)
        return incoming
    }

    /// The answer of a loop to a request that its head refuses; the thread of maintenance writes the log line.
    private func refused(_ answer: Answer, _ request: Request, _ incoming: IncomingRequest) -> PreparedResponse {
        let id = requestLog.requestID(of: request, at: incoming.now)
        var answer = answer
        answer.setRequestID(id)
        answer.isolate()
        metrics.count(answer.origin.endpoint, answer.status, bodyBytes: answer.byteCount)
        deferredLines.add { [requestLog, answer] in requestLog.write(request, incoming, answer, id, microseconds: 0) }
        return PreparedResponse(answer)
    }

    /// Begins an event stream; a refusal is answered at once.
    private func stream(_ view: borrowing RequestView) -> Decision {
        let request = view.request(body: [])
        let incoming = incoming(request)
        if let open = loops.openStream(view) { return begin(open, grant: nil, request, incoming, view) }
        // For a path with wrong percent-encoding, a worker answers 404.
        guard dispatcher.find(incoming) != nil else { return work(view) }
        do throws(Problem) {
            let (stream, checked) = try dispatcher.stream(incoming)
            if stream.isOpen { return begin(stream, grant: nil, request, incoming, view) }
            guard let grant = grant(checked, incoming) else { throw .fault("a private stream has no token") }
            return begin(stream, of: checked, grant: grant, request, incoming, view)
        } catch {
            return refuseStream(error, request, incoming, view)
        }
    }

    /// What a stream that is not open depends on: the session, or the token.
    private func grant(_ checked: EndpointRequest, _ incoming: IncomingRequest) -> (any StreamGrant)? {
        if checked.reader?.sessionID != nil, let sessions = dispatcher.sessions {
            return SessionGrant(incoming, sessions, now: clocks.now)
        }
        let app = checked.endpoint.isControl ? nil : checked.app
        return TokenGrant(incoming, app: app, dispatcher.authenticator, clocks)
    }

    /// Begins a stream if there is a slot for it: in all, and for the client's address.
    private func begin(
        _ stream: EventStream, of checked: EndpointRequest? = nil, grant: (any StreamGrant)?, _ request: Request,
        _ incoming: IncomingRequest, _ view: borrowing RequestView
    ) -> Decision {
        let source = incoming.address == request.peer ? view.peerAddress : PeerAddress(client: incoming.address)
        if let refusal = streamSlots.take(source) {
            return refuseStream(.noStreamSlot(refusal), request, incoming, view)
        }
        let (loop, isHead) = (view.loop, view.head.isHead)
        var beginning = stream.beginning
        if let cell = stream.cell {
            withExtendedLifetime(stream.owner) { loops.countStream(cell, loop: loop) }
        } else {
            beginning = stream.beginning(for: checked?.reader, requestLog.requestID(of: request, at: incoming.now))
            metrics.count(
                checked?.endpoint.id, beginning.status, bodyBytes: isHead ? 0 : beginning.body?.count ?? 0)
        }
        return .watch(
            StreamStart(topic: stream.topic, number: stream.number, beginning, source: source, grant: grant))
    }

    private func refuseStream(
        _ problem: Problem, _ request: Request, _ incoming: IncomingRequest, _ view: borrowing RequestView
    ) -> Decision {
        var answer = Answer.problem(problem)
        if let endpoint = try? dispatcher.find(incoming)?.endpoint(for: incoming.method), endpoint.isControl {
            (answer.origin.endpoint, answer.origin.isControl) = (endpoint.id, true)
            return .answer(refused(answer, request, incoming))
        }
        answer.fields += DataFields.crossOrigin
        answer.setRequestID(requestLog.requestID(of: request, at: incoming.now))
        metrics.count(
            LoopEndpoint.events.route.name, answer.status, bodyBytes: view.head.isHead ? 0 : answer.byteCount)
        return .answer(PreparedResponse(answer))
    }

    /// The lines of a field as one list (RFC 9110 section 5.3); nil if there are none.
    private static func joined(_ lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: ", ") }

    private func incoming(_ request: Request) -> IncomingRequest {
        let address = proxies.client(
            peer: request.peer, forwarded: request.value(.forwarded), forwardedFor: request.value(.xForwardedFor))
        let cookies = request.values(.cookie)
        let cookie = cookies.count > 1 ? cookies.joined(separator: "; ") : cookies.first
        // Other requests do not need who a proxy says the person is.
        let person = request.path.hasPrefix("/console/") ? dispatcher.sessions?.personFields : nil
        let fields = IncomingRequest.Fields(
            authorization: request.value(.authorization), ifMatch: request.value(.ifMatch),
            ifNoneMatch: request.value(.ifNoneMatch), acceptEncoding: request.value(.acceptEncoding),
            contentType: request.value(.contentType),
            contentEncoding: Self.joined(request.values(named: "content-encoding")),
            idempotencyKey: request.value(.idempotencyKey),
            host: request.value(.host), accept: request.values(named: "accept").first,
            cookie: cookie, origin: request.value(.origin), fetchSite: request.values(named: "sec-fetch-site").first,
            lastEventID: request.values(.lastEventID).first,
            position: request.values(named: "waymark-position").first,
            person: person.map { request.values(named: $0.person) } ?? [],
            personGroups: person.map { request.values(named: $0.groups) } ?? [])
        return IncomingRequest(
            method: request.method, path: request.path, query: request.query, fields: fields, body: request.body,
            address: address, peer: request.peer,
            listener: IncomingRequest.Listener(rawValue: request.listener) ?? .all, now: clocks.now(),
            seconds: Int(clocks.milliseconds / 1000))
    }
}
