import HTTPWire
import SystemIO

/// One event loop: a thread with its own epoll, its listeners, and the connections that it accepted.
///
/// The loop waits for events and gives each to the part that acts on it: `Acceptor`, `ConnectionReader`,
/// `ConnectionSender`; then the messages of other threads and the deadlines follow. One round of this is a turn.
final class EventLoop: @unchecked Sendable {
    // @unchecked: made by the thread that starts the server, then used by the loop's own thread alone; other threads use
    // only `inbox` and `counters`, which are thread-safe.
    let inbox: LoopInbox
    let counters = LoopCounters()
    let clock: LoopClock
    let connections: LoopConnections
    let memory: MemoryBudget
    let acceptor: Acceptor

    private let index: Int
    private let handler: any HTTPHandler
    private let poller: Poller
    private let reader: ConnectionReader
    private let sender: ConnectionSender
    private let processor: RequestProcessor
    private let streams: EventStreams
    private let recorder: AnswerRecorder
    private let sweep: DeadlineSweep
    private let shutdown: Shutdown
    private var hasMessages = false
    private var requestsReported = 0

    init(
        index: Int, shared: SharedState, table: ConnectionTable, listeners: [(descriptor: Int32, tag: Int)]
    ) throws(Errno) {
        self.index = index
        handler = shared.handler
        inbox = shared.inboxes[index]
        poller = try Poller()
        try poller.watch(inbox.descriptor)
        clock = LoopClock(startedAt: shared.startedAt)
        shutdown = Shutdown(limits: shared.limits, loops: shared.inboxes.count)
        memory = MemoryBudget(shared, counters: counters)
        recorder = AnswerRecorder(shared.answerLog, clock: clock, loop: index)
        connections = LoopConnections(table, clock: clock, memory: memory, counters: counters, shared: shared)
        let receiver = ConnectionReceiver(connections, counters: counters, limits: shared.limits)
        let files = FileAnswers(
            connections, shared: shared, inbox: inbox, memory: memory, clock: clock, counters: counters)
        sender = ConnectionSender(
            connections, files: files, receiver: receiver, memory: memory, poller: poller, counters: counters)
        let writer = AnswerWriter(
            connections, sender: sender, clock: clock, shutdown: shutdown, handler: shared.handler)
        streams = EventStreams(
            connections, sender: sender, writer: writer, shutdown: shutdown, counters: counters, limits: shared.limits)
        processor = RequestProcessor(
            index: index, shared: shared, connections: connections, sender: sender, writer: writer, streams: streams,
            recorder: recorder, memory: memory, counters: counters, clock: clock)
        reader = ConnectionReader(
            connections, receiver: receiver, processor: processor, sender: sender, memory: memory,
            limits: shared.limits)
        sweep = DeadlineSweep(
            connections, sender: sender, writer: writer, streams: streams, recorder: recorder, clock: clock,
            counters: counters, shared: shared)
        acceptor = try Acceptor(
            listeners, shared: shared, inbox: inbox, connections: connections, reader: reader, sender: sender,
            writer: writer, recorder: recorder, poller: poller, clock: clock, shutdown: shutdown, counters: counters)
    }

    /// Runs until the shutdown is complete.
    func run() {
        while !isFinished {
            guard let count = try? poller.wait(milliseconds: waitMilliseconds) else { continue }
            clock.read()
            recorder.beginTurn()
            for index in 0..<count { handle(poller[index]) }
            finishTurn()
            reportTurn()
        }
        connections.forEach { connections.close($0) }
    }

    /// Handles an event of a descriptor.
    func handle(_ event: Poller.Event) {
        let descriptor = event.descriptor
        if descriptor == inbox.descriptor {
            hasMessages = true
        } else if !acceptor.accept(ifListener: descriptor) {
            guard !connections.table[descriptor].state.isFree else { return }
            if event.isWritable, continueSending(descriptor) == .closed { return }
            if event.isReadable { _ = reader.readable(descriptor, isFinished: event.isFinished) }
        }
    }

    /// Does the work that follows the events of a turn.
    func finishTurn() {
        // Messages may close connections, whose events must not follow in the same turn.
        if hasMessages { handleMessages() }
        if connections.deferredReadCount > 0 { reader.readDeferred() }
        if acceptor.needsDescriptor { acceptor.freeDescriptor() }
        if memory.isExceeded { connections.closeLargestHolders() }
        if clock.now >= sweep.nextAt {
            acceptor.resumeListeners()
            sweep.run()
        }
        // After the sweep: if it closed the last connections, the loop has no turn before the next event.
        if memory.hasSurged { memory.returnToSystem() }
        if shutdown.stopsListening(at: clock.now) { stopListening() }
        let ending = shutdown.streamsToEnd(of: connections.streams.count, at: clock.now)
        if ending > 0 { streams.end(atMost: ending) }
    }

    /// Reports how long a turn took in which requests were read; one reading of the clock for all of them.
    private func reportTurn() {
        let requests = counters.requests.current
        guard requests != requestsReported else { return }
        requestsReported = requests
        handler.turnEnded(loop: index, nanoseconds: (MonotonicClock.microseconds &- clock.turnStartedAt) &* 1000)
    }

    /// The time to wait for events, in milliseconds; -1 without limit.
    private var waitMilliseconds: Int32 {
        if connections.deferredReadCount > 0 { return 0 }
        guard shutdown.hasBegun else {
            return connections.count == 0 && !acceptor.isPaused ? -1 : Int32(clamping: max(1, sweep.nextAt - clock.now))
        }
        let next = min(sweep.nextAt, shutdown.nextAt(hasStreams: connections.streams.count > 0))
        return Int32(clamping: max(1, next - clock.now))
    }

    private func continueSending(_ descriptor: Int32) -> ConnectionStatus {
        guard sender.continueSending(descriptor) == .open else { return .closed }
        return resume(descriptor)
    }

    /// Continues with bytes that arrived after an answered request.
    private func resume(_ descriptor: Int32) -> ConnectionStatus {
        guard reader.resume(descriptor) == .open else { return .closed }
        if let io = connections.table[descriptor].io { memory.update(io) }
        return .open
    }

    // MARK: Messages of other threads

    private func handleMessages() {
        hasMessages = false
        for message in inbox.takeAll() {
            switch message {
            case .completed(let descriptor, let generation, let outcome):
                complete(descriptor, generation, outcome)
            case .lostAnswer(let descriptor, let generation): sweep.shedLost(descriptor, generation)
            case .filePart(let descriptor, let generation, let bytes):
                if sender.files.add(descriptor, generation, bytes) { _ = continueSending(descriptor) }
            case .broadcast(let topic, let number, let bytes): streams.broadcast(topic, number, bytes)
            case .endStreams(let topic, let keepingHeld): streams.end(topic, keepingHeld: keepingHeld)
            case .reviewStreams: streams.review(onlyPassing: false)
            case .drain(let now, let moment):
                shutdown.begin(at: now, until: moment)
            case .freeDescriptor: connections.closeYoungestIdle()
            }
        }
    }

    private func complete(_ descriptor: Int32, _ generation: UInt32, _ outcome: WorkOutcome) {
        guard processor.complete(descriptor, generation, outcome) else { return }
        shutdown.recordAnswer(at: clock.now)
        guard sender.endStep(descriptor, isDrained: false) == .open else { return }
        _ = resume(descriptor)
    }

    // MARK: Shutdown

    private var isFinished: Bool {
        guard shutdown.hasStoppedListening else { return false }
        // A request of a worker is always answered, even late, because only the answer shows whether it changed
        // something.
        return connections.count == 0 || (clock.now >= shutdown.endsAt && !connections.hasWork)
    }

    /// Closes the listeners, and the connections that wait for a request.
    private func stopListening() {
        acceptor.close()
        sweep.bringForward(to: shutdown.endsAt)
        connections.forEach { descriptor in
            guard isWaiting(descriptor) else { return }
            // A request that has arrived by now is answered.
            guard reader.readable(descriptor) == .open, isWaiting(descriptor) else { return }
            connections.table[descriptor].state.isClosing = true
            _ = sender.endStep(descriptor, isDrained: true)
        }
    }

    /// Whether no part of a request has arrived.
    private func isWaiting(_ descriptor: Int32) -> Bool {
        let phase = connections.table[descriptor].state.phase
        return phase == .idle || phase == .fresh
    }
}
