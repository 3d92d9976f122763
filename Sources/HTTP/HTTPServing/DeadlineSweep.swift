import HTTPWire
import Synchronization
import SystemIO

/// Compares the deadlines of all connections of a loop with the clock, every half second: a scan of a small table costs
/// less than a timer for each request.
final class DeadlineSweep {
    /// When the next sweep is due, on the monotonic clock in milliseconds.
    private(set) var nextAt: Int64 = 0
    private let connections: LoopConnections
    private let table: ConnectionTable
    private let sender: ConnectionSender
    private let writer: AnswerWriter
    private let streams: EventStreams
    private let recorder: AnswerRecorder
    private let clock: LoopClock
    private let counters: LoopCounters
    private let intervalMilliseconds: Int64
    private let answerWaitMilliseconds: Int64
    private let lanes: [Lane]

    init(
        _ connections: LoopConnections, sender: ConnectionSender, writer: AnswerWriter, streams: EventStreams,
        recorder: AnswerRecorder, clock: LoopClock, counters: LoopCounters, shared: SharedState
    ) {
        self.connections = connections
        self.sender = sender
        self.writer = writer
        self.streams = streams
        self.recorder = recorder
        self.clock = clock
        self.counters = counters
        table = connections.table
        intervalMilliseconds = Int64(shared.limits.sweepMilliseconds)
        answerWaitMilliseconds = Int64(shared.limits.answerWaitMilliseconds)
        lanes = shared.lanes.all
    }

    /// Makes the next sweep due at a moment if that is earlier than planned.
    func bringForward(to moment: Int64) { nextAt = min(nextAt, moment) }

    /// Acts on the deadlines that have passed.
    func run() {
        nextAt = clock.now + intervalMilliseconds
        var backlog = 0
        let areAnswersRefused = lanes.contains { $0.answers.isFull }
        connections.forEach { descriptor in
            if areAnswersRefused, holdsRoom(descriptor) { return shed(descriptor) }
            if table[descriptor].state.phase == .streaming { backlog += table[descriptor].io?.unsentBytes ?? 0 }
            if table[descriptor].state.phase == .writing, sender.files.review(descriptor) == .closed { return }
            switch table[descriptor].state.timeout(at: clock.tick) {
            case .none: break
            // A disk that is slow is not the peer's fault.
            case .close where table[descriptor].io?.waitsForDisk == true: connections.enter(.writing, descriptor)
            case .close: closeSlow(descriptor)
            case .refuse: refuseSlow(descriptor)
            case .comment: streams.sendComment(descriptor)
            }
        }
        streams.review(onlyPassing: true)
        connections.closeOverdue()
        counters.watcherBacklogBytes.store(backlog, ordering: .relaxed)
    }

    /// Closes a connection whose unread large answer has lost its room.
    func shedLost(_ descriptor: Int32, _ generation: UInt32) {
        guard table[descriptor].generation == generation, table[descriptor].io?.unsent.last?.reservation?.isLost == true
        else { return }
        shed(descriptor)
    }

    /// Whether a connection has held a large answer for longer than allowed while the budget is full.
    private func holdsRoom(_ descriptor: Int32) -> Bool {
        guard let piece = table[descriptor].io?.unsent.last, let reservation = piece.reservation,
            reservation.budget.isFull
        else {
            return false
        }
        return clock.now - piece.roomSince >= answerWaitMilliseconds
    }

    private func shed(_ descriptor: Int32) {
        counters.connectionsShed.raise()
        connections.close(descriptor)
    }

    private func closeSlow(_ descriptor: Int32) {
        sender.files.noteTimeout(descriptor)
        counters.connectionsTimedOut.raise()
        connections.close(descriptor)
    }

    /// Answers 408 to a request that did not arrive in time.
    private func refuseSlow(_ descriptor: Int32) {
        // The rest of a request that is answered already, or after an answer that is not read, gets no answer.
        let isAnswered = table[descriptor].state.phase == .body && table[descriptor].io?.request == nil
        if isAnswered || sender.hasUnsent(descriptor) { return closeSlow(descriptor) }
        counters.connectionsTimedOut.raise()
        let io = table[descriptor].io
        let recorded = io?.recorded ?? recorder.copy(ofUnparsed: io?.unparsedBytes ?? [], from: table[descriptor].peer)
        let refusal = RequestRefusal(408, "the request did not arrive in time")
        recorder.record(recorded, writer.refuse(descriptor, refusal, AnswerOptions()))
        _ = sender.endStep(descriptor, isDrained: false)
    }
}
