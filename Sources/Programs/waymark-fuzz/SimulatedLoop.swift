#if DEBUG
import HTTPServing
import HTTPWire
import LoopSimulation
import Synchronization

/// The event loop for simulated connections, used for many of them.
final class SimulatedLoop: @unchecked Sendable {
    // @unchecked: the fuzzer processes one input at a time, on one thread.
    let driver: LoopDriver
    let handler = ConnectionHandler()
    let log = RecordCount()
    private var simulations = 0

    private init() {
        var limits = ServingLimits()
        // Small limits, so that short inputs reach them.
        limits.wire.headBytesMax = 600
        limits.wire.targetBytesMax = 300
        limits.wire.fieldsMax = 12
        limits.wire.chunkOverheadBytesMax = 100
        limits.wire.trailerBytesMax = 64
        limits.discardedBodyBytesMax = Self.discardedBodyBytesMax
        limits.strangerBodyMilliseconds = 3_000
        // No room for a large answer: one that may be refused is, and any other gives way after some seconds.
        limits.lanes.answerMemoryBytesMax = 0
        limits.answerWaitMilliseconds = 2_000
        guard let driver = try? LoopDriver(handler, limits: limits, answerLog: log) else {
            preconditionFailure("no memory for a loop")
        }
        self.driver = driver
    }

    private static let kept = Mutex<SimulatedLoop?>(nil)

    /// The current loop; replaced after ``simulationsMax`` simulations, because years of simulated time would pass on one.
    static func current() -> SimulatedLoop {
        kept.withLock { kept in
            if let loop = kept, loop.simulations < simulationsMax {
                loop.simulations += 1
                return loop
            }
            let loop = SimulatedLoop()
            kept = loop
            return loop
        }
    }

    private static let simulationsMax = 4096
    /// Small, so that short inputs reach it.
    static let discardedBodyBytesMax = 48
}

/// Answers each request with its number, so that a lost or repeated answer is detected.
final class ConnectionHandler: HTTPHandler {
    /// A request that was accepted.
    struct Accepted {
        let isHead: Bool
        /// Whether the answer has no length.
        let isStream: Bool
        /// Whether it stays open until the peer or the server ends it.
        let isWatched: Bool
    }

    private let requests = Mutex<[Accepted]>([])
    private let answers = Atomic(0)

    /// Largest body in bytes that a worker gets.
    static let bodyBytesMax = 64
    /// The topic of watchers.
    static let topic = 1
    /// The event that is broadcast to them.
    static let event = StreamBytes(Array("data: news\n\n".utf8))
    private static let small = SharedBytes(Array("small".utf8))
    private static let big = SharedBytes([UInt8](repeating: 0x62, count: 20_000))

    /// The accepted requests of this play, in order.
    var accepted: [Accepted] { requests.withLock { $0 } }

    /// Number of answers that the server requested in all simulations; it writes each of them once.
    var answerCount: Int { answers.load(ordering: .relaxed) }

    /// Removes the requests of the last play.
    func begin() { requests.withLock { $0 = [] } }

    /// `/wk` shows a known caller.
    func isKnown(_ request: borrowing RequestView) -> Bool { Self.letter(2, request) == UInt8(ascii: "k") }

    private static func letter(_ index: Int, _ request: borrowing RequestView) -> UInt8 {
        let path = request.head.path
        return path.count > index ? request[path.lowerBound + index] : 0
    }

    func decide(_ request: borrowing RequestView) -> Decision {
        Self.checkFraming(request)
        let kind = Self.letter(1, request)
        let isStream = kind == UInt8(ascii: "e") && !request.head.isHead
        let isWatched = isStream && request.head.framing == .none
        let number = requests.withLock { requests in
            requests.append(Accepted(isHead: request.head.isHead, isStream: isStream, isWatched: isWatched))
            return requests.count
        }
        let fields = [HeaderField("X-Number", "\(number)")]
        switch kind {
        case UInt8(ascii: "w"): return .work(bodyBytesMax: Self.bodyBytesMax)
        default: answers.add(1, ordering: .relaxed)
        }
        switch kind {
        case UInt8(ascii: "e"):
            return .watch(StreamStart(topic: Self.topic, PreparedResponse(streaming: fields, first: Self.event)))
        case UInt8(ascii: "b"): return .answer(PreparedResponse(200, fields, body: Self.big))
        case UInt8(ascii: "n"): return .answer(PreparedResponse(304, fields))
        default: return .answer(PreparedResponse(200, fields, body: Self.small))
        }
    }

    func perform(_ request: Request, on workers: any RequestWorkers, reply: @escaping @Sendable (Response) -> Void) {
        precondition(request.body.count <= Self.bodyBytesMax, "a worker got a body above the limit")
        let kind = request.path.utf8.dropFirst(3).first
        let isLarge = kind == UInt8(ascii: "l") || kind == UInt8(ascii: "r")
        let body = isLarge ? Self.big : SharedBytes(request.body)
        var response = Response(200, [HeaderField("X-Number", "\(number)")], body: .bytes(body))
        response.isRefusable = kind == UInt8(ascii: "r")
        // There is no room for such an answer; its refusal is counted.
        if !response.isRefusable { answers.add(1, ordering: .relaxed) }
        reply(response)
    }

    /// The number of the request that a worker has: the next one is not parsed before this one is answered.
    private var number: Int { requests.withLock { $0.count } }

    func page(for refusal: RequestRefusal) -> PreparedResponse {
        answers.add(1, ordering: .relaxed)
        if refusal == .answersFull {
            return PreparedResponse(503, [HeaderField("X-Number", "\(number)")], body: Self.small)
        }
        return PreparedResponse(
            refusal.status, [HeaderField("X-Refused", "\(refusal.status)")],
            body: SharedBytes(Array(refusal.detail.utf8)))
    }

    /// Checks that an accepted request has exactly one length (RFC 9112 section 6.3).
    private static func checkFraming(_ request: borrowing RequestView) {
        var lengths: [String] = []
        var codings = 0
        for field in request.head.fields {
            let name = request.text(field.name).lowercased()
            if name == "content-length" { lengths.append(request.text(field.value)) }
            if name == "transfer-encoding" { codings += 1 }
        }
        switch request.head.framing {
        case .none: precondition(codings == 0 && lengths.allSatisfy { Int($0) == 0 }, "a body was not recognised")
        case .length(let count): precondition(codings == 0 && lengths == ["\(count)"] || zeroPadded(lengths, count))
        case .chunked: precondition(codings == 1 && lengths.isEmpty, "two framings were accepted")
        }
    }

    private static func zeroPadded(_ lengths: [String], _ count: Int) -> Bool {
        lengths.count == 1 && lengths.allSatisfy { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } && Int($0) == count }
    }
}
#endif
