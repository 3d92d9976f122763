#if DEBUG
import HTTPServing
import HTTPWire

/// One connection from its first byte to its last, and what must hold all along: memory stays bounded, the answers are
/// well formed and in order, every request that was accepted gets exactly one, which the journal has exactly once, and
/// nothing is left at the end.
struct ConnectionPlay {
    private let stream: [UInt8]
    private let script: [UInt8]
    /// Whether a watcher sent more than it may, for which it is closed in the middle of anything.
    private var isTalkative = false

    /// - Parameters:
    ///   - stream: what the peer sends.
    ///   - script: one byte for each step; empty to send all at once to a server that is never kept waiting.
    init(_ stream: [UInt8], script: [UInt8]) {
        // A head is looked at again when a line has ended: what is wrong with an unfinished line is said only then, or
        // at once where it came in one piece. Ending the last line makes both the same.
        self.stream = stream + [0x0A]
        self.script = script
    }

    private enum Step {
        case deliver(Int), makeRoom(Int), work, broadcast, wait(Int64)

        init(_ byte: UInt8) {
            let amount = Int(byte >> 3)
            switch byte & 7 {
            case 4: self = .makeRoom(amount * 16 + 1)
            case 5: self = .work
            case 6: self = .broadcast
            case 7: self = .wait(Int64(amount) * 300)
            default: self = .deliver(amount + 1)
            }
        }

        var disturbs: Bool {
            switch self {
            case .broadcast, .wait: true
            case .deliver, .makeRoom, .work: false
            }
        }
    }

    private enum End: Int {
        case finish, abandon, reset
    }

    private var end: End { End(rawValue: script.count % 3) ?? .finish }

    /// Whether the answers must be those that the same bytes get at once: no time passed, and the peer stayed to the end.
    var isComparable: Bool { end == .finish && !isTalkative && !script.contains { Step($0).disturbs } }

    /// Plays; returns everything that was sent to the peer.
    mutating func run() -> [UInt8] {
        let stage = ConnectionStage.current()
        let driver = stage.driver
        stage.handler.begin()
        let peer: Int32
        if script.isEmpty {
            peer = driver.connect(stream, room: Self.plenty)
        } else {
            peer = driver.connect(room: 0)
            act(driver, peer)
            driver.makeRoom(peer, Self.plenty)
        }
        while driver.work() { check(driver, peer) }
        let isMidway = [.head, .body].contains(driver.state(peer).phase)
        leave(driver, peer)
        precondition(!driver.isOpen(peer), "the connection outlives its peer")
        let left = (bodies: driver.bodyBytes, connections: driver.statistics.open, streams: driver.statistics.streams)
        precondition(left == (0, 0, 0), "something is left behind: \(left)")
        let answers = driver.statistics.answers.reduce(0, +)
        precondition(stage.journal.count == answers, "\(answers) answers, \(stage.journal.count) in the journal")
        let sent = driver.sent(peer)
        let accepted = stage.handler.accepted
        isTalkative = accepted.contains(where: \.isStream) && stream.count > ConnectionStage.discardedBodyBytesMax
        let sequence = AnswerSequence(sent, to: accepted)
        sequence.check(
            accepted: accepted.count, isMidway: isMidway, isCut: end == .reset || hasWaited || isTalkative)
        return sent
    }

    private var hasWaited: Bool { script.contains { Step($0).disturbs } || end == .abandon }

    private func act(_ driver: LoopDriver, _ peer: Int32) {
        var offset = 0
        let delivers = script.contains { if case .deliver = Step($0) { true } else { false } }
        // Each round delivers at least one byte, or there is only one.
        for _ in 0...(delivers ? stream.count : 0) where offset < stream.count {
            for byte in script {
                switch Step(byte) {
                case .deliver(let count):
                    driver.deliver(peer, stream[offset...].prefix(count))
                    offset = min(stream.count, offset + count)
                case .makeRoom(let count): driver.makeRoom(peer, count)
                case .work: _ = driver.work()
                case .broadcast: driver.broadcast(ConnectionHandler.topic, ConnectionHandler.event)
                case .wait(let milliseconds): driver.advance(milliseconds: milliseconds)
                }
                check(driver, peer)
            }
        }
        driver.deliver(peer, stream[offset...])
        check(driver, peer)
    }

    private func leave(_ driver: LoopDriver, _ peer: Int32) {
        switch script.isEmpty ? .finish : end {
        case .finish: break
        case .abandon:
            let isStream = driver.state(peer).phase == .streaming
            // Longer than every patience together.
            for _ in 0..<20 { driver.advance(milliseconds: 10_000) }
            precondition(isStream || !driver.isOpen(peer), "a silent peer keeps its connection for ever")
        case .reset: driver.reset(peer)
        }
        driver.finish(peer)
        while driver.work() {}
    }

    private func check(_ driver: LoopDriver, _ peer: Int32) {
        guard let memory = driver.memory(peer) else { return }
        precondition(memory.carried <= Self.carriedMax, "\(memory.carried) bytes are carried")
        precondition(memory.pending <= Self.pendingMax, "\(memory.pending) bytes wait for the peer")
        precondition(memory.reserved <= ConnectionHandler.bodyBytesMax + 4096, "a body takes \(memory.reserved) bytes")
    }

    /// More room than all answers need.
    private static let plenty = 1 << 40
    /// What one read brings, behind the beginning of a head.
    private static let carriedMax = 64 * 1024 + 4096
    /// What one read brings forth: the gathered answers and one large body.
    private static let pendingMax = 256 * 1024
}
#endif
