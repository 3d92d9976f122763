import HTTPServing
import HTTPWire
import SystemIO

/// Where requests enter: what is public and in memory is answered on the loop, the rest is work.
final class RequestHandler: HTTPHandler {
    private let router: Router
    private let snapshots: LoopSnapshots
    private let clocks: Clocks
    private let proxies: ProxyTrust
    let log: ServerLog
    private let ledger: TrafficLedger
    /// The ledger's, which holds them.
    private let rows: LoopRows

    init(router: Router, snapshots: LoopSnapshots, clocks: Clocks, proxies: ProxyTrust, log: ServerLog) {
        self.router = router
        self.snapshots = snapshots
        self.clocks = clocks
        self.proxies = proxies
        self.log = log
        ledger = router.ledger
        rows = router.ledger.tallies.rows
    }

    func decide(_ view: borrowing RequestView) -> Decision {
        guard view.head.isGet || view.head.isHead else { return work(view) }
        return snapshots.withCurrent(view.loop) { decide(view, $0) }
    }

    @inline(__always)
    private func decide(_ view: borrowing RequestView, _ snapshot: Snapshot) -> Decision {
        let path = ViewBytes(view, view.head.path)
        if !view.head.hasQuery, let answer = snapshot.answersByPath.value(path, 0..<path.byteCount) {
            switch answer {
            case .body(let forms): return self.answer(view, forms, snapshot)
            case .head(let forms): return self.answer(view, forms)
            }
        }
        return decide(view, path, snapshot)
    }

    /// The same for any path, part by part.
    private func decide(_ view: borrowing RequestView, _ path: ViewBytes, _ snapshot: Snapshot) -> Decision {
        switch DataPath(path) {
        case .rules(let app):
            guard let channel = channel(view, path, app, snapshot) else { return work(view) }
            return answer(view, channel.bodyForms, snapshot)
        case .head(let app):
            guard let channel = channel(view, path, app, snapshot) else { return work(view) }
            return answer(view, channel.headForms)
        case .body(let app, let digest):
            guard let forms = snapshot.appsByName.value(path, app)?.publicBodies.value(path, digest) else {
                return work(view)
            }
            return answer(view, forms, snapshot)
        case .releaseRules(let app, let version):
            guard let forms = snapshot.appsByName.value(path, app)?.publicVersions.value(path, version) else {
                return work(view)
            }
            return answer(view, forms, snapshot)
        case .events(let app):
            guard let channel = channel(view, path, app, snapshot) else { return watchWithToken(view) }
            return watch(view, channel)
        case .other:
            return work(view)
        }
    }

    /// The public channel that the query names, if it is a plain one.
    private func channel(
        _ view: borrowing RequestView, _ path: ViewBytes, _ app: Range<Int>, _ snapshot: Snapshot
    ) -> ChannelSnapshot? {
        guard let app = snapshot.appsByName.value(path, app) else { return nil }
        let channel: ChannelSnapshot?
        switch ChannelQuery(ViewBytes(view, view.head.query)) {
        case .standard: channel = app.standardChannel
        case .channel(let name): channel = app.channelsByName.value(ViewBytes(view, view.head.query), name)
        case .other: channel = nil
        }
        return channel?.isPublic == true ? channel : nil
    }

    private func answer(_ view: borrowing RequestView, _ forms: BodyForms, _ snapshot: Snapshot) -> Decision {
        // Lists that are written in several lines are put together by a worker.
        guard !view.isRepeated(.ifNoneMatch), !view.isRepeated(.acceptEncoding) else { return work(view) }
        var isUnchanged = false
        if let field = view.first(.ifNoneMatch) {
            isUnchanged = Validators.isCurrent(ViewBytes(view, field), digest: forms.digest)
            if !isUnchanged { countUpdate(view, field, snapshot) }
        }
        var coding = ContentCoding.identity
        if let field = view.first(.acceptEncoding) { coding = .negotiate(ViewBytes(view, field)) }
        let form = BodyForms.form(coding, isUnchanged: isUnchanged)
        count(view, forms.turnCell, (view.head.isHead ? forms.bodilessCell : forms.cell) &+ form)
        return .answer(forms.answer(coding, isUnchanged: isUnchanged))
    }

    private func answer(_ view: borrowing RequestView, _ forms: HeadForms) -> Decision {
        count(
            view, LoopRoute.head.rawValue,
            view.head.isHead ? forms.bodilessCell : forms.answerCell)
        return .answer(forms.answer)
    }

    private func watch(
        _ view: borrowing RequestView, _ channel: ChannelSnapshot, _ caller: Caller? = nil
    ) -> Decision {
        let forms = channel.headForms
        count(
            view, LoopRoute.events.rawValue,
            view.head.isHead ? TrafficLedger.bodiless(.events) : forms.streamCell)
        return .watch(topic: channel.topic, caller.map { forms.stream.with(principal: $0.name) } ?? forms.stream)
    }

    /// Counts an answer, and among those whose time is known when the turn is over.
    @inline(__always)
    private func count(_ view: borrowing RequestView, _ turn: Int, _ cell: Int) {
        let loop = view.loop
        rows.raise(turn, loop: loop)
        rows.raise(cell, loop: loop)
    }

    /// Counts a body for a client that says which release it has.
    @inline(never)
    private func countUpdate(_ view: borrowing RequestView, _ field: Range<Int>, _ snapshot: Snapshot) {
        guard !view.head.isHead else { return }
        let path = ViewBytes(view, view.head.path)
        guard let name = DataPath(path).app, let app = snapshot.appsByName.value(path, name) else { return }
        rows.raise(app.updateCell(ViewBytes(view, field)), loop: view.loop)
    }

    func turnEnded(loop: Int, nanoseconds: Int64) { ledger.turnEnded(loop: loop, nanoseconds: nanoseconds) }

    private func work(_ view: borrowing RequestView) -> Decision {
        var bytesMax = ServerLimits.bodyBytesMax
        // Whole drafts are large; only somebody with a token may make the server hold one.
        if view.isMethod("PUT"), let field = view.first(.authorization) {
            let incoming = incoming(view.request(body: []))
            let isKnown = router.gatekeeper.isKnown(
                view.text(field), from: incoming.address, now: incoming.now, seconds: incoming.seconds)
            if isKnown { bytesMax = ServerLimits.draftBytesMax }
        }
        return .work(bodyBytesMax: bytesMax)
    }

    /// A stream that needs a token, or whose query is not plain; refusals are answered at once.
    private func watchWithToken(_ view: borrowing RequestView) -> Decision {
        let incoming = incoming(view.request(body: []))
        guard let match = Router.find(incoming) else { return work(view) }
        do throws(Problem) {
            let caller = try router.gatekeeper.identify(
                incoming.fields.authorization, from: incoming.address, now: incoming.now, seconds: incoming.seconds)
            let channel = try router.data.channel(DataRequest(incoming, .events, match.values, caller: caller))
            return watch(view, channel, caller)
        } catch {
            var answer = Answer.problem(error)
            answer.fields += DataAnswer.crossOrigin
            answer.name(name(view.request(body: []), at: incoming.now))
            ledger.note(.events, answer.status, bodyBytes: view.head.isHead ? 0 : answer.byteCount)
            return .answer(PreparedResponse(answer))
        }
    }

    func perform(_ request: Request) -> Response {
        let start = clocks.microseconds()
        let incoming = incoming(request)
        let id = name(request, at: incoming.now)
        var answer = router.answer(incoming)
        answer.name(id)
        let microseconds = clocks.microseconds() - start
        router.count(answer, incoming, seconds: Double(microseconds) / 1e6)
        note(request, incoming, answer, id, microseconds: microseconds)
        return Response(answer)
    }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        var answer = Answer.problem(Problem(refusal))
        answer.name(.make(at: clocks.now()))
        ledger.note(nil, answer.status, bodyBytes: answer.byteCount)
        return PreparedResponse(answer)
    }

    func isFromProxy(_ peer: String) -> Bool { proxies.trusts(peer) }

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
