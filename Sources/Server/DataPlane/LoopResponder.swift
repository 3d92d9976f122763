package import HTTPExchange
package import HTTPWire
import ServerLog
import ServerMetrics

/// What an event loop does with a GET or HEAD request.
package enum LoopChoice {
    /// Answers at once, from memory.
    case answer(PreparedResponse)
    /// Begins an event stream of a channel (``LoopResponder/openStream(_:)``).
    case stream
    /// Tells a client without a token that nothing of an app is public (``LoopResponder/unknownApp(_:)``).
    case unknownApp
    /// Looks elsewhere: it is nothing of a public release, or not in memory.
    case other
}

/// Answers clients on event loops: requests for public releases in memory.
///
/// It never blocks; it takes a lock only after a change, to fetch the new snapshot.
package final class LoopResponder: Sendable {
    private let snapshots: LoopSnapshots
    /// Retained, because the rows below are a view of its memory.
    private let metrics: RequestMetrics
    private let rows: LoopCounterView
    /// The path of event streams after `/v1/apps/{app}/`.
    private let eventsPath = LoopEndpoint.events.pathInApp()

    /// What clients ask for first, by the path after `/v1/apps/{app}/`.
    private let knownPaths = [LoopEndpoint.head, .currentRules].map { (path: $0.pathInApp(), endpoint: $0) }

    /// Makes a responder for some event loops, numbered from 0.
    package init(_ source: SnapshotSource, loops: Int) {
        snapshots = LoopSnapshots(source, loops: loops)
        metrics = source.metrics
        rows = source.metrics.rows
    }

    /// What a loop does with a GET or HEAD request, on the thread of that loop.
    package func choose(_ view: borrowing RequestView) -> LoopChoice {
        snapshots.withCurrent(view.loop) { respond(view, $0) }
    }

    /// The event stream of a public channel, on the thread of the request's loop.
    ///
    /// Nil for a channel that is not public, and for names that need decoding.
    package func openStream(_ view: borrowing RequestView) -> EventStream? {
        snapshots.withCurrent(view.loop) { snapshot in
            let path = ViewBytes(view, view.head.path)
            guard let name = AppPath.app(in: path), name.upperBound < path.byteCount,
                let app = snapshot.appsByName.value(path, name),
                case .channelEvents? = app.answersByPath.value(path, (name.upperBound + 1)..<path.byteCount)
            else { return nil }
            return publicChannel(view, app)?.eventStream(isHead: view.head.isHead)
        }
    }

    /// Counts the answer that begins a stream.
    package func countStream(_ cell: Int, loop: Int) {
        count(loop, RequestMetrics.turn(LoopEndpoint.events.route), cell)
    }

    @inline(__always)
    private func respond(_ view: borrowing RequestView, _ snapshot: Snapshot) -> LoopChoice {
        let path = ViewBytes(view, view.head.path)
        if !view.head.hasQuery, let answer = snapshot.answersByPath.value(path, 0..<path.byteCount) {
            switch answer {
            case .body(let body): return respond(view, body, snapshot)
            case .head(let head): return respond(view, head)
            case .channelBody, .channelHead, .channelEvents: break
            }
        }
        return respond(view, path, snapshot)
    }

    /// Responds to any path: looks up the app's name, then the rest of the path.
    private func respond(_ view: borrowing RequestView, _ path: ViewBytes, _ snapshot: Snapshot) -> LoopChoice {
        guard let name = AppPath.app(in: path), name.upperBound < path.byteCount else { return .other }
        guard let app = snapshot.appsByName.value(path, name),
            let answer = app.answersByPath.value(path, (name.upperBound + 1)..<path.byteCount)
        else { return elsewhere(view, snapshot) }
        switch answer {
        case .body(let body): return respond(view, body, snapshot)
        case .head(let head): return respond(view, head)
        case .channelBody:
            guard let channel = publicChannel(view, app) else { return .other }
            return respond(view, channel.body, snapshot)
        case .channelHead:
            guard let channel = publicChannel(view, app) else { return .other }
            return respond(view, channel.preparedHead)
        case .channelEvents: return .stream
        }
    }

    /// What a loop does with a path that is not in memory; of an app that is not there either, nothing is public.
    ///
    /// Apart from the path of all answers, which it would make longer by its registers alone.
    @inline(never)
    private func elsewhere(_ view: borrowing RequestView, _ snapshot: Snapshot) -> LoopChoice {
        let path = ViewBytes(view, view.head.path)
        guard let name = AppPath.app(in: path) else { return .other }
        if isEvents(path, after: name.upperBound + 1) { return .stream }
        guard snapshot.appsByName.value(path, name) == nil, !view.head.hasQuery, view.first(.authorization) == nil
        else {
            return .other
        }
        return .unknownApp
    }

    /// The name in a request for an app that is not in memory, and the endpoint; nil for a name that needs decoding or an
    /// escape, and for other endpoints than those that clients ask for first.
    package func unknownApp(_ view: borrowing RequestView) -> (app: Range<Int>, endpoint: LoopEndpoint)? {
        let path = ViewBytes(view, view.head.path)
        guard let name = AppPath.app(in: path), name.allSatisfy({ isPlain(path.byte($0)) }) else { return nil }
        let rest = (name.upperBound + 1)..<path.byteCount
        let known = knownPaths.first { $0.path.count == rest.count && path.has($0.path, at: rest.lowerBound) }
        guard let known else { return nil }
        let start = view.head.path.lowerBound
        return ((start + name.lowerBound)..<(start + name.upperBound), known.endpoint)
    }

    /// Whether a byte may be in the name of an app, and needs neither decoding nor an escape.
    private func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Whether the path is that of an event stream; used for apps that are not in memory and for percent-encoded names.
    private func isEvents(_ path: ViewBytes, after start: Int) -> Bool {
        guard path.byteCount == start + eventsPath.count else { return false }
        return path.has(eventsPath, at: start)
    }

    /// The public channel that the query names; nil if the channel is not public or the query needs decoding.
    private func publicChannel(_ view: borrowing RequestView, _ app: AppSnapshot) -> ChannelSnapshot? {
        let channel: ChannelSnapshot?
        switch ChannelQuery(ViewBytes(view, view.head.query)) {
        case .standard: channel = app.standardChannel
        case .channel(let name): channel = app.channelsByName.value(ViewBytes(view, view.head.query), name)
        case .other: channel = nil
        }
        return channel?.isPublic == true ? channel : nil
    }

    private func respond(_ view: borrowing RequestView, _ body: PreparedBody, _ snapshot: Snapshot) -> LoopChoice {
        // A worker joins the values of repeated fields.
        guard !view.isRepeated(.ifNoneMatch), !view.isRepeated(.acceptEncoding) else { return .other }
        var isUnchanged = false
        if let field = view.first(.ifNoneMatch) {
            isUnchanged = Validators.isCurrent(ViewBytes(view, field), digest: body.digest)
            if !isUnchanged {
                guard body.takeBody(isHead: view.head.isHead) else { return .other }
                countUpdate(view, field, snapshot)
            }
        } else if !body.takeBody(isHead: view.head.isHead) {
            // A worker reads the bytes from the store.
            return .other
        }
        var coding = ContentCoding.identity
        if let field = view.first(.acceptEncoding) { coding = .negotiate(ViewBytes(view, field)) }
        let offset = PreparedBody.cellOffset(coding, isUnchanged: isUnchanged)
        count(view.loop, body.turnCell, (view.head.isHead ? body.bodilessCell : body.cell) &+ offset)
        return .answer(body.answer(coding, isUnchanged: isUnchanged))
    }

    private func respond(_ view: borrowing RequestView, _ head: PreparedHead) -> LoopChoice {
        count(view.loop, head.turnCell, view.head.isHead ? head.bodilessCell : head.answerCell)
        return .answer(head.answer)
    }

    /// Counts an answer, and a request of this turn; its duration is known at the end of the turn.
    @inline(__always)
    private func count(_ loop: Int, _ turn: Int, _ cell: Int) {
        rows.raise(turn, loop: loop, by: 1)
        rows.raise(cell, loop: loop, by: 1)
    }

    /// Counts a body for a client that names the release it has.
    @inline(never)
    private func countUpdate(_ view: borrowing RequestView, _ field: Range<Int>, _ snapshot: Snapshot) {
        guard !view.head.isHead else { return }
        let path = ViewBytes(view, view.head.path)
        guard let name = AppPath.app(in: path), let app = snapshot.appsByName.value(path, name) else { return }
        rows.raise(app.updateCell(ViewBytes(view, field)), loop: view.loop, by: 1)
    }
}
