#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation

/// Simulates one connection from its first byte to its last and checks these properties: memory is bounded; the answers
/// are valid and in order; every accepted request gets exactly one answer, which is logged exactly once; nothing is
/// left open at the end.
struct ConnectionSimulation {
    private let stream: [UInt8]
    private let script: [UInt8]
    /// Whether a watcher sent more bytes than allowed, so that the server may close it at any point.
    private var hasSentTooMuch = false

    /// - Parameters:
    ///   - stream: the bytes that the peer sends.
    ///   - script: one byte for each step; empty to send all bytes at once to a peer that reads everything.
    init(_ stream: [UInt8], script: [UInt8]) {
        // The parser checks an unfinished line only when it ends, unless all bytes came in one piece. With a final line
        // break both cases have the same result.
        self.stream = stream + [0x0A]
        self.script = script
    }

    private enum Step {
        case deliver(Int), makeSpace(Int), work, broadcast, wait(Int64)

        init(_ byte: UInt8) {
            let amount = Int(byte >> 3)
            switch byte & 7 {
            case 4: self = .makeSpace(amount * 16 + 1)
            case 5: self = .work
            case 6: self = .broadcast
            case 7: self = .wait(Int64(amount) * 300)
            default: self = .deliver(amount + 1)
            }
        }

        var disturbs: Bool {
            switch self {
            case .broadcast, .wait: true
            case .deliver, .makeSpace, .work: false
            }
        }
    }

    private enum End: Int {
        case finish, abandon, reset
    }

    private var end: End { End(rawValue: script.count % 3) ?? .finish }

    /// Whether the answers must equal those to the same bytes sent at once: no time passed and the peer did not leave.
    var isComparable: Bool { end == .finish && !hasSentTooMuch && !script.contains { Step($0).disturbs } }

    /// Runs the simulation; returns all bytes sent to the peer.
    mutating func run() -> [UInt8] {
        let loop = SimulatedLoop.current()
        let driver = loop.driver
        loop.handler.begin()
        let peer: Int32
        if script.isEmpty {
            peer = driver.connect(stream, room: Self.plenty)
        } else {
            peer = driver.connect(room: 0)
            act(driver, peer)
            driver.makeSpace(peer, Self.plenty)
        }
        while driver.work() { check(driver, peer) }
        let isMidway = [.head, .body].contains(driver.state(peer).phase)
        leave(driver, peer)
        precondition(!driver.isOpen(peer), "the connection is open after its peer closed it")
        let left = (bodies: driver.bodyBytes, connections: driver.statistics.open, streams: driver.statistics.streams)
        precondition(left == (0, 0, 0), "resources are left open: \(left)")
        precondition(driver.answerBytes == 0, "\(driver.answerBytes) bytes of answers are still counted")
        let answers = loop.handler.answerCount
        precondition(loop.log.count == answers, "\(answers) answers, \(loop.log.count) in the journal")
        let sent = driver.sent(peer)
        let accepted = loop.handler.accepted
        hasSentTooMuch = accepted.contains(where: \.isStream) && stream.count > SimulatedLoop.discardedBodyBytesMax
        let sequence = AnswerSequence(sent, to: accepted)
        sequence.check(
            accepted: accepted.count, isMidway: isMidway, isCut: end == .reset || hasWaited || hasSentTooMuch)
        return sent
    }

    private var hasWaited: Bool { script.contains { Step($0).disturbs } || end == .abandon }

    private func act(_ driver: LoopDriver, _ peer: Int32) {
        var offset = 0
        let delivers = script.contains { if case .deliver = Step($0) { true } else { false } }
        // Each round delivers at least one byte; without a deliver step there is only one round.
        for _ in 0...(delivers ? stream.count : 0) where offset < stream.count {
            for byte in script {
                switch Step(byte) {
                case .deliver(let count):
                    driver.deliver(peer, stream[offset...].prefix(count))
                    offset = min(stream.count, offset + count)
                case .makeSpace(let count): driver.makeSpace(peer, count)
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
            // Longer than all timeouts together.
            for _ in 0..<20 { driver.advance(milliseconds: 10_000) }
            precondition(isStream || !driver.isOpen(peer), "the connection of a silent peer stays open")
        case .reset: driver.reset(peer)
        }
        driver.finish(peer)
        while driver.work() {}
    }

    private func check(_ driver: LoopDriver, _ peer: Int32) {
        guard let memory = driver.memory(peer) else { return }
        precondition(memory.unparsed <= Self.unparsedMax, "\(memory.unparsed) bytes are not parsed")
        precondition(memory.unsent <= Self.unsentMax, "\(memory.unsent) bytes wait for the peer")
        precondition(memory.reserved <= ConnectionHandler.bodyBytesMax + 4096, "a body takes \(memory.reserved) bytes")
    }

    /// More bytes than all answers have.
    private static let plenty = 1 << 40
    /// Bytes of one read after the beginning of a head.
    private static let unparsedMax = 64 * 1024 + 4096
    /// Bytes of answers to one read: gathered answers and one large body.
    private static let unsentMax = 256 * 1024
}
#endif
