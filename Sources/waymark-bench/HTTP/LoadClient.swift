import SystemIO

/// A closed loop on one thread that costs less a request than any server: it learns how long the answer is and then only
/// counts bytes, which the system throws away without copying them.
///
/// Use it against answers of one length only; another length ends the run with an error.
struct LoadClient {
    private let plan: LoadPlan
    private let poller: Poller
    private let batch: [UInt8]
    /// Bytes of the answers to one batch.
    private let expected: Int
    /// Bytes that are still to come, by descriptor.
    private var left: [Int] = []
    /// When the batch under way was sent, by descriptor, in nanoseconds.
    private var sentAt: [Int64] = []
    private var open: Set<Int32> = []
    private var source = 0
    private var outcome = LoadOutcome()

    /// Runs a plan to its end.
    static func run(_ plan: LoadPlan) throws -> LoadOutcome {
        var client = try LoadClient(plan)
        return try client.run()
    }

    /// The first answer to a request, head and content, as bytes.
    static func answer(_ address: SocketAddress, _ request: [UInt8]) throws -> [UInt8] {
        let descriptor = try Sockets.connect(to: address)
        defer { Sockets.close(descriptor) }
        try Sockets.sendAll(descriptor, request)
        var answer: [UInt8] = []
        var length = AnswerLength()
        while true {
            let bytes = try Sockets.receive(descriptor, countMax: LoadLimits.headBytesMax)
            guard !bytes.isEmpty else { throw LoadError(description: "the server at \(address) gave no whole answer") }
            answer += bytes
            if let whole = try length.read(answer), answer.count >= whole { return answer }
        }
    }

    private init(_ plan: LoadPlan) throws {
        self.plan = plan
        batch = plan.batch
        expected = try Self.answer(plan.address, plan.request).count * plan.pipelined
        poller = try Poller()
    }

    private mutating func run() throws -> LoadOutcome {
        defer { for descriptor in open { Sockets.close(descriptor) } }
        for _ in 0..<plan.connections { try begin(MonotonicClock.nanoseconds) }
        try loop(until: MonotonicClock.nanoseconds + Int64(plan.warmUpMilliseconds) * 1_000_000)
        outcome = LoadOutcome()
        outcome.latencies.reserveCapacity(1 << 18)
        let (server, client) = (try ProcessTime(of: plan.server), try ProcessTime.own())
        let start = MonotonicClock.nanoseconds
        let end = try loop(until: start + Int64(plan.milliseconds) * 1_000_000)
        outcome.server = try ProcessTime(of: plan.server) - server
        outcome.client = try ProcessTime.own() - client
        outcome.seconds = Double(end - start) / 1_000_000_000
        outcome.latencies.sort()
        return outcome
    }

    /// Answers and asks until a moment; returns the moment of the last look at the clock.
    @discardableResult
    private mutating func loop(until end: Int64) throws -> Int64 {
        var now = MonotonicClock.nanoseconds
        while now < end {
            let count = try poller.wait(milliseconds: LoadLimits.silenceMilliseconds)
            guard count > 0 else { throw LoadError(description: "the server has stopped answering") }
            now = MonotonicClock.nanoseconds
            for index in 0..<count { try take(poller[index].descriptor, now) }
        }
        return now
    }

    /// Something has arrived.
    @inline(__always)
    private mutating func take(_ descriptor: Int32, _ now: Int64) throws {
        let slot = Int(descriptor)
        let count: Int
        do throws(Errno) {
            count = try Sockets.discard(descriptor, countMax: LoadLimits.discardBytesMax)
        } catch .wouldBlock { return }
        guard count > 0 else { throw LoadError(description: "the server closed a connection") }
        left[slot] -= count
        guard left[slot] <= 0 else { return }
        guard left[slot] == 0 else { throw LoadError(description: "the answer's length has changed") }
        outcome.requests += plan.pipelined
        if outcome.latencies.count < LoadLimits.latenciesMax {
            outcome.latencies.append(UInt32(clamping: (now - sentAt[slot]) / 1000))
        }
        if plan.manner == .once {
            open.remove(descriptor)
            Sockets.close(descriptor)
            return try begin(now)
        }
        left[slot] = expected
        sentAt[slot] = now
        try Sockets.sendAll(descriptor, batch)
    }

    /// Opens a connection and asks.
    private mutating func begin(_ now: Int64) throws {
        source = plan.manner == .once ? (source + 1) % LoadLimits.sources : 0
        let descriptor = try Sockets.connect(to: plan.address, fromLoopback: source)
        open.insert(descriptor)
        let slot = Int(descriptor)
        if slot >= left.count {
            left += Array(repeating: 0, count: slot + 1 - left.count)
            sentAt += Array(repeating: 0, count: slot + 1 - sentAt.count)
        }
        left[slot] = expected
        sentAt[slot] = now
        try Sockets.sendAll(descriptor, batch)
        try poller.watch(descriptor)
    }
}
