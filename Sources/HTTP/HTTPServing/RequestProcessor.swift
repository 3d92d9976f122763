import HTTPWire
import Synchronization
import SystemIO

/// Parses the bytes that one loop's connections received, and calls the handler for each request.
///
/// Nothing here closes a connection: answers are written, and `ConnectionSender.endStep` acts on the connection's state.
final class RequestProcessor {
    private let index: Int
    private let shared: SharedState
    private let handler: any HTTPHandler
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let sender: ConnectionSender
    private let writer: AnswerWriter
    private let streams: EventStreams
    private let recorder: AnswerRecorder
    private let memory: MemoryBudget
    private let counters: LoopCounters
    private let clock: LoopClock
    private let limits: ServingLimits
    private let parser: LoopVariable<RequestParser>

    init(
        index: Int, shared: SharedState, connections: LoopConnections, sender: ConnectionSender, writer: AnswerWriter,
        streams: EventStreams, recorder: AnswerRecorder, memory: MemoryBudget, counters: LoopCounters, clock: LoopClock
    ) {
        self.index = index
        self.shared = shared
        self.connections = connections
        self.sender = sender
        self.writer = writer
        self.streams = streams
        self.recorder = recorder
        self.memory = memory
        self.counters = counters
        self.clock = clock
        handler = shared.handler
        limits = shared.limits
        table = connections.table
        parser = LoopVariable(RequestParser(limits: shared.limits.wire))
    }

    /// Processes the requests in a region; returns how many of its bytes were used.
    func process(_ descriptor: Int32, _ region: WireBytes) -> Int {
        var offset = 0
        while offset < region.count {
            // After the last answer the rest is ignored (RFC 9112 section 9.6).
            if table[descriptor].state.isClosing { return region.count }
            switch table[descriptor].state.phase {
            case .body: offset = feedBody(descriptor, region, from: offset)
            case .fresh, .idle, .head:
                // A request is parsed only when all earlier answers are sent, so that a peer that does not read uses no
                // more memory.
                if sender.hasUnsent(descriptor) { return offset }
                switch parser.value.parse(region, from: offset) {
                case .needMore:
                    table[descriptor].state.enter(.head, at: clock.tick, limits.timeouts)
                    return offset
                case .invalid(let refusal):
                    var options = AnswerOptions()
                    options.isHead = parser.value.head.isHead
                    let rest = (offset..<region.count).lazy.map { region[$0] }
                    refuse(
                        descriptor, refusal, options, recorder.copy(ofUnparsed: rest, from: table[descriptor].peer))
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
        table[descriptor].state.enter(.idle, at: clock.tick, limits.timeouts)
        let (peer, listener) = (table[descriptor].peer, Int(table[descriptor].listener))
        let view = parser.view(of: region, peer: peer, listener: listener, loop: index)
        if connections.lentCount > 0, connections.isLent(descriptor), handler.isKnown(view) {
            connections.keepPlace(descriptor)
        }
        switch handler.decide(view) {
        case .answer(let response):
            answer(descriptor, response, view)
            if recorder.isEnabled { recorder.record(view, response) }
        case .work(let bytesMax): beginWork(descriptor, view, bytesMax: bytesMax)
        case .admitted(let request, let bytesMax): beginWork(descriptor, view, of: request, bytesMax: bytesMax)
        case .watch(let start):
            streams.begin(descriptor, start, view)
            if recorder.isEnabled { recorder.record(view, start.answer) }
        }
    }

    /// Answers at once, and reads and discards a body that the handler does not want.
    private func answer(_ descriptor: Int32, _ response: PreparedResponse, _ view: borrowing RequestView) {
        var options = AnswerOptions(view)
        guard !view.head.framing.isNone else { return writer.write(descriptor, response, options) }
        // RFC 9110 section 10.1.1: a client that waits for 100 may send the body or not; closing avoids the ambiguity.
        if view.head.expectsContinue { options.keepsAlive = false }
        let body = try? BodyReader(
            view.head.framing, bytesMax: limits.discardedBodyBytesMax, isKept: false, limits: limits.wire)
        if body == nil { options.keepsAlive = false }
        writer.write(descriptor, response, options)
        guard let body, !table[descriptor].state.isClosing else {
            table[descriptor].state.expectsUnwantedBytes = true
            return
        }
        let io = table.pendingIO(of: descriptor)
        io.body = body
        io.bodyEndsAt = .max
        connections.enter(.body, descriptor)
    }

    /// Reads the body of a request for a worker; `admitted` is the request if its caller is known already.
    private func beginWork(
        _ descriptor: Int32, _ view: borrowing RequestView, of admitted: Request? = nil, bytesMax: Int
    ) {
        let options = AnswerOptions(view)
        let recorded = recorder.copy(of: view)
        do throws(RequestRefusal) {
            let body = try BodyReader(view.head.framing, bytesMax: bytesMax, limits: limits.wire)
            let io = table.pendingIO(of: descriptor)
            io.isKnown = admitted != nil || handler.isKnown(view)
            let listener = table[descriptor].listener
            io.lane = shared.lanes.lane(listener: listener, isKnown: io.isKnown)
            table[descriptor].isAdmin = shared.lanes.isAdmin(listener: listener, isKnown: io.isKnown)
            io.recorded = recorded
            io.request = admitted ?? view.request()
            io.options = options
            guard !view.head.framing.isNone else { return submit(descriptor, io) }
            io.body = body
            io.bodyEndsAt =
                io.isKnown ? .max : clock.tick &+ ConnectionState.ticks(limits.strangerBodyMilliseconds)
            connections.enter(.body, descriptor)
            table[descriptor].state.bringDeadlineForward(to: io.bodyEndsAt)
            if view.head.expectsContinue { writer.writeContinue(descriptor) }
        } catch {
            refuse(descriptor, error, options, recorded)
        }
    }

    private func feedBody(_ descriptor: Int32, _ region: WireBytes, from start: Int) -> Int {
        guard let io = table[descriptor].io, var body = io.body else {
            preconditionFailure("a connection in the body phase has no body")
        }
        io.body = nil
        do throws(RequestRefusal) {
            let end = try body.feed(region, from: start)
            try memory.reserve(body.body.count, for: io)
            table[descriptor].state.bodyProgressed(by: end - start, at: clock.tick, limits.timeouts)
            table[descriptor].state.bringDeadlineForward(to: io.bodyEndsAt)
            guard body.isComplete else {
                io.body = body
                return end
            }
            if io.request == nil {
                connections.enter(.idle, descriptor)
            } else {
                io.request?.body = body.body
                submit(descriptor, io)
            }
            return end
        } catch {
            let isAnswered = io.request == nil
            io.request = nil
            if isAnswered {
                table[descriptor].state.isClosing = true
                table[descriptor].state.expectsUnwantedBytes = true
                connections.enter(.idle, descriptor)
            } else {
                refuse(descriptor, error, io.options, io.recorded)
            }
            return region.count
        }
    }

    /// Hands the request to a worker; the next one of the connection is parsed when this one is answered.
    private func submit(_ descriptor: Int32, _ io: PendingIO) {
        guard let request = io.request, let lane = io.lane else { preconditionFailure("no request for a worker") }
        io.request = nil
        connections.enter(.working, descriptor)
        let (inbox, generation) = (shared.inboxes[index], table[descriptor].generation)
        let item = WorkItem(request: request, since: MonotonicClock.nanoseconds) { outcome in
            inbox.post(.completed(descriptor: descriptor, generation: generation, outcome))
        } lose: {
            inbox.post(.lostAnswer(descriptor: descriptor, generation: generation))
        }
        guard lane.work.push(.request(item)) else {
            counters.workRefused.raise()
            lane.workRefused.add(1, ordering: .relaxed)
            // The request and its body are dropped.
            memory.release(io)
            connections.enter(.idle, descriptor)
            let page = handler.page(for: RequestRefusal(503, "all workers are busy"))
            writer.write(descriptor, page, io.options)
            return recorder.record(io.recorded, page, isHead: io.options.isHead)
        }
    }

    /// Writes a worker's answer; false if the connection was closed meanwhile.
    func complete(_ descriptor: Int32, _ generation: UInt32, _ outcome: WorkOutcome) -> Bool {
        guard table[descriptor].generation == generation, table[descriptor].state.phase == .working else {
            return false
        }
        let io = table.pendingIO(of: descriptor)
        memory.releaseBody(io)
        connections.enter(.idle, descriptor)
        var outcome = outcome
        if case .answer(_, let room?) = outcome, room.isLost { outcome = .refusal(.answersFull) }
        switch outcome {
        case .answer(let response, let reservation):
            writer.write(descriptor, response, io.options)
            recorder.record(io.recorded, response, isHead: io.options.isHead)
            if let reservation {
                io.hold(reservation, since: clock.now)
                memory.noteAnswers()
            }
        case .refusal(let refusal):
            let page = handler.page(for: refusal)
            writer.write(descriptor, page, io.options)
            recorder.record(io.recorded, page, isHead: io.options.isHead)
        }
        io.recorded = nil
        return true
    }

    private func refuse(
        _ descriptor: Int32, _ refusal: RequestRefusal, _ options: AnswerOptions, _ recorded: RecordedRequest?
    ) {
        table[descriptor].state.expectsUnwantedBytes = true
        let page = writer.refuse(descriptor, refusal, options)
        recorder.record(recorded, page, isHead: options.isHead)
    }
}
