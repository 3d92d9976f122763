import AccessControl
import DataPlane
import HTTPExchange
import HTTPServing
import HTTPWire
import ServerLog
import ServerMetrics
import SystemIO

/// Receives requests from the HTTP server.
///
/// Event loops answer requests for public releases in memory, workers all others.
final class RequestHandler: HTTPHandler {
    private let loops: LoopResponder
    private let dispatcher: RequestDispatcher
    private let metrics: RequestMetrics
    private let requestLog: RequestLog
    private let clocks: Clocks
    private let proxies: ProxyTrust

    init(
        loops: LoopResponder, dispatcher: RequestDispatcher, metrics: RequestMetrics, requestLog: RequestLog,
        clocks: Clocks, proxies: ProxyTrust
    ) {
        self.loops = loops
        self.dispatcher = dispatcher
        self.metrics = metrics
        self.requestLog = requestLog
        self.clocks = clocks
        self.proxies = proxies
    }

    func decide(_ view: borrowing RequestView) -> Decision {
        guard view.head.isGet || view.head.isHead else { return work(view) }
        switch loops.respond(view) {
        case .answer(let response): return .answer(response)
        case .watch(let topic, let response): return .watch(topic: topic, response)
        case .protectedStream: return stream(view)
        case .work: return work(view)
        }
    }

    func turnEnded(loop: Int, nanoseconds: Int64) { metrics.turnEnded(loop: loop, nanoseconds: nanoseconds) }

    func perform(_ request: Request) -> Response {
        let start = clocks.microseconds()
        let incoming = incoming(request)
        let id = requestLog.requestID(of: request, at: incoming.now)
        var answer = dispatcher.answer(incoming)
        answer.setRequestID(id)
        let microseconds = clocks.microseconds() - start
        let takesBody = ["POST", "PUT", "PATCH"].contains(incoming.method)
        metrics.count(
            answer.origin.endpoint, answer.status, bodyBytes: incoming.method == "HEAD" ? 0 : answer.byteCount,
            seconds: Double(microseconds) / 1e6, requestBytes: takesBody ? incoming.body.count : nil)
        requestLog.write(request, incoming, answer, id, microseconds: microseconds)
        return Response(answer)
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        var answer = Answer.problem(Problem(refusal))
        answer.setRequestID(.make(at: clocks.now()))
        metrics.count(nil, answer.status, bodyBytes: answer.byteCount)
        return PreparedResponse(answer)
    }

    private func work(_ view: borrowing RequestView) -> Decision {
        var bytesMax = ExchangeLimits.bodyBytesMax
        // Drafts are large, so only a caller with a valid token may make the server buffer one.
        if view.isMethod("PUT"), let field = view.first(.authorization) {
            let incoming = incoming(view.request(body: []))
            let isValid = dispatcher.authenticator.isValid(
                view.text(field), from: incoming.address, now: incoming.now, seconds: incoming.seconds)
            if isValid { bytesMax = ExchangeLimits.draftBytesMax }
        }
        return .work(bodyBytesMax: bytesMax)
    }

    /// Begins a stream that needs a token or a decoded query; a refusal is answered at once.
    private func stream(_ view: borrowing RequestView) -> Decision {
        let request = view.request(body: [])
        let incoming = incoming(request)
        // For a path with wrong percent-encoding, a worker answers 404.
        guard dispatcher.find(incoming) != nil else { return work(view) }
        do throws(Problem) {
            let begun = try dispatcher.stream(incoming)
            let loop = view.loop
            withExtendedLifetime(begun.stream.owner) { loops.countStream(begun.stream.cell, loop: loop) }
            return .watch(topic: begun.stream.topic, begun.stream.beginning)
        } catch {
            var answer = Answer.problem(error)
            answer.fields += DataFields.crossOrigin
            answer.setRequestID(requestLog.requestID(of: request, at: incoming.now))
            metrics.count(
                LoopEndpoint.events.route.name, answer.status, bodyBytes: view.head.isHead ? 0 : answer.byteCount)
            return .answer(PreparedResponse(answer))
        }
    }

    private func incoming(_ request: Request) -> IncomingRequest {
        let address = proxies.client(
            peer: request.peer, forwarded: request.value(.forwarded), forwardedFor: request.value(.xForwardedFor))
        let fields = IncomingRequest.Fields(
            authorization: request.value(.authorization), ifMatch: request.value(.ifMatch),
            ifNoneMatch: request.value(.ifNoneMatch), acceptEncoding: request.value(.acceptEncoding),
            contentType: request.value(.contentType), idempotencyKey: request.value(.idempotencyKey))
        return IncomingRequest(
            method: request.method, path: request.path, query: request.query, fields: fields, body: request.body,
            address: address, listener: IncomingRequest.Listener(rawValue: request.listener) ?? .all,
            now: clocks.now(), seconds: Int(clocks.milliseconds / 1000))
    }
}

extension Problem {
    /// A refusal of the HTTP layer itself.
    init(_ refusal: RequestRefusal) {
        let (code, title) =
            switch refusal.status {
            case 408: ("timeout", "The request did not arrive in time")
            case 413: ("too-large", "The request is too large")
            case 414: ("target-too-long", "The address of the request is too long")
            case 417: ("expectation-failed", "The expectation is not supported")
            case 431: ("head-too-large", "The request head is too large")
            case 501: ("not-implemented", "The server does not support this")
            case 503: ("busy", "The server is overloaded")
            case 505: ("version-not-supported", "This version of HTTP is not supported")
            default: ("malformed-request", "The request is malformed")
            }
        let fields = refusal.status == 503 ? [HeaderField("Retry-After", "1")] : []
        self.init(refusal.status, code, title, detail: refusal.detail, fields: fields)
    }
}
