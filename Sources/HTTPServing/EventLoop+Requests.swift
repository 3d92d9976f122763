import HTTPWire
import Synchronization
import SystemIO

extension EventLoop {
    /// Reads requests out of a region and decides on each; returns how many bytes were used up.
    func process(_ descriptor: Int32, _ region: WireBytes) -> Int {
        var offset = 0
        while offset < region.count {
            // After the last answer nothing more counts (RFC 9112 section 9.6).
            if table[descriptor].state.isClosing { return region.count }
            switch table[descriptor].state.phase {
            case .body: offset = feedBody(descriptor, region, from: offset)
            case .fresh, .idle, .head:
                // Answers leave in order and before the next request is looked at: a peer that does not read waits.
                if hasPending(descriptor) { return offset }
                switch parser.value.parse(region, from: offset) {
                case .needMore:
                    table[descriptor].state.enter(.head, at: tick, limits.timeouts)
                    return offset
                case .invalid(let refusal):
                    var manner = AnswerManner()
                    manner.isHead = parser.value.head.isHead
                    let rest = (offset..<region.count).lazy.map { region[$0] }
                    refuse(descriptor, refusal, manner, note(received: rest, from: table[descriptor].peer))
                    return region.count
                case .complete:
                    counters.requests.raise()
                    offset = parser.value.head.end
                    decide(descriptor, region)
                }
            case .free, .working, .writing, .streaming, .lingering: return offset
            }
        }
        return offset
    }

    private func decide(_ descriptor: Int32, _ region: WireBytes) {
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        let (peer, listener) = (table[descriptor].peer, Int(table[descriptor].listener))
        let view = parser.view(of: region, peer: peer, listener: listener, loop: index)
        switch handler.decide(view) {
        case .answer(let response):
            answer(descriptor, response, view)
            if isJournalKept { keep(view, response) }
        case .work(let bytesMax): beginWork(descriptor, view, bytesMax: bytesMax)
        case .watch(let topic, let response):
            beginStream(descriptor, topic, response, view)
            if isJournalKept { keep(view, response) }
        }
    }

    /// Answers at once, and reads past a body that nobody asked for.
    private func answer(_ descriptor: Int32, _ response: PreparedResponse, _ view: borrowing RequestView) {
        var manner = AnswerManner(view)
        guard !view.head.framing.isNone else { return write(descriptor, response, manner) }
        // RFC 9110 section 10.1.1: whoever waits for 100 may send the body or not; closing ends the doubt.
        if view.head.expectsContinue { manner.keepsAlive = false }
        let body = try? BodyReader(
            view.head.framing, bytesMax: limits.discardedBodyBytesMax, isKept: false, limits: limits.wire)
        if body == nil { manner.keepsAlive = false }
        write(descriptor, response, manner)
        guard let body, !table[descriptor].state.isClosing else {
            table[descriptor].state.isOwedBytes = true
            return
        }
        business(descriptor).body = body
        table[descriptor].state.enter(.body, at: tick, limits.timeouts)
    }

    private func beginWork(_ descriptor: Int32, _ view: borrowing RequestView, bytesMax: Int) {
        let manner = AnswerManner(view)
        let note = isJournalKept ? RequestNote(view, at: turnStartedAt) : nil
        do throws(RequestRefusal) {
            let body = try BodyReader(view.head.framing, bytesMax: bytesMax, limits: limits.wire)
            let business = business(descriptor)
            business.note = note
            business.request = view.request()
            business.manner = manner
            guard !view.head.framing.isNone else { return submit(descriptor, business) }
            business.body = body
            table[descriptor].state.enter(.body, at: tick, limits.timeouts)
            if view.head.expectsContinue { sayContinue(descriptor) }
        } catch {
            refuse(descriptor, error, manner, note)
        }
    }

    private func feedBody(_ descriptor: Int32, _ region: WireBytes, from start: Int) -> Int {
        guard let business = table[descriptor].business, var body = business.body else {
            preconditionFailure("a connection reads a body that it does not have")
        }
        business.body = nil
        do throws(RequestRefusal) {
            let end = try body.feed(region, from: start)
            try reserve(body.body.count, for: business)
            table[descriptor].state.bodyProgressed(by: end - start, at: tick, limits.timeouts)
            guard body.isComplete else {
                business.body = body
                return end
            }
            if business.request == nil {
                table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
            } else {
                business.request?.body = body.body
                submit(descriptor, business)
            }
            return end
        } catch {
            let isAnswered = business.request == nil
            business.request = nil
            if isAnswered {
                table[descriptor].state.isClosing = true
                table[descriptor].state.isOwedBytes = true
                table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
            } else {
                refuse(descriptor, error, business.manner, business.note)
            }
            return region.count
        }
    }

    /// Counts a body's bytes against what all bodies together may take.
    private func reserve(_ count: Int, for business: UnfinishedBusiness) throws(RequestRefusal) {
        let more = count - business.reservedBytes
        guard more != 0 else { return }
        let total = shared.bodyBytes.add(more, ordering: .relaxed).newValue
        business.reservedBytes = count
        heldBytesPeak = max(heldBytesPeak, heldBytes + total)
        guard total <= limits.bodyMemoryBytesMax else { throw RequestRefusal(503, "too many bodies arrive at once") }
    }

    /// Hands the request to a worker, in order: the next one is not looked at before this one is answered.
    private func submit(_ descriptor: Int32, _ business: UnfinishedBusiness) {
        guard let request = business.request else { preconditionFailure("no request to work on") }
        business.request = nil
        table[descriptor].state.enter(.working, at: tick, limits.timeouts)
        let item = WorkItem(
            inbox: inbox, descriptor: descriptor, generation: table[descriptor].generation, request: request,
            since: MonotonicClock.nanoseconds)
        guard shared.work.push(item) else {
            counters.workRefused.raise()
            // Its body is gone with it.
            release(business)
            table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
            let page = shared.handler.page(for: RequestRefusal(503, "all workers are busy"))
            write(descriptor, page, business.manner)
            return keep(business.note, page, isHead: business.manner.isHead)
        }
    }

    /// Says no, and closes: where a request is broken nobody knows where the next one begins.
    private func refuse(_ descriptor: Int32, _ refusal: RequestRefusal, _ manner: AnswerManner, _ note: RequestNote?) {
        var manner = manner
        manner.keepsAlive = false
        table[descriptor].state.isOwedBytes = true
        table[descriptor].state.enter(.idle, at: tick, limits.timeouts)
        let page = shared.handler.page(for: refusal)
        write(descriptor, page, manner)
        keep(note, page, isHead: manner.isHead)
    }
}
